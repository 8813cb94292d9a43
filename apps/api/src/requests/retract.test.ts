// A customer takes back a request that nobody has begun to settle, and everybody who works on it learns so.
import type {
  CoreRequest,
  CustomerMatter,
  PolicyOptions,
  Problem,
  StaffCase,
  Waiting,
} from '@hofn/contracts';
import { auditEvents, cases, changeRequests, type Database, mails, policies } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import type { Language } from '@hofn/texts';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../events/testing.ts';
import type { Issuer } from '../testing.ts';
import { type FilledApi, startFilledApi } from '../testing-calls.ts';
import { requestMails } from './mails.ts';
import { fillOpenRequest } from './testing.ts';

let database: Database;
let filled: FilledApi;
let issuer: Issuer;
let anna: string;
let staff: string;
beforeAll(async () => {
  database = await testDatabase();
  filled = await startFilledApi(database);
  ({ issuer } = filled);
  anna = await issuer.token('anna');
  staff = await issuer.token('employee|katrin', { actor_kind: 'employee' });
});
afterAll(async () => {
  await filled.stop();
  await database.close();
});
beforeEach(async () => {
  await filled.fill();
  await fillOpenRequest(database, 'p1');
  // Another customer's, which the lists of the queue would have too.
  await database.db.delete(cases).where(eq(cases.id, 'k7'));
  await database.db.delete(mails);
});

const send = async (path: string, body?: object, { token = anna, method = 'POST' } = {}) => {
  const response = await filled.api.ask(path, {
    method,
    token,
    language: 'en',
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
};
const read = async <Answer>(path: string, token = anna, language: Language = 'en') =>
  (await (await filled.api.ask(path, { token, language })).json()) as Answer;
const retract = (id = 'r2', token = anna) =>
  send(`/api/user/v1/requests/${id}/retract`, undefined, { token });
const problemOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Problem).errorCode,
];
const requestRow = async (id = 'r2') => {
  const [row] = await database.db.select().from(changeRequests).where(eq(changeRequests.id, id));
  return row;
};
const optionsOfP1 = () => read<PolicyOptions>('/api/policy/v2/p1/options');

test('LIFE-7: a request that nobody has begun to settle is taken back: it ends, leaves the queue, and is confirmed by e-mail', async () => {
  expect((await optionsOfP1()).request).toMatchObject({ id: 'r2', state: 'open', retractable: true });
  expect(await retract()).toMatchObject({ status: 200, body: { state: 'retracted', retractable: false } });
  expect(await requestRow()).toMatchObject({ state: 'retracted', outcome: null });
  const [item] = await database.db.select().from(cases).where(eq(cases.id, 'k5'));
  expect(item?.state).toBe('closed');
  const [event] = (await recordedEvents(database)).slice(-1);
  expect(event).toMatchObject({
    type: 'hofn.request.retracted',
    subject: 'anna',
    data: { requestId: 'r2', policyId: 'p1' },
  });
  const [audited] = await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(audited).toMatchObject({ action: 'request.retract', subjectId: 'anna' });
  const [mail] = await database.db.select().from(mails);
  expect(mail).toMatchObject({ kind: 'requestRetracted', about: { requestId: 'r2' } });
  const compose = requestMails({ db: database.db, site: 'https://hofn.example' }).requestRetracted;
  const subject = { id: 'anna', kind: 'person', fullName: 'Anna Prófsdóttir', ssn: '' } as never;
  const letter = await compose({ subject, language: 'en', about: mail?.about ?? {} } as never);
  expect(letter?.body).toContain('Request: Cancellation');
  // The policy is as it was, and something else can be asked for.
  const { request, requestable } = await optionsOfP1();
  expect([request, requestable.kinds.length > 0]).toEqual([null, true]);
  const { items } = await read<{ items: CustomerMatter[] }>('/api/user/v1/matters');
  expect(items.find((matter) => matter.request?.id === 'r2')?.request?.state).toBe('retracted');
  expect(problemOf(await retract())).toEqual([409, 'conflict']);
});

test('LIFE-7, CORE-10: an outcome that arrives after a request was taken back is refused, and nothing of it is stored', async () => {
  await retract();
  const core = await issuer.serviceToken(['core.requests.read', 'core.requests.settle']);
  const { items } = await read<{ items: CoreRequest[] }>('/api/core/v1/requests?state=retracted', core);
  expect(items).toMatchObject([{ id: 'r2', state: 'retracted', outcome: null }]);
  const outcome = { result: 'accepted', effectiveOn: '2027-01-01', policyNumber: '1000001' };
  const byCore = await send('/api/core/v1/requests/r2/outcome', outcome, { token: core, method: 'PUT' });
  expect(problemOf(byCore)).toEqual([409, 'requestRetracted']);
  const { version } = await read<StaffCase>('/api/staff/v1/cases/k5', staff);
  const texts = { is: 'Tryggingin fylgir láninu.', en: 'The loan requires the insurance.' };
  const act = { act: 'settle', version, decision: { result: 'refused', texts } };
  expect(problemOf(await send('/api/staff/v1/cases/k5', act, { token: staff }))).toEqual([
    409,
    'requestRetracted',
  ]);
  expect(await requestRow()).toMatchObject({ state: 'retracted', outcome: null, messages: [] });
  const [policy] = await database.db.select().from(policies).where(eq(policies.id, 'p1'));
  expect(policy?.cancelledOn).toBeNull();
  expect((await database.db.select().from(mails)).map(({ kind }) => kind)).toEqual(['requestRetracted']);
});

