import type { Claim, DocumentList } from '@hofn/contracts';
import {
  claimEvents,
  claimNotices,
  claims,
  coreRecords,
  type Database,
  documents,
  policies,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClaimStore } from '../claims/claim-store.ts';
import { filledForm } from '../claims/testing.ts';
import { textOfPdf } from '../platform/pdf/testing.ts';
import { fillDatabase, fillStaff } from '../testing.ts';
import { carPolicy, ragnar } from './testing.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  await fillStaff(database);
  core = await startCore(database);
});
beforeEach(async () => {
  await database.db.delete(documents);
  await database.db.delete(claims);
  await database.db.delete(coreRecords);
  await database.db.delete(policies).where(eq(policies.productId, 'travel'));
  await put('customers/R', ragnar);
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const scopes = [
  'core.customers.write',
  'core.policies.write',
  'core.claims.write',
  'core.billing.write',
] as const;
const put = (path: string, facts: object, { version = 1, source = 'kerfi' } = {}) =>
  core.put(path, { version, facts }, { scopes, source });
const policy = (number: string) => ({ ...carPolicy, items: [], covers: [], number });
const at = '2026-11-18T09:00:00Z';
const fire = {
  ...{ customer: ragnar.ssn, number: 'TJ-1', title: { is: 'Bruni', en: 'Fire' }, dateOfLoss: '2026-11-17' },
  ...{ status: 'received', events: [{ sequence: 0, status: 'received', at, role: 'system' }] },
};
const taken = (what: string, number: string) => ({
  ...{ status: 400, errors: { 'facts.number': [`Another ${what} has the number ${number}.`] } },
});

test('INS-7: a policy’s number belongs to one policy, whichever system, customer or key sends it', async () => {
  expect(await put('policies/A', policy('7500001'))).toMatchObject({ status: 200, outcome: 'created' });
  expect(await put('policies/B', policy('7500001'))).toMatchObject(taken('policy', '7500001'));
  expect(await put('policies/A', policy('7500001'), { source: 'annad' })).toMatchObject(
    taken('policy', '7500001'),
  );
  const annas = { ...policy('7500001'), customer: '1402851489' };
  expect(await put('policies/C', annas)).toMatchObject(taken('policy', '7500001'));
  // One that is on file here without having come from a core system.
  expect(await put('policies/D', policy('1000001'))).toMatchObject(taken('policy', '1000001'));
  // The same policy again, under a new number, and another one under the number that is free since.
  expect(await put('policies/A', policy('7500002'), { version: 2 })).toMatchObject({ outcome: 'updated' });
  expect(await put('policies/B', policy('7500001'))).toMatchObject({ outcome: 'created' });
  const rows = await database.db.select().from(policies).where(eq(policies.number, '7500001'));
  expect(rows).toHaveLength(1);
});

test('INS-7: of two policies with one number that arrive at once, one is refused by its field', async () => {
  const answers = await Promise.all(['E', 'F', 'G'].map((key) => put(`policies/${key}`, policy('7500003'))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  for (const answer of answers)
    if (answer.status === 400) expect(answer).toMatchObject(taken('policy', '7500003'));
});

test('INS-7: a claim’s number belongs to one claim, also one that a visitor’s report has', async () => {
  expect(await put('claims/A', fire)).toMatchObject({ status: 200 });
  expect(await put('claims/B', fire)).toMatchObject(taken('claim', 'TJ-1'));
  expect(await put('claims/A', { ...fire, place: 'Höfn' }, { version: 2 })).toMatchObject({ status: 200 });
  await database.db.insert(claimNotices).values({
    ...{ id: 'n1', number: 'T-2026-900001', line: 'home', form: filledForm, name: 'Ragnar' },
    ...{ ssn: ragnar.ssn, policyNumber: '', language: 'is', receivedAt: at },
  });
  const reported = { ...fire, number: 'T-2026-900001' };
  expect(await put('claims/C', reported)).toMatchObject(taken('claim', 'T-2026-900001'));
});

test('INS-7: numbers of claims that we give ourselves pass over those that another system has given', async () => {
  const { db } = database;
  const store = createClaimStore(db);
  const first = await store.nextNumber(db, '2026');
  const next = first.replace(/\d+$/, (digits) => String(Number(digits) + 1));
  await put('claims/next', { ...fire, number: next });
  expect(await store.nextNumber(db, '2026')).toBe(
    first.replace(/\d+$/, (digits) => String(Number(digits) + 2)),
  );
});

test('INS-7: a loss of 5,000,000,000 ISK passes from the core’s call to customer, staff, list file, PDF and letter', async () => {
  const handler = { role: 'handler', name: 'Prófa Fulltrúadóttir' };
  const amounts = { lossAmount: 5_000_000_000, compensation: 4_999_900_000 };
  const approved = { sequence: 1, status: 'approved', at: '2026-11-20T10:00:00Z', ...handler, ...amounts };
  const payment = {
    ...{ id: '1', title: { is: 'Bætur', en: 'Compensation' }, recipient: 'Anna Prófdóttir' },
    ...{ amount: 4_999_900_000, state: 'approved' },
  };
  const decided = {
    ...{ ...fire, customer: '1402851489', number: 'TJ-5', status: 'approved', ...amounts },
    ...{ events: [...fire.events, approved], payments: [payment] },
  };
  const { id, status } = await put('claims/large', decided);
  expect(status).toBe(200);
  const path = `/api/claim/v1/getclaim/${id}`;
  const shown = { ...amounts, payments: [{ amount: 4_999_900_000 }] };
  expect(await core.read<Claim>('anna', path)).toMatchObject(shown);
  const anna = await core.issuer.token('anna');
  const katrin = await core.issuer.token('employee|katrin', { actor_kind: 'employee' });
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ ssn: '1402851489', reason: 'service' });
  await core.api.ask('/api/user/v1/switchoverviewuser', {
    method: 'POST',
    token: katrin,
    headers: json,
    body,
  });
  const viewed = await core.api.ask(path, { token: katrin, headers: { 'impersonate-ssn': '1402851489' } });
  expect(await viewed.json()).toMatchObject(shown);
  const list = (accept: string) => core.api.ask('/api/claim/v1', { token: anna, headers: { accept } });
  expect(await (await list('text/csv')).text()).toContain(';5000000000;4999900000');
  const bytes = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());
  expect(await textOfPdf(await bytes(await list('application/pdf')))).toContain('4.999.900.000');
  const { items } = await core.read<DocumentList>('anna', '/api/document/v1/edocuments?kind=claimDecision');
  const letter = await core.api.ask(`/api/document/v1/download/${items[0]?.id}`, { token: anna });
  expect(await textOfPdf(await bytes(letter))).toContain('4.999.900.000');
  expect(await database.db.select().from(claimEvents).where(eq(claimEvents.sequence, 1))).toMatchObject([
    amounts,
  ]);
});

test.each([
  ['policies/P', 'facts.premiumPerYear', { ...policy('7500009'), premiumPerYear: 2_147_483_648 }],
  ['policies/P', 'facts.deductible', { ...policy('7500009'), deductible: 2_147_483_648 }],
  [
    'ledger-entries/L',
    'facts.amount',
    {
      ...{ customer: ragnar.ssn, bookedOn: '2026-11-01', sequence: 1, type: 'claim', amount: -2_147_483_649 },
      description: { is: 'Bætur', en: 'Compensation' },
    },
  ],
])('INS-7: %s with more than an account can hold is refused by its field %s', async (path, field, facts) => {
  const { status, errors } = await put(path, facts);
  expect([status, Object.keys(errors ?? {})]).toEqual([400, expect.arrayContaining([field])]);
});
