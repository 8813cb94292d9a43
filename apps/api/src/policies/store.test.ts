import { customers, type Database, policies, products } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { addDays, countsInTotals, isCurrent, policyStatus } from '@hofn/domain';
import { foldForSearch } from '@hofn/texts';
import { beforeAll, expect, test } from 'vitest';
import type { Customer } from '../platform/authorization.ts';
import { listStart } from './cursor.ts';
import { overviewOf } from './overview.ts';
import { summaryOf } from './policies.ts';
import { createPolicyStore, type PolicyStore } from './store.ts';

const today = '2026-11-21';
const subject: Customer = { id: 'many', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' };

// Days before, on and after today and the start of the renewal notice, in every valid combination.
const days = [-40, -1, 0, 1, 29, 30, 31, 400].map((offset) => addDays(today, offset));
const ends = [null, addDays(today, -1), today, addDays(today, 1)];
const combinations = days.flatMap((validTo) =>
  [addDays(today, -60), today, addDays(today, 1)]
    .filter((validFrom) => validFrom <= validTo)
    .flatMap((validFrom) =>
      ends.flatMap((lapsedOn) =>
        ends.flatMap((suspendedOn) =>
          [null, addDays(today, -1)].flatMap((cancelledOn) =>
            [true, false].map((renews) => ({
              validFrom,
              validTo,
              renews,
              cancelledOn,
              lapsedOn,
              suspendedOn,
            })),
          ),
        ),
      ),
    ),
);
const names = ['Æðey, ÞB Ö12', 'Ólafsvík (ÝTA)', 'Garðyrkja Ísólfs', 'Señor Çelik', 'Ångström Über'];

describeEachEngine('store of policies', (open) => {
  let store: PolicyStore;
  beforeAll(async () => {
    const database: Database = await open();
    const { db } = database;
    await db.insert(customers).values(subject);
    await db.insert(products).values({
      id: 'kasko',
      group: 'vehicles',
      ordinal: 1,
      nameIs: 'Kasko',
      nameEn: 'Kasko',
      deductibleIs: '',
      deductibleEn: '',
      mandatory: false,
    });
    await db.insert(policies).values(
      combinations.map((combination, index) => ({
        ...combination,
        customerId: subject.id,
        id: `p${index}`,
        number: String(1_000_000 + index),
        productId: 'kasko',
        insuredIs: names[index % names.length] ?? null,
        premiumPerYear: 1,
        instalmentsPerYear: 1,
        instalmentFeePercent: 0,
        termsCodes: [],
      })),
    );
    store = createPolicyStore(db);
  });

  const all = { today, after: listStart, limit: 10_000, search: null, group: null, status: null };

  test('the list filtered by status has exactly the policies with that policyStatus', async () => {
    const rows = await store.list(subject, 'is', all);
    expect(rows).toHaveLength(combinations.length);
    const byStatus = Map.groupBy(rows, (row) => policyStatus(row, today));
    expect(byStatus.size).toBe(7);
    for (const [status, expected] of byStatus) {
      const found = await store.list(subject, 'is', { ...all, status });
      expect(
        found.map(({ id }) => id),
        status,
      ).toEqual(expected.map(({ id }) => id));
    }
  });

  test('the overview has the policies that policyCounts selects, with the status that policyStatus gives, their totals, and apart those that ended lately', async () => {
    const rows = await store.list(subject, 'is', all);
    const counting = rows.filter((row) => countsInTotals(row, today));
    expect(counting.length).toBeGreaterThan(100);
    expect(counting.length).toBeLessThan(rows.length);
    const row = await store.overview(subject, 'is', today);
    if (!row) throw new Error('The customer has no overview.');
    const { groups, totals, ended } = overviewOf(row, today);
    expect(groups).toEqual([
      {
        group: 'vehicles',
        premiumPerYear: counting.length,
        policies: counting.map((row) => summaryOf(row, today)),
      },
    ]);
    expect(totals).toEqual({ policies: counting.length, premiumPerYear: counting.length });
    // Of the others, those that are over are shown for a year.
    const others = rows.filter((row) => !countsInTotals(row, today));
    const shown = others.filter(
      (row) =>
        isCurrent(row, today) ||
        [row.validTo, row.lapsedOn ?? row.validTo].every((day) => day >= addDays(today, -365)),
    );
    expect(ended.map(({ id }) => id).toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
  });

  test('the search folds letters as foldForSearch does', async () => {
    for (const name of names) {
      const rows = await store.list(subject, 'is', { ...all, search: foldForSearch(name) });
      expect(new Set(rows.map(({ insured }) => insured)), name).toEqual(new Set([name]));
    }
  });

  test('ACC-5: no query of the store returns rows of another customer', async () => {
    const other = { ...subject, id: 'other' };
    expect(await store.list(other, 'is', all)).toEqual([]);
    expect(await store.one(other, 'is', 'p0')).toBeUndefined();
    expect(await store.overview(other, 'is', today)).toBeUndefined();
    expect(await store.benefits(other, 'is', today)).toBeUndefined();
  });
});