test('LIFE-7: what an employee has taken, or asked about, is not taken back; nor is an accepted offer', async () => {
  const { version } = await read<StaffCase>('/api/staff/v1/cases/k5', staff);
  await send('/api/staff/v1/cases/k5', { act: 'assign', version }, { token: staff });
  expect((await optionsOfP1()).request).toMatchObject({ state: 'open', retractable: false });
  expect(problemOf(await retract())).toEqual([409, 'requestInHand']);
  await send('/api/staff/v1/cases/k5', { act: 'release', version: version + 1 }, { token: staff });
  expect((await optionsOfP1()).request?.retractable).toBe(true);
  const texts = { is: 'Af hverju viltu segja upp?', en: 'Why do you want to cancel?' };
  const ask = { act: 'settle', version: version + 2, decision: { result: 'moreInformation', texts } };
  expect((await send('/api/staff/v1/cases/k5', ask, { token: staff })).status).toBe(200);
  await send('/api/staff/v1/cases/k5', { act: 'release', version: version + 3 }, { token: staff });
  expect((await optionsOfP1()).request).toMatchObject({ state: 'moreInformation', retractable: false });
  expect(problemOf(await retract())).toEqual([409, 'requestInHand']);
  expect(problemOf(await retract('r1'))).toEqual([409, 'conflict']);
  expect((await requestRow())?.state).toBe('pending');
});

test('LIFE-5, LIFE-7: what was accepted before is still news of the policy once a later request is taken back', async () => {
  await database.db
    .update(changeRequests)
    .set({ kind: 'suspend', state: 'confirmed', settledAt: '2026-11-20T13:00:00Z' })
    .where(eq(changeRequests.id, 'r2'));
  const body = { kind: 'cancel', policyId: 'p1' };
  const later = await send('/api/policy/v1/requests', body);
  expect(later.status).toBe(201);
  const { id } = (await optionsOfP1()).request ?? {};
  expect(await retract(id)).toMatchObject({ status: 200, body: { state: 'retracted' } });
  expect((await optionsOfP1()).request).toMatchObject({ id: 'r2', kind: 'suspend', state: 'accepted' });
});

test('LIFE-7, ACC-1: nobody takes back another customer’s request', async () => {
  expect(problemOf(await retract('r2', await issuer.token('birgir')))).toEqual([404, 'notFound']);
  expect((await requestRow())?.state).toBe('pending');
});

test('LIFE-7: what waits for a customer names their open requests, oldest first, with policy or offer', async () => {
  const { requests } = await read<Waiting>('/api/user/v1/waiting');
  expect(requests).toMatchObject([
    { id: 'r1', kind: 'offer', state: 'moreInformation', policyId: null, offerId: 'o5' },
    { id: 'r2', kind: 'cancel', state: 'open', policyId: 'p1', offerId: null },
  ]);
  expect(requests.map(({ about }) => about.split(', ')[1])).toEqual(['9000005', '1000001']);
  await retract();
  expect((await read<Waiting>('/api/user/v1/waiting')).requests.map(({ id }) => id)).toEqual(['r1']);
});

test('LIFE-8: the queue names what is asked for, finds it by its words, and filters by it', async () => {
  const queue = (query: string) => read<{ items: StaffCase[] }>(`/api/staff/v1/queue?${query}`, staff, 'is');
  const byKind = await queue('kind=change&request=cancel');
  expect(byKind.items).toMatchObject([{ id: 'k5', request: 'cancel', about: 'Kaskótrygging, 1000001' }]);
  for (const words of ['uppsogn kasko', 'Uppsögn: Kaskótrygging, 1000001']) {
    const found = await queue(`search=${encodeURIComponent(words)}`);
    expect(
      found.items.map(({ id }) => id),
      words,
    ).toEqual(['k5']);
  }
  const others = (await queue('')).items.filter(({ kind }) => kind !== 'change');
  expect(others.length).toBeGreaterThan(0);
  expect(others.every(({ request }) => request === null)).toBe(true);
});

test.each(['cover', 'suspend', 'cancel', 'withdraw', null] as const)(
  'LIFE-8: the queue and the customer call a request by the same kind (%s)',
  async (kind) => {
    await database.db.update(changeRequests).set({ kind }).where(eq(changeRequests.id, 'r2'));
    const { requests } = await read<Waiting>('/api/user/v1/waiting');
    const { items } = await read<{ items: StaffCase[] }>('/api/staff/v1/queue?kind=change', staff);
    const inQueue = ['k2', 'k5'].map((id) => items.find((item) => item.id === id)?.request);
    expect(inQueue).toEqual(['offer', kind ?? 'figures']);
    expect(requests.map((request) => request.kind)).toEqual(inQueue);
  },
);
