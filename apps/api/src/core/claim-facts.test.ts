import type { Claim, DocumentList, Reference } from '@hofn/contracts';
import {
  auditEvents,
  cases,
  claimEvents,
  claimPayments,
  claims,
  coreRecords,
  customers,
  type Database,
  mails,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillClaims, filledForm } from '../claims/testing.ts';
import { fillDatabase } from '../testing.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  core = await startCore(database);
  await database.db.insert(coreRecords).values({
    source: 'kerfi',
    type: 'policies',
    key: 'P-1',
    version: 1,
    id: 'p1',
    customerId: 'anna',
    receivedAt: '2026-11-01T00:00:00Z',
  });
});
beforeEach(async () => {
  await fillClaims(database);
  await database.db.delete(mails);
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const filed = {
  sequence: 0,
  status: null,
  at: '2026-11-18T09:00:00Z',
  role: 'customer',
  name: 'Anna Prófdóttir',
};
const received = { sequence: 1, status: 'received', at: '2026-11-18T09:30:00Z', role: 'system' };
const approved = {
  sequence: 2,
  status: 'approved',
  at: '2026-11-20T10:00:00Z',
  role: 'handler',
  name: 'Prófa Fulltrúadóttir',
  note: { is: 'Við greiðum viðgerðina.', en: 'We pay for the repair.' },
  lossAmount: 300_000,
  compensation: 160_000,
};
const payment = {
  id: '1',
  title: { is: 'Viðgerð', en: 'Repair' },
  recipient: 'Anna Prófdóttir',
  amount: 160_000,
  state: 'paid',
  paidOn: '2026-11-21',
  account: '0133-26-004410',
};
const facts = {
  customer: '1402851489',
  number: 'TJ-77',
  policy: 'P-1' as Reference,
  title: { is: 'Árekstur', en: 'Collision' },
  status: 'received',
  dateOfLoss: '2026-11-17',
  place: 'Miklabraut',
  handler: { name: 'Prófa Fulltrúadóttir', phone: '5605010' },
  events: [filed, received],
};
const decided = {
  ...facts,
  status: 'approved',
  lossAmount: 300_000,
  compensation: 160_000,
  nextBy: '2026-12-01',
  events: [filed, received, approved],
};

const scopes = ['core.claims.write'] as const;
/** Claims under other keys than the first have other numbers. */
const numbered = (key: string, more: object) =>
  'number' in more && more.number === facts.number && key !== 'a' ? { ...more, number: `TJ-77${key}` } : more;
const put = (key: string, version: number, more: object = facts, rest: object = {}) =>
  core.put(`claims/${key}`, { version, facts: numbered(key, more), ...rest }, { scopes });
const sent = async () =>
  (
    await database.db.select({ kind: mails.kind, about: mails.about, language: mails.language }).from(mails)
  ).map(({ kind, about, language }) => [kind, about.status ?? null, language]);

test('CORE-2: a claim arrives with its timeline and payments, and the customer reads it in both languages', async () => {
  const created = await put('a', 3);
  expect(created).toMatchObject({ status: 200, outcome: 'created', version: 3 });
  expect(await put('a', 3)).toMatchObject({ outcome: 'unchanged', id: created.id });
  expect(await put('a', 5, { ...decided, payments: [payment] })).toMatchObject({
    outcome: 'updated',
    version: 5,
  });
  expect(await put('a', 4)).toMatchObject({ outcome: 'outdated', version: 5 });

  const path = `/api/claim/v1/getclaim/${created.id}`;
  const icelandic = await core.read<Claim>('anna', path);
  expect(icelandic).toMatchObject({
    number: 'TJ-77',
    title: 'Árekstur',
    status: 'approved',
    dateOfLoss: '2026-11-17',
    place: 'Miklabraut',
    policy: { id: 'p1', number: '1000001' },
    lossAmount: 300_000,
    compensation: 160_000,
    changedAt: '2026-11-20T10:00:00Z',
    handler: { name: 'Prófa Fulltrúadóttir', phone: '5605010' },
    payments: [{ title: 'Viðgerð', amount: 160_000, state: 'paid', account: '0133-26-••4410' }],
  });
  expect(icelandic.timeline.map(({ step, state }) => [step, state])).toEqual([
    ['filed', 'done'],
    ['received', 'done'],
    ['approved', 'now'],
    ['settled', 'next'],
  ]);
  expect(icelandic.timeline.at(-1)?.until).toBe('2026-12-01');
  const english = await core.read<Claim>('anna', path, 'en');
  expect(english).toMatchObject({ title: 'Collision', payments: [{ title: 'Repair' }] });
  expect(english.timeline[2]?.note).toBe('We pay for the repair.');
  expect(icelandic.letters).toHaveLength(1);
  const { items } = await core.read<DocumentList>('anna', '/api/document/v1/edocuments?kind=claimDecision');
  expect(items.map(({ id }) => id)).toEqual(icelandic.letters.map(({ id }) => id));
  const events = await database.db.select().from(auditEvents).where(eq(auditEvents.action, 'core.putClaim'));
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({ actorKind: 'service', subjectId: 'anna', authorityDetail: scopes[0] });
});

test('CORE-6, DATA-9: the customer is e-mailed once about each new status and payment, in their language, and about nothing else', async () => {
  await database.db.update(customers).set({ language: 'en' }).where(eq(customers.id, 'anna'));
  await put('b', 1);
  expect(await sent()).toEqual([['claimStatus', 'received', 'en']]);
  await put('b', 1);
  await put('b', 2, { ...facts, place: 'Hringbraut' });
  expect(await sent()).toHaveLength(1);
  const asked = { ...received, sequence: 2, status: 'awaitingDocuments' };
  const awaits = {
    ...facts,
    status: 'awaitingDocuments',
    events: [filed, received, asked],
    needs: [{ is: 'Reikningur', en: 'An invoice' }],
    needsBy: '2026-12-01',
  };
  await put('b', 3, awaits);
  await put('b', 4, awaits);
  await put('b', 5, { ...awaits, needsBy: '2026-12-05' });
  expect((await sent()).slice(1)).toEqual([
    ['claimDocuments', 'awaitingDocuments', 'en'],
    ['claimDocuments', 'awaitingDocuments', 'en'],
  ]);
  const settling = { ...decided, events: [filed, received, asked, { ...approved, sequence: 3 }] };
  await put('b', 6, { ...settling, payments: [{ ...payment, state: 'approved', paidOn: null }] });
  await put('b', 7, { ...settling, payments: [payment] });
  await put('b', 8, { ...settling, payments: [payment] });
  await put('b', 7, { ...settling, payments: [payment] });
  expect((await sent()).slice(3)).toEqual([
    ['claimStatus', 'approved', 'en'],
    ['claimPayment', null, 'en'],
  ]);
  await database.db.update(customers).set({ language: 'is' }).where(eq(customers.id, 'anna'));
});

test('CORE-6: a quiet claim is e-mailed to nobody, now or when it arrives again; its decision letter is issued', async () => {
  const { id } = await put('q', 1, { ...decided, payments: [payment] }, { quiet: true });
  await put('q', 1, { ...decided, payments: [payment] });
  await put('q', 2, { ...decided, payments: [payment] });
  expect(await sent()).toEqual([]);
  expect((await core.read<Claim>('anna', `/api/claim/v1/getclaim/${id}`)).letters).toHaveLength(1);
});

test('CORE-6, DATA-9: a claim that was filed in the portal is adopted with its answers, and its case closes when it ends', async () => {
  const token = await core.issuer.token('anna');
  const answer = await core.api.ask('/api/claim/v1/claims', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'filing-of-a-claim-1' },
    body: JSON.stringify({ draft: 'd1', line: 'home', form: filledForm, declaration: true }),
  });
  expect(answer.status).toBe(201);
  const { id: claim } = (await answer.json()) as { id: string };
  await database.db.delete(mails);
  const own = { ...facts, claim, unverified: false, policy: null, number: 'TJ-90', events: [] };
  expect(await put('own', 1, own)).toMatchObject({ outcome: 'created', id: claim });
  // It was received before, so there is no news.
  expect(await sent()).toEqual([]);
  const adopted = await core.read<Claim>('anna', `/api/claim/v1/getclaim/${claim}`);
  expect(adopted).toMatchObject({ number: 'TJ-90', reportedAt: '2026-11-21T12:00:00Z' });
  expect(adopted.facts.length).toBeGreaterThan(0);

  const work = () => database.db.select().from(cases).where(eq(cases.matterId, claim));
  expect(await work()).toMatchObject([{ state: 'open' }]);
  const rejected = { ...approved, status: 'rejected', lossAmount: null, compensation: 0 };
  const ended = { ...own, claim: null, status: 'rejected', events: [rejected] };
  expect(await put('own', 2, ended)).toMatchObject({ outcome: 'updated', id: claim });
  expect(await work()).toMatchObject([{ state: 'closed' }]);
  expect(await sent()).toEqual([['claimStatus', 'rejected', 'is']]);
  const { timeline } = await core.read<Claim>('anna', `/api/claim/v1/getclaim/${claim}`);
  expect(timeline.map(({ step }) => step)).toEqual(['filed', 'received', 'rejected']);
  // The customer objects, and a version that says nothing new does not close the case again.
  await openWorkItem(database.db, {
    kind: 'claim',
    matterId: claim,
    customerId: 'anna',
    language: 'is',
    openedAt: new Date('2026-11-22T10:00:00Z'),
  });
  await put('own', 3, { ...ended, place: 'Skúlagata' });
  expect(await work()).toMatchObject([{ state: 'open' }]);
});

