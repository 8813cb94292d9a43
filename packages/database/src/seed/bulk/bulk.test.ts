import { parseKennitala } from '@hofn/domain';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../open.ts';
import { customers } from '../../schema/customers.ts';
import { policies } from '../../schema/policies.ts';
import { patience } from '../../testing/patience.ts';
import { describeEachEngine } from '../../testing.ts';
import { noRows } from '../policy.ts';
import { addBulkRows } from './customers.ts';
import { bulkCustomerId, bulkRecordId, customersPerSeed, seeds, temporarySsn } from './identifiers.ts';
import { seedCustomers } from './seed.ts';

const today = '2026-11-21';
const seed = fc.integer({ min: 0, max: seeds - 1 });
const number = fc.integer({ min: 0, max: customersPerSeed - 1 });

const rowsOf = (seedNumber: number, from: number, to: number) => {
  const rows = noRows();
  addBulkRows(rows, seedNumber, { from, to }, today);
  return rows;
};

describe('bulk customers', () => {
  test('KT-6: bulk customers have temporary ids, unique across all seeds', () => {
    fc.assert(
      fc.property(seed, number, seed, number, (seedA, a, seedB, b) => {
        const ssn = temporarySsn(seedA, a);
        expect(parseKennitala(ssn, { checkDigit: 'strict', allowTestIds: false })).toEqual({
          ok: true,
          ssn,
          kind: 'temporary',
        });
        const isSame = seedA === seedB && a === b;
        expect(temporarySsn(seedB, b) === ssn).toBe(isSame);
        expect(bulkCustomerId(seedA, a) === bulkCustomerId(seedB, b)).toBe(isSame);
        expect(bulkRecordId(seedA, a, 3) === bulkRecordId(seedB, b, 3)).toBe(isSame);
      }),
    );
    const many = Array.from({ length: 20_000 }, (_, n) => temporarySsn(7, n));
    expect(new Set(many).size).toBe(many.length);
  });

  test('the same seed and day give the same rows, another seed gives different ones', () => {
    expect(rowsOf(3, 0, 40)).toEqual(rowsOf(3, 0, 40));
    expect(rowsOf(4, 0, 40).customers).not.toEqual(rowsOf(3, 0, 40).customers);
  });

  test('a customer is the same in any batch', () => {
    const { id } = rowsOf(3, 17, 18).customers[0] ?? {};
    expect(rowsOf(3, 0, 40).customers.filter((row) => row.id === id)).toEqual(rowsOf(3, 17, 18).customers);
  });

  test('every premium is the sum of its parts, and plausible', () => {
    fc.assert(
      fc.property(seed, number, (seedNumber, n) => {
        const rows = rowsOf(seedNumber, n, n + 1);
        for (const policy of rows.policies) {
          const parts = rows.premiumParts.filter((part) => part.policyId === policy.id);
          expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(policy.premiumPerYear);
          expect(policy.premiumPerYear).toBeGreaterThan(4000);
          expect(policy.premiumPerYear).toBeLessThan(8_000_000);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('spouses refer to each other and live together', () => {
    const [first, second] = rowsOf(9, 0, 2).customers;
    expect(first?.spouseSsn).toBe(second?.ssn);
    expect(second?.spouseSsn).toBe(first?.ssn);
    expect(first?.spouseName).toBe(second?.fullName);
    expect(first?.address).toBe(second?.address);
  });

  test('a company has someone with procuration', () => {
    const rows = rowsOf(9, 0, 10);
    const company = rows.customers.find(({ kind }) => kind === 'company');
    const holder = rows.companyInvolvement.find(({ involvement }) => involvement === 'procuration');
    expect(holder?.companyId).toBe(company?.id);
    expect(rows.customers.map(({ id }) => id)).toContain(holder?.customerId);
  });
});

describeEachEngine('seeding many customers', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const progress: number[] = [];
  const fill = (count: number) =>
    seedCustomers(database, { customers: count, seed: 1, today, onProgress: (done) => progress.push(done) });

  test(
    'adds the requested number, and on another run only those missing',
    async () => {
      expect(await fill(1015)).toBe(1015);
      expect(await database.db.$count(customers)).toBe(1015);
      expect(progress).toEqual([1000, 1015]);
      const policyCount = await database.db.$count(policies);

      expect(await fill(1015)).toBe(0);
      expect(await database.db.$count(policies)).toBe(policyCount);

      expect(await fill(1020)).toBe(5);
      expect(await database.db.$count(customers)).toBe(1020);
    },
    patience(60_000),
  );

  test('stores texts, lists and facts unchanged', async () => {
    const generated = rowsOf(1, 0, 10);
    const stored = await database.db.select().from(customers).orderBy(customers.ssn);
    const expected = generated.customers[0];
    const found = stored.find(({ id }) => id === expected?.id);
    expect(found).toMatchObject({ fullName: expected?.fullName, spouseSsn: expected?.spouseSsn });
    const { rows } = await database.db.execute(sql`
      select p.terms_codes[1] as terms, i.facts->>'plate' as plate from policies p
        join policy_items i on i.customer_id = p.customer_id and i.policy_id = p.id
        where p.id = ${generated.policies.find(({ productId }) => productId === 'motor-liability')?.id}`);
    const item = generated.policyItems.find(
      ({ policyId }) =>
        policyId === generated.policies.find(({ productId }) => productId === 'motor-liability')?.id,
    );
    expect(rows).toEqual([{ terms: 'BA10', plate: item?.facts.plate }]);
  });

  test('a failed batch leaves nothing behind', async () => {
    const row = { id: 'x1', ssn: '9999999999', kind: 'person', fullName: 'Tab\tog\nlína \\ "gæsalappir"' };
    await database.load([{ table: customers, rows: [row] }]);
    const failing = database.load([
      { table: customers, rows: [{ ...row, id: 'x2', ssn: '9999999998' }, row] },
    ]);
    await expect(failing).rejects.toThrow(/duplicate/);
    const names = await database.db
      .select({ name: customers.fullName })
      .from(customers)
      .where(sql`${customers.id} in ('x1', 'x2')`);
    expect(names).toEqual([{ name: row.fullName }]);
  });
});
