// Front and core of one customer, in one process, who know each other by HTTP alone as they do in production.
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestKind, StaffCase } from '@hofn/contracts';
import {
  cases,
  changeRequests,
  claims,
  coreRecords,
  customers,
  type Database,
  documents,
  instalments,
  mails,
  policies,
  seedReference,
  stampEvents,
  transactions,
} from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { addDays, dayOf } from '@hofn/domain';
import { createLogger, createServer } from '@hofn/service';
import { createIssuer, fixedClock, type Issuer } from '@hofn/service/testing.ts';
import { eq, isNotNull } from 'drizzle-orm';
import { httpCorePort } from '../../apps/api/src/core/port.ts';
import { createActs as createFrontActs } from '../../apps/api/src/requests/acts.ts';
import { createSettling } from '../../apps/api/src/requests/settle.ts';
import { defaultSettings } from '../../apps/api/src/settings.ts';
import { fillStaff, startApi } from '../../apps/api/src/testing.ts';
import { createActs } from '../../apps/core/src/acts/acts.ts';
import { addActs } from '../../apps/core/src/acts/server.ts';
import { testSecret } from '../../apps/core/src/acts/testing.ts';
import type { BookContents } from '../../apps/core/src/book.ts';
import { createClaimActs } from '../../apps/core/src/claim-acts/claim-acts.ts';
import { coreClientScopes } from '../../apps/core/src/client.ts';
import { createFeed } from '../../apps/core/src/feed.ts';
import { createHofn } from '../../apps/core/src/hofn.ts';
import { emptyInsurance, fillInsurance } from '../../apps/core/src/opening.ts';
import { sendFacts } from '../../apps/core/src/send.ts';
import { moveCalendar } from '../../apps/core/src/store/calendar.ts';
import { saveConnection } from '../../apps/core/src/store/connection.ts';
import { addInitialEditions } from '../../apps/core/src/store/editions.ts';
import { groupsOf } from '../../apps/core/src/store/ledger.ts';
import { workPortion } from '../../apps/core/src/store/work.ts';
import { type Beginning, readBook, recordsOf, ssn } from '../../apps/core/src/testing/life.ts';
import { testClient } from '../../apps/core/src/testing.ts';

/** What the life before has left in the front, what refers to others first. */
const ofCustomers = [
  ...[
    cases,
    changeRequests,
    mails,
    documents,
    claims,
    transactions,
    instalments,
    policies,
    customers,
    coreRecords,
  ],
];

type Clock = ReturnType<typeof fixedClock>;

/** What goes wrong with the calls of the core until it is mended: they never arrive, or their answers do not. */
export type Trouble = 'none' | 'down' | 'answersLost';

const listen = async (server: ReturnType<typeof createHttpServer>): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
};

