import type { OffersPending, Proposal } from '@hofn/contracts';
import { auditEvents, coreRecords, type Database, proposals } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillOffers } from '../offers/testing.ts';
import { fillDatabase } from '../testing.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillOffers(database);
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
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const scopes = ['core.policies.write'] as const;
const facts = {
  customer: '1402851489',
  number: 'TB-7',
  product: 'kasko',
  policy: 'P-1',
  insured: { is: 'Nýr bíll', en: 'A new car' },
  needs: [{ is: 'Lægri sjálfsáhætta', en: 'A lower deductible' }],
  covers: [{ id: 'rental', sumInsured: 200_000, deductible: 0 }],
  premiumPerYear: 96_000,
  premiumParts: [
    { id: 'base', amount: 100_000 },
    { id: 'loyalty', amount: -4_000 },
  ],
  instalmentsPerYear: 12,
  deductible: 90_000,
  terms: ['BK10'],
  effectiveOn: '2026-12-01',
  validTo: '2026-12-20',
  tariff: 'test-1',
  offeredAt: '2026-11-20T10:00:00Z',
};
const put = (key: string, version: number, more: object = {}) =>
  core.put(`offers/${key}`, { version, facts: { ...facts, ...more } }, { scopes });

test('CORE-2: an offer arrives, and the customer reads it in both languages and compares it with the policy', async () => {
  const created = await put('a', 2);
  expect(created).toMatchObject({ status: 200, outcome: 'created', version: 2 });
  expect(await put('a', 2)).toMatchObject({ outcome: 'unchanged' });
  expect(await put('a', 1)).toMatchObject({ outcome: 'outdated', version: 2 });
  expect(await put('a', 3, { validTo: '2026-12-24' })).toMatchObject({ outcome: 'updated', version: 3 });
  const path = `/api/ods/v1/proposal/${created.id}`;
  expect(await core.read<Proposal>('anna', path)).toMatchObject({
    number: 'TB-7',
    name: 'Kaskótrygging',
    insured: 'Nýr bíll',
    needs: ['Lægri sjálfsáhætta'],
    state: 'pending',
    validTo: '2026-12-24',
    premiumPerYear: { offered: 96_000, now: 90_000 },
    policy: { id: 'p1' },
  });
  expect(await core.read<Proposal>('anna', path, 'en')).toMatchObject({
    name: 'Comprehensive motor insurance',
    insured: 'A new car',
    needs: ['A lower deductible'],
  });
  const list = await core.read<OffersPending>('anna', '/api/offers/v1/pending');
  expect(list.items.map(({ id }) => id)).toContain(created.id);
  const events = await database.db.select().from(auditEvents).where(eq(auditEvents.action, 'core.putOffer'));
  expect(events).toHaveLength(2);
});

test('CORE-2: an offer that the customer has answered stays as it was answered', async () => {
  const { id = '' } = await put('b', 1);
  const answer = await core.api.ask(`/api/ods/v1/proposal/${id}`, {
    method: 'POST',
    token: await core.issuer.token('anna'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'decline' }),
  });
  expect(answer.status).toBe(200);
  expect((await put('b', 2, { number: 'TB-8' })).errors).toEqual({
    key: ['The customer has answered this offer.'],
  });
  const [row] = await database.db.select().from(proposals).where(eq(proposals.id, id));
  expect(row).toMatchObject({ state: 'declined', number: 'TB-7' });
});

const bad: Array<[field: string, facts: object]> = [
  ['facts.customer', { customer: '0101701239', policy: null }],
  ['facts.policy', { policy: 'P-9' }],
  // Another customer's policy.
  ['facts.policy', { customer: '0303831459' }],
  ['facts.product', { product: 'boat', covers: [] }],
  ['facts.covers.0.id', { covers: [{ id: 'skiing' }] }],
  ['facts.terms.0', { terms: ['XX10'] }],
  ['facts.tariff', { tariff: '1999-1' }],
  ['facts.premiumParts.0.id', { premiumParts: [{ id: 'gold', amount: 96_000 }] }],
  ['facts.premiumParts', { premiumPerYear: 95_000 }],
  ['facts.insured.en', { insured: { is: 'Nýr bíll' } }],
  ['facts.needs.0.is', { needs: [{ en: 'A lower deductible' }] }],
  ['facts.validTo', { validTo: '2026-11-19' }],
  ['facts.instalmentsPerYear', { instalmentsPerYear: 2 }],
  ['facts.colour', { colour: 'red' }],
];
test.each(bad)(
  'CORE-5: an offer with a wrong %s is refused by name, and nothing of it is stored',
  async (field, wrong) => {
    const { db } = database;
    const counts = async () => [await db.$count(proposals), await db.$count(coreRecords)];
    const before = await counts();
    const answer = await put('bad', 1, wrong);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.errors ?? {})).toContain(field);
    expect(await counts()).toEqual(before);
  },
);

test('CORE-1: offers need the scope of policies', async () => {
  const answer = await core.put('offers/x', { version: 1, facts }, { scopes: ['core.claims.write'] });
  expect(answer.status).toBe(403);
});
