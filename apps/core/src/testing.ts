import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { CloudEvent, CoreRequest } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { temporarySsn } from '@hofn/database/seed/bulk/identifiers.ts';
import { addDays, addMonths } from '@hofn/domain';
import type { AnyRecord, BookContents } from './book.ts';
import { fillInsurance, openingBook } from './opening.ts';

/** A fact as the front received it. */
export type ReceivedFact = { path: string; version: number; facts: Record<string, unknown> };

const respond = (response: ServerResponse, body: object, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/**
 * A front that stores nothing: it gives tokens, accepts every fact, and delivers the events and requests that a test adds.
 * It answers by path: `answers` come before its own.
 */
export const startFront = async () => {
  const facts: ReceivedFact[] = [];
  const outcomes: Array<{ id: string; body: unknown }> = [];
  const events: CloudEvent[] = [];
  const requests: CoreRequest[] = [];
  /** Answers of a test, by the end of the path. */
  const answers = new Map<string, { status?: number; body: object }>();
  /** Reads of the feed so far. */
  const seen = { reads: 0 };
  const idleMs = 50;

  const read = (path: string, query: URLSearchParams): { status?: number; body: object } | undefined => {
    if (path.endsWith('/openid-configuration'))
      return { body: { issuer: url, token_endpoint: 'https://public.example/oauth/token' } };
    if (path.endsWith('/oauth/token')) return { body: { access_token: 'token', expires_in: 600 } };
    if (path === 'events') {
      seen.reads += 1;
      const after = Number(query.get('after') ?? 0);
      return { body: { events: events.slice(after), next: String(Math.max(after, events.length)) } };
    }
    if (path === 'requests')
      return {
        body: { items: requests.filter(({ state }) => state === query.get('state')), nextCursor: null },
      };
    return undefined;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://front');
    const path = pathname.replace('/api/core/v1/', '');
    const own = [...answers].find(([end]) => path.endsWith(end))?.[1] ?? read(path, searchParams);
    const body = await text(request);
    // As a front that waits for the next event, but not as long.
    if (path === 'events') await delay(idleMs);
    if (own) return respond(response, own.body, own.status);
    if (request.method !== 'PUT') return respond(response, { errorCode: 'notFound' }, 404);
    const [, id] = /^requests\/([^/]+)\/outcome$/.exec(path) ?? [];
    if (id) outcomes.push({ id, body: JSON.parse(body) });
    else facts.push({ path, ...JSON.parse(body) });
    respond(response, { outcome: 'created', version: 1, id: `front ${path}` });
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    ...{ url, facts, outcomes, events, requests, answers, seen },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};
export type Front = Awaited<ReturnType<typeof startFront>>;

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** A client with a key of its own. */
export const testClient = { clientId: 'core-test', privateKey: privateKey.export({ format: 'jwk' }) };

/** What a customer of the tests has: a policy that renews on a day, with an instalment due on the same day. */
const customerRecords = (ssn: string, renewsOn: string, instalmentsPerYear: number): AnyRecord[] => {
  const template = openingBook(renewsOn).records.find(({ key }) => key === 'policy-2041188');
  if (template?.type !== 'policies') throw new Error('The demo has no such policy');
  const policy = {
    ...{ ...template.facts, customer: ssn, number: `7${ssn}` },
    ...{ validFrom: addMonths(renewsOn, -12), validTo: addDays(renewsOn, -1), instalmentsPerYear },
  };
  const instalment = {
    ...{ customer: ssn, policy: `policy-${ssn}`, sequence: 1, sequenceOf: 1, dueDate: renewsOn },
    ...{ finalDueDate: addDays(renewsOn, 14), amount: 10_000, penaltyInterest: 0, fees: 0, method: 'ccard' },
    ...{ paidAt: null, refusedAt: null, cancelledAt: null, lapsesOn: null },
  };
  const customer = { ssn, kind: 'person', fullName: `Prófari ${ssn}`, paymentMethod: 'ccard' };
  return [
    { type: 'customers', key: `customer-${ssn}`, version: 1, facts: customer },
    { type: 'policies', key: `policy-${ssn}`, version: 1, facts: policy },
    { type: 'instalments', key: `instalment-${ssn}`, version: 1, facts: instalment },
  ] as unknown as AnyRecord[];
};

/**
 * Fills the core with customers, each with a policy that renews and an instalment that is due the day after.
 * @param options.from how many there are already
 * @param options.instalmentsPerYear how the policies are paid for from then on
 * @param options.isSent whether the front has their facts; otherwise the core has to send them
 * @returns their kennitala numbers
 */
export const fillCustomers = async (
  db: Db,
  count: number,
  today: string,
  { from = 0, instalmentsPerYear = 1, isSent = true } = {},
): Promise<string[]> => {
  const ssns = Array.from({ length: count }, (_, index) => temporarySsn(1, from + index + 1));
  const [one = '', ...others] = ssns;
  const renewsOn = addDays(today, 1);
  // Building a customer from the stories takes longer than copying one.
  const template = JSON.stringify(customerRecords(one, renewsOn, instalmentsPerYear));
  const records = [one, ...others].flatMap((ssn) => JSON.parse(template.replaceAll(one, ssn)) as AnyRecord[]);
  const contents: BookContents = { today, openedOn: today, records };
  await db.transaction((tx) => fillInsurance(tx, contents, { isSent }));
  return ssns;
};
