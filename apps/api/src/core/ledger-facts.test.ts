import { type Database, documents } from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { fixedClock } from '@hofn/service/testing.ts';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nightOf } from '../documents/testing.ts';
import { fillDatabase } from '../testing.ts';
import { carPolicy, novemberEntry, ragnar } from './testing.ts';
import { startCore } from './testing-core.ts';

let database: Database;
let core: Awaited<ReturnType<typeof startCore>>;
let id = '';
beforeAll(async () => {
  database = await testDatabase();
  await fillDatabase(database);
  core = await startCore(database);
  id = await put('customers/ledger', 1, ragnar);
  await put('policies/ledger', 1, { ...carPolicy, validFrom: '2026-01-01', validTo: '2026-12-31' });
});
afterAll(async () => {
  await core.api.stop();
  await database.close();
});

const scopes = ['core.customers.write', 'core.policies.write', 'core.billing.write'] as const;
const put = async (path: string, version: number, facts: object): Promise<string> => {
  const { status, errors, id = '' } = await core.put(path, { version, facts }, { scopes });
  expect([path, status, errors]).toEqual([path, 200, undefined]);
  return id;
};
const putEntry = (sequence: number, bookedOn: string, version = 1, more: object = {}) =>
  put(`ledger-entries/entry-${sequence}`, version, {
    ...novemberEntry,
    ...{ policy: 'ledger', sequence, bookedOn },
    ...more,
  });
const night = async () => (await nightOf(database, fixedClock()))();
const statements = () =>
  database.db
    .select()
    .from(documents)
    .where(and(eq(documents.customerId, id), eq(documents.kind, 'annualStatement')))
    .orderBy(asc(documents.periodFrom), asc(documents.version));
const chargesIn = (facts: unknown) => (facts as { sums: { charges: number } }).sums.charges;
const pdfOf = async (document = '') => {
  const token = await core.issuer.token(id);
  const answer = await core.api.ask(`/api/document/v1/download/${document}`, { token, language: 'en' });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

test('CORE-6: entries of a past year may arrive one by one; its statement is issued in the night, with all of them', async () => {
  await putEntry(1, '2025-03-01');
  await putEntry(2, '2025-04-01');
  expect(await statements()).toEqual([]);
  await night();
  const [statement, ...others] = await statements();
  expect(others).toEqual([]);
  expect(statement).toMatchObject({ titleEn: 'Annual statement 2025', issuedOn: '2026-01-15', version: 1 });
  expect(chargesIn(statement?.facts)).toBe(15_000);
});

test('CORE-6: an entry in a year whose statement was issued corrects it: a new statement says so, and the first stays as it was', async () => {
  const [first] = await statements();
  const pdf = await pdfOf(first?.id);
  await putEntry(3, '2025-12-31');
  await night();
  const [kept, corrected, ...others] = await statements();
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ id: first?.id, titleEn: first?.titleEn, version: 1 });
  expect(await pdfOf(kept?.id)).toEqual(pdf);
  expect(corrected).toMatchObject({
    ...{ titleIs: 'Ársyfirlit 2025 (leiðrétt)', titleEn: 'Annual statement 2025 (corrected)' },
    ...{ issuedOn: '2026-11-21', version: 2, readAt: null },
  });
  expect(chargesIn(corrected?.facts)).toBe(22_500);
  expect(await pdfOf(corrected?.id)).not.toEqual(pdf);
});

test('CORE-6: a version that states the same sums issues no other statement, and a later year none of an earlier one', async () => {
  const before = (await statements()).map((statement) => statement.id);
  await putEntry(3, '2025-12-31', 2, { description: { is: 'Iðgjald', en: 'Premium' } });
  await putEntry(4, '2026-11-01');
  await night();
  expect((await statements()).map((statement) => statement.id)).toEqual(before);
});