test('CORE-2: a claim of another source, customer or key is not taken over', async () => {
  const { id: claim } = await put('mine', 1);
  const adopting = { ...facts, claim, unverified: false };
  expect(await put('again', 1, adopting)).toMatchObject({
    status: 400,
    errors: { key: ['It has the key mine.'] },
  });
  const from = (source: string) =>
    core.put(
      'claims/x',
      { version: 1, facts: { ...adopting, number: 'TJ-77mine', policy: null } },
      { scopes, source },
    );
  expect(await from('annad')).toMatchObject({
    status: 400,
    errors: { key: ['Another system supplies it.'] },
  });
  const birgirs = { ...adopting, customer: '0303831459', policy: null };
  expect((await put('birgirs', 1, birgirs)).errors).toHaveProperty('facts.claim');
  expect((await put('mine', 2, { ...facts, customer: '0303831459', policy: null })).errors).toHaveProperty(
    'facts.customer',
  );
});

test('CORE-2, HOLD-9: an event on file never changes, and one that a version leaves out stays', async () => {
  const { id } = await put('log', 1);
  const changed = { ...facts, events: [{ ...filed, name: 'Birgir Prófsson' }, received] };
  expect((await put('log', 2, changed)).errors).toHaveProperty(['facts.events.0']);
  expect(
    (await put('log', 2, { ...facts, events: [filed, { ...received, role: 'handler' }] })).errors,
  ).toHaveProperty(['facts.events.1']);
  const later = { ...received, at: '2026-11-18T09:30:00.000Z' };
  expect(await put('log', 2, { ...facts, events: [later] })).toMatchObject({ outcome: 'updated' });
  const claim = await core.read<Claim>('anna', `/api/claim/v1/getclaim/${id}`);
  expect(claim.timeline.map(({ step }) => step)).toEqual(['filed', 'received', 'inProgress']);
});

