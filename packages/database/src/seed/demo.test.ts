import { readFileSync } from 'node:fs';
import { addDays, addMonths, formatKennitala, isCurrent, parseKennitala, policyStatus } from '@hofn/domain';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../open.ts';
import {
  claimDrafts,
  claimEvents,
  claimMessages,
  claimPayments,
  claimStatus,
  claims,
} from '../schema/claims.ts';
import { customers } from '../schema/customers.ts';
import { policies, premiumParts } from '../schema/policies.ts';
import { describeEachEngine } from '../testing.ts';
import { demoRows, demoSignIns, isEmpty, seedDemo } from './demo.ts';
import type { Rows } from './policy.ts';

const today = '2026-11-21';
const days = fc.integer({ min: 0, max: 1500 }).map((count) => addDays('2025-12-31', count));

const statusOf = (policy: Rows['policies'][number], day: string) =>
  policyStatus(
    {
      validFrom: policy.validFrom,
      validTo: policy.validTo,
      renews: policy.renews ?? true,
      cancelledOn: policy.cancelledOn ?? null,
      lapsedOn: policy.lapsedOn ?? null,
      suspendedOn: policy.suspendedOn ?? null,
    },
    day,
  );

const people = demoSignIns();
const customerId = (name: string) =>
  people.find((signIn) => signIn.name.startsWith(name))?.customerId ?? `nobody called ${name}`;

describe('the demo, on any day', () => {
  test('has a policy and a claim of each status', () => {
    fc.assert(
      fc.property(days, (day) => {
        const rows = demoRows(day);
        const states = new Set(rows.policies.map((policy) => statusOf(policy, day)));
        expect([...states].sort()).toEqual([
          'active',
          'cancelled',
          'expired',
          'lapsed',
          'pending',
          'renewing',
          'suspended',
        ]);
        const katla = rows.claims.filter((claim) => claim.customerId === customerId('Katla'));
        expect(katla.map(({ status }) => status).sort()).toEqual([...claimStatus.enumValues].sort());
      }),
      { numRuns: 40 },
    );
  });

  test('every premium is the sum of its parts', () => {
    const rows = demoRows(today);
    expect(rows.policies.length).toBeGreaterThan(300);
    const sums = new Map<string, number>();
    for (const { policyId, amount } of rows.premiumParts)
      sums.set(policyId, (sums.get(policyId) ?? 0) + amount);
    for (const policy of rows.policies)
      expect(sums.get(policy.id), policy.number).toBe(policy.premiumPerYear);
  });

  test('Guðrún Helga has ten policies for 503.100 kr., one payment overdue and the next on the first of next month', () => {
    fc.assert(
      fc.property(days, (day) => {
        const rows = demoRows(day);
        const mine = <Row extends { customerId: string }>(list: Row[]) =>
          list.filter((row) => row.customerId === customerId('Guðrún Helga'));
        const ownPolicies = mine(rows.policies);
        expect(ownPolicies).toHaveLength(10);
        expect(ownPolicies.reduce((sum, policy) => sum + policy.premiumPerYear, 0)).toBe(503_100);

        const open = mine(rows.instalments).filter(({ paidAt }) => !paidAt);
        const overdue = open.filter(({ finalDueDate }) => finalDueDate < day);
        expect(overdue).toHaveLength(1);
        expect(overdue[0]?.lapsesOn).toSatisfy((lapses) => String(lapses) > day);
        const next = open.filter(({ dueDate }) => dueDate > day);
        expect(next.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
          [addMonths(`${day.slice(0, 7)}-01`, 1), 41_925],
        ]);
      }),
      { numRuns: 40 },
    );
  });

  test('LIFE-30: direct debit is taken on the final due date and a card on the due date', () => {
    const paid = demoRows(today).instalments.flatMap(({ paidAt, ...row }) =>
      paidAt ? { ...row, paidAt } : [],
    );
    for (const [method, field] of [
      ['bank', 'finalDueDate'],
      ['ccard', 'dueDate'],
    ] as const) {
      const rows = paid.filter((row) => row.method === method);
      expect(rows.length, method).toBeGreaterThan(5);
      for (const row of rows) expect(row.paidAt.slice(0, 10), method).toBe(row[field]);
    }
  });

  test('Jón pays each policy from its first day: no instalment before, and more once the second begins', () => {
    fc.assert(
      fc.property(days, (day) => {
        const rows = demoRows(day);
        const mine = rows.instalments.filter((row) => row.customerId === customerId('Jón'));
        const starts = rows.policies
          .filter((row) => row.customerId === customerId('Jón'))
          .map(({ validFrom }) => validFrom)
          .toSorted();
        for (const { dueDate } of mine) expect(dueDate >= (starts[0] ?? '')).toBe(true);
        expect(mine.map(({ sequence }) => sequence)).toEqual(mine.map((_, index) => index + 1));
        const before = mine.filter(({ dueDate }) => dueDate < (starts[1] ?? ''));
        const after = mine.filter(({ dueDate }) => dueDate >= (starts[1] ?? ''));
        expect(before.length).toBeGreaterThan(0);
        expect(before[0]?.amount).toBeLessThan(after[0]?.amount ?? 0);
      }),
      { numRuns: 20 },
    );
  });

  test('the overdue payment is the one shown in the design on 21 November 2026', () => {
    const [overdue] = demoRows(today).instalments.filter(
      (row) => row.customerId === customerId('Guðrún Helga') && !row.paidAt && row.dueDate < today,
    );
    expect(overdue).toMatchObject({
      dueDate: '2026-11-01',
      finalDueDate: '2026-11-15',
      lapsesOn: '2026-11-29',
    });
    expect((overdue?.amount ?? 0) + (overdue?.penaltyInterest ?? 0) + (overdue?.fees ?? 0)).toBe(42_188);
  });

  test('every ledger balance equals the unpaid amounts due: Guðrún Helga owes 42.188 kr.', () => {
    fc.assert(
      fc.property(days, (day) => {
        const rows = demoRows(day);
        for (const { customerId: id, name } of people) {
          const entries = rows.transactions.filter((row) => row.customerId === id);
          const owed = rows.instalments
            .filter((row) => row.customerId === id && row.dueDate <= day && !row.paidAt && !row.cancelledAt)
            .reduce((sum, row) => sum + row.amount + (row.penaltyInterest ?? 0) + (row.fees ?? 0), 0);
          expect(
            entries.reduce((sum, { amount }) => sum + amount, 0),
            name,
          ).toBe(owed);
          expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, place) => place + 1));
          expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
          expect(entries.every(({ bookedOn }) => bookedOn <= day)).toBe(true);
        }
      }),
      { numRuns: 15 },
    );
    const mine = demoRows(today).transactions.filter((row) => row.customerId === customerId('Guðrún Helga'));
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBe(42_188);
    const many = demoRows(today).transactions.filter((row) => row.customerId === customerId('Aðalheiður'));
    expect(many.length).toBeGreaterThan(200);
  });

  test('KT-7: every demo customer has a valid kennitala, persons from the test set', () => {
    const signIns = demoSignIns();
    expect(signIns.length).toBeGreaterThanOrEqual(12);
    for (const { ssn, kind, name } of signIns) {
      expect(parseKennitala(ssn, { checkDigit: 'strict', allowTestIds: true }), name).toEqual({
        ok: true,
        ssn,
        kind,
      });
      expect(ssn.slice(6, 8), name).toMatch(/^1[45]$/);
    }
    expect(new Set(signIns.map(({ ssn }) => ssn)).size).toBe(signIns.length);
  });

  test('each story has both languages', () => {
    for (const { story } of demoSignIns()) {
      expect(story.is).not.toBe(story.en);
      expect(story.is.length * story.en.length).toBeGreaterThan(0);
    }
  });

  test('docs/demo.md describes every demo customer', () => {
    const page = readFileSync(new URL('../../../../docs/demo.md', import.meta.url), 'utf8');
    for (const { name, ssn, story } of people) {
      expect(page).toContain(`| ${name} | ${formatKennitala(ssn)} | ${story.en} |`);
    }
  });

  test('monthly instalments are a twelfth of the yearly premium', () => {
    const rows = demoRows(today);
    const ownPolicies = rows.policies.filter(
      (policy) =>
        policy.customerId === customerId('Katla') &&
        isCurrent(
          {
            validFrom: policy.validFrom,
            validTo: policy.validTo,
            renews: true,
            cancelledOn: null,
            lapsedOn: null,
            suspendedOn: null,
          },
          today,
        ),
    );
    const year = ownPolicies.reduce((sum, policy) => sum + policy.premiumPerYear, 0);
    const paid = rows.instalments.filter((row) => row.customerId === customerId('Katla'));
    expect(paid).toHaveLength(12);
    expect(paid.reduce((sum, row) => sum + row.amount, 0)).toBe(year);
  });
});