/** An identity service that gives the core a token of the API's issuer, by the clock that both have. */
const startTokens = async (issuer: Issuer, clock: Clock) => {
  const server = createHttpServer((request, response) => {
    const answer = async () => {
      const iat = clock.now().getTime() / 1000;
      const isDiscovery = request.url?.endsWith('/openid-configuration');
      const body = isDiscovery
        ? { issuer: 'http://tokens', token_endpoint: 'http://tokens/oauth/token' }
        : {
            access_token: await issuer.serviceToken(coreClientScopes, { iat, exp: iat + 600 }),
            expires_in: 0,
          };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    answer().catch(() => response.destroy());
  });
  return { url: await listen(server), stop: () => server.close() };
};

/** The core's port for acts, with the faults of a network. */
const startPort = async (core: Database, clock: Clock) => {
  const state: { trouble: Trouble } = { trouble: 'none' };
  const server = createServer({
    ...{ name: 'core', logger: createLogger('core', 'silent'), clock },
    limits: { eventLoopDelayMs: 0 },
  });
  server.addHook('onRequest', async (_request, reply) => {
    if (state.trouble === 'down') await reply.code(503).send();
  });
  server.addHook('onSend', async (_request, reply, payload) => {
    if (state.trouble === 'answersLost') reply.raw.destroy();
    return payload;
  });
  const parts = { db: core.db, clock };
  addActs(server, { acts: createActs(parts), claimActs: createClaimActs(parts) }, [testSecret]);
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${url}/`, state, stop: () => server.close() };
};

/** How lives begin: the core has a customer's records, and has sent them to the front. */
const beginnings = (parts: {
  db: Database['db'];
  clock: Clock;
  sending: Parameters<typeof sendFacts>[0];
  port: Awaited<ReturnType<typeof startPort>>;
}) => {
  const { db, clock, sending, port } = parts;
  /** Fills the core. The front gets the facts one by one, unless it has them. */
  const open = async (contents: BookContents, { isSent = false } = {}): Promise<void> => {
    clock.set(`${contents.today}T12:00:00Z`);
    await db.transaction(async (tx) => {
      await emptyInsurance(tx);
      await addInitialEditions(tx, clock.now().toISOString());
      await fillInsurance(tx, contents, { isSent });
      await saveConnection(tx, { isOpening: false });
    });
    await sendFacts(sending);
  };
  return {
    open,
    beginWith: async (openedOn: string, records: BookContents['records']): Promise<void> => {
      port.state.trouble = 'none';
      for (const table of ofCustomers) await db.delete(table);
      await open({ today: openedOn, openedOn, hasDemoHandler: true, records });
    },
  };
};

type Call = (path: string, token: string, body?: object) => Promise<{ status: number; body: unknown }>;

/** Chooses a number of payments for what is due, as their preview shows them. @returns the status of the answer */
const requestPlan = async (call: Call, token: string, count: number): Promise<number> => {
  const { due } = (await call('/api/payment/v1/plan', token)).body as { due: number };
  const asked = { choice: { kind: 'parts', count }, due };
  const { body } = await call('/api/payment/v1/plan/preview', token, asked);
  const { shown = '' } = body as { shown?: string };
  return (await call('/api/payment/v1/plan', token, { ...asked, shown })).status;
};

/**
 * Starts front and core on one database, each in its own role.
 * @param options.settledByCore kinds of requests that the core decides on while the customer waits
 */
export const startFrontAndCore = async (
  database: Database,
  { settledByCore = ['cancel', 'cover', 'resume'] }: { settledByCore?: RequestKind[] } = {},
) => {
  const { db } = database;
  await seedReference(db);
  await fillStaff(database);
  const clock = fixedClock();
  const issuer = await createIssuer();
  const core = await inRoleOf('core', database);
  const tokens = await startTokens(issuer, clock);
  const port = await startPort(core, clock);
  const settings = {
    ...defaultSettings(),
    ...{ RATE_READ: 100_000, RATE_WRITE: 100_000, RATE_COSTLY: 100_000, RATE_CORE: 100_000 },
    ...{ CORE_URL: port.url, CORE_SECRET: [testSecret], CORE_SOURCE: 'kerfi' },
    REQUESTS_SETTLED_BY_CORE: settledByCore,
  };
  const api = await startApi(database, issuer, { clock, settings });
  const hofn = createHofn({ ...testClient, identity: tokens.url, api: api.url });
  const sending = { db: core.db, hofn, clock };
  const exp = clock.now().getTime() / 1000 + 40_000 * 86_400;
  const staff = await issuer.token('employee|katrin', { actor_kind: 'employee', exp });

  const tokenOf = async (kennitala: string): Promise<string> => {
    const [row] = await db.select({ id: customers.id }).from(customers).where(eq(customers.ssn, kennitala));
    return issuer.token(row?.id ?? '', { exp });
  };
  const call = async (path: string, token: string, body?: object) => {
    const response = await api.ask(path, {
      ...{ token, language: 'en', headers: { 'content-type': 'application/json' } },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    if (response.status >= 500 && response.status !== 503)
      throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return { status: response.status, body: answer };
  };
  const today = () => dayOf(clock.now());

  const { open, beginWith } = beginnings({ db, clock, sending, port });

  return {
    ...{ db, core, clock, today, open, call, tokenOf },
    /** Address of the core's port for acts. */
    portUrl: port.url,
    book: () => readBook(core.db),
    groups: () => groupsOf(core.db, ssn),
    /** The faults of the network from now on. */
    suffer: (trouble: Trouble): void => {
      port.state.trouble = trouble;
    },
    /** A customer's life begins: the core has their records, and has sent them. */
    begin: ({ today: openedOn, ...beginning }: Beginning): Promise<void> =>
      beginWith(openedOn, recordsOf({ today: openedOn, ...beginning })),
    /** The same with records of the test's own. */
    beginWith,
    /** The customer asks for something about the policy at this place. @returns the status of the answer */
    request: async (at: number, body: object): Promise<number> => {
      const token = await tokenOf(ssn);
      const listed = await call('/api/policy/v2', token);
      const { items } = listed.body as { items: Array<{ id: string }> };
      const policyId = items[at % items.length]?.id;
      return (await call('/api/policy/v1/requests', token, { policyId, ...body })).status;
    },
    /** The same about the policy of a product. */
    requestAbout: async ({ product }: { product: string }, body: object): Promise<number> => {
      const [policy] = await db.select().from(policies).where(eq(policies.productId, product));
      const token = await tokenOf(ssn);
      return (await call('/api/policy/v1/requests', token, { policyId: policy?.id, ...body })).status;
    },
    /** The customer chooses a number of payments for what is due, as their preview shows them. */
    requestPlan: async (count: number): Promise<number> => requestPlan(call, await tokenOf(ssn), count),
    /** The customer's requests, oldest first. */
    requests: () => db.select().from(changeRequests).orderBy(changeRequests.createdAt),
    /** An employee decides on the oldest open request. @returns the status of the answer, 0 without one */
    decide: async (
      decision: (asked: { effectiveOn: string; premium: number }) => object,
    ): Promise<number> => {
      const [found] = await db
        .select({ item: cases, asked: changeRequests })
        .from(cases)
        .innerJoin(changeRequests, eq(changeRequests.id, cases.matterId))
        .where(eq(cases.state, 'open'))
        .orderBy(cases.openedAt)
        .limit(1);
      if (!found) return 0;
      const { item, asked } = found;
      const act = { act: 'settle', version: item.version, decision: decision(asked) };
      return (await call(`/api/staff/v1/cases/${item.id}`, staff, act)).status;
    },
    /** What an employee reads in the case about a claim or request. */
    caseAbout: async (matterId: string): Promise<StaffCase> => {
      const [item] = await db.select().from(cases).where(eq(cases.matterId, matterId));
      return (await call(`/api/staff/v1/cases/${item?.id}`, staff)).body as unknown as StaffCase;
    },
    /** Days pass, with the core's work of each and the facts that it leads to. */
    pass: async (days: number): Promise<void> => {
      clock.set(`${addDays(today(), days)}T12:00:00Z`);
      await moveCalendar(core.db, today());
      for (let left = 1; left > 0; ) {
        const { customers: worked, faults } = await workPortion(core.db, 50);
        for (const { error } of faults) throw error;
        left = worked;
      }
      await sendFacts(sending);
    },
    /** The core handles what has happened in the front since the last time, and sends what follows from it. */
    follow: async (): Promise<void> => {
      await stampEvents(db);
      const feed = createFeed({ db: core.db, hofn });
      const { signal } = new AbortController();
      let isMore = true;
      while (isMore) {
        const page = await feed.read(0, signal);
        await feed.handle(page);
        isMore = page.events.length > 0;
      }
      await sendFacts(sending);
    },
    /** What the core has not answered is asked again, by a process of the API that has just started. */
    askAgain: async (): Promise<void> => {
      clock.set(new Date(clock.now().getTime() + 20 * 60_000).toISOString());
      const core = httpCorePort({ url: port.url, secret: testSecret, source: 'kerfi' });
      const acts = createFrontActs({ ...api.services, core }, createSettling(api.services));
      await acts.performWaiting(new AbortController().signal);
      await sendFacts(sending);
    },
    /** How many acts the core has not answered. */
    unanswered: (): Promise<number> => db.$count(changeRequests, isNotNull(changeRequests.askAgainAt)),
    stop: async (): Promise<void> => {
      await api.stop();
      await port.stop();
      tokens.stop();
    },
  };
};
export type FrontAndCore = Awaited<ReturnType<typeof startFrontAndCore>>;