const bad: Array<[field: string, facts: object]> = [
  ['facts.customer', { ...facts, customer: '0101701239', policy: null }],
  ['facts.policy', { ...facts, policy: 'P-9' }],
  ['facts.policy', { ...facts, policy: { source: 'annad', key: 'P-1' } }],
  ['facts.claim', { ...facts, claim: 'none', unverified: false }],
  ['facts.unverified', { ...facts, claim: 'c1' }],
  ['facts.title.en', { ...facts, title: { is: 'Árekstur' } }],
  ['facts.status', { ...facts, status: 'settled' }],
  ['facts.status', { ...facts, status: 'gone' }],
  ['facts.dateOfLoss', { ...facts, dateOfLoss: '2026-02-30' }],
  ['facts.status', { ...facts, events: [] }],
  ['facts.events.1.sequence', { ...facts, events: [filed, { ...received, sequence: 0 }] }],
  ['facts.events.1.at', { ...facts, events: [filed, { ...received, at: '2026-11-18T08:59:59.5Z' }] }],
  ['facts.needs', { ...facts, needs: [{ is: 'Reikningur', en: 'An invoice' }] }],
  ['facts.payments', { ...facts, payments: [payment, payment] }],
  ['facts.payments.0.paidOn', { ...facts, payments: [{ ...payment, paidOn: null }] }],
  ['facts.payments.0.amount', { ...facts, payments: [{ ...payment, amount: 1.5 }] }],
  ['facts.payments.0.account', { ...facts, payments: [{ ...payment, account: '4410' }] }],
];
test.each(bad)(
  'CORE-5: a claim with a wrong %s is refused by name, and nothing of it is stored',
  async (field, wrong) => {
    const { db } = database;
    const counts = async () => [
      await db.$count(claims),
      await db.$count(claimEvents),
      await db.$count(claimPayments),
      await db.$count(coreRecords),
      await db.$count(mails),
    ];
    const before = await counts();
    const answer = await put('bad', 1, wrong);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toContain(field);
    expect(await counts()).toEqual(before);
  },
);

test('CORE-5: an unknown field is refused by name; a missing scope gets 403', async () => {
  const answer = await put('bad', 1, { ...facts, colour: 'red' });
  expect([answer.status, answer.errors]).toEqual([400, { 'facts.colour': [expect.any(String)] }]);
  const disordered = await put('bad', 1, { ...facts, status: 'settled' });
  expect(disordered.errors).toEqual({ 'facts.status': ['The last event with a status says received.'] });
  const wrong = await core.put('claims/x', { version: 1, facts }, { scopes: ['core.policies.write'] });
  expect(wrong.status).toBe(403);
  expect(
    await database.db.$count(coreRecords, and(eq(coreRecords.type, 'claims'), eq(coreRecords.key, 'bad'))),
  ).toBe(0);
});

test('CORE-2: a system reads a claim that an event names, which is audited; another customer’s is not there', async () => {
  const token = await core.issuer.serviceToken(['core.claims.read']);
  const read = (customer: string, claim: string) =>
    core.api.ask(`/api/core/v1/customers/by-id/${customer}/claims/${claim}`, { token });
  const answer = await read('anna', 'c1');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    ...{ id: 'c1', number: 'T-1', customer: { ssn: '1402851489' }, dateOfLoss: '2026-11-10' },
    title: { is: 'Árekstur á Miklubraut', en: 'Collision on Miklabraut' },
    policy: { id: 'p1' },
  });
  const [event] = await database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'core.readClaim'));
  expect(event).toMatchObject({ actorKind: 'service', details: { source: 'kerfi' } });
  expect((await read('felag', 'c1')).status).toBe(404);
});