describeEachEngine('seeding the demo', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const counted = async () => ({
    customers: await database.db.$count(customers),
    policies: await database.db.$count(policies),
    parts: await database.db.$count(premiumParts),
    claims: await database.db.$count(claims),
    claimEvents: await database.db.$count(claimEvents),
    claimPayments: await database.db.$count(claimPayments),
    claimMessages: await database.db.$count(claimMessages),
    claimDrafts: await database.db.$count(claimDrafts),
  });

  test('fills an empty database, and running it again leaves the same rows', async () => {
    expect(await isEmpty(database.db)).toBe(true);
    const signIns = await seedDemo(database.db, { today });
    expect(await isEmpty(database.db)).toBe(false);
    const first = await counted();
    expect(first.customers).toBe(signIns.length);
    await seedDemo(database.db, { today });
    expect(await counted()).toEqual(first);
  });

  test('restores changed rows, on the new day, and leaves other customers alone', async () => {
    const { db } = database;
    await db.insert(customers).values({ id: 'other', ssn: '8000000001', kind: 'person', fullName: 'Önnur' });
    const birta = customerId('Birta');
    await db.update(customers).set({ mobilePhone: '6000000' }).where(eq(customers.id, birta));

    await seedDemo(db, { today: '2027-03-05' });

    const [row] = await db.select().from(customers).where(eq(customers.id, birta));
    expect(row?.mobilePhone).toBeNull();
    expect(await db.$count(customers, eq(customers.id, 'other'))).toBe(1);
    const { rows } = await db.execute<{ latest: string }>(
      sql`select max(due_date) as latest from instalments`,
    );
    expect(rows[0]?.latest).toBe('2027-04-01');
  });

  test('every cover and premium part in use has its texts', async () => {
    const { rows } = await database.db.execute(sql`
      select c.id from policy_covers c
        join policies p on p.customer_id = c.customer_id and p.id = c.policy_id
        left join product_covers t on t.product_id = p.product_id and t.id = c.id
      where t.id is null
      union all
      select m.id from premium_parts m where not exists (select from premium_part_types t where t.code = m.id)
      union all
      select code from policies p, unnest(p.terms_codes) code
        where not exists (select from terms where terms.code = code)
      union all
      select key from policy_items i, jsonb_object_keys(i.facts) key
        where not exists (select from item_fact_types t where t.key = key)`);
    expect(rows).toEqual([]);
  });
});
