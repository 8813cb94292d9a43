import { readFileSync } from 'node:fs';
import type { Facts, FactType } from '@hofn/contracts';
import { claimStatus } from '@hofn/database/schema/claims.ts';
import { addDays, addMonths, formatKennitala, isCurrent, parseKennitala, policyStatus } from '@hofn/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { demoFacts, demoSignIns } from './demo.ts';

const today = '2026-11-21';
const people = demoSignIns();
const days = fc.integer({ min: 0, max: 1500 }).map((count) => addDays('2025-12-31', count));

const factsByDay = new Map<string, ReturnType<typeof demoFacts>>();
/** All facts on a day, made once. */
const demoOn = (day: string) => {
  const facts = factsByDay.get(day) ?? demoFacts(day);
  factsByDay.clear();
  factsByDay.set(day, facts);
  return facts;
};

/** The facts of a type on a day; with a name, those of that customer. */
const factsOf = <Type extends FactType>(type: Type, day: string, name?: string): Facts<Type>[] => {
  const ssn = people.find((person) => name !== undefined && person.name.startsWith(name))?.ssn;
  return demoOn(day).flatMap((fact) =>
    fact.type === type && (name === undefined || ('customer' in fact.facts && fact.facts.customer === ssn))
      ? [fact.facts as Facts<Type>]
      : [],
  );
};

describe('the demo, on any day', () => {
  test('has a policy and a claim of each status', () => {
    fc.assert(
      fc.property(days, (day) => {
        const states = new Set(factsOf('policies', day).map((policy) => policyStatus(policy, day)));
        expect([...states].sort()).toEqual([
          'active',
          'cancelled',
          'expired',
          'lapsed',
          'pending',
          'renewing',
          'suspended',
        ]);
        const katla = factsOf('claims', day, 'Katla');
        expect(katla.map(({ status }) => status).sort()).toEqual([...claimStatus.enumValues].sort());
      }),
      { numRuns: 15 },
    );
  });

  test('CORE-13: every fact is one that the core connection accepts, with a key of its own', () => {
    const facts = demoFacts(today);
    expect(factsOf('policies', today).length).toBeGreaterThan(300);
    expect(new Set(facts.map(({ type, key }) => `${type} ${key}`)).size).toBe(facts.length);
    // Keys are no personal data.
    for (const { ssn } of people) expect(facts.filter(({ key }) => key.includes(ssn))).toEqual([]);
  });

  test('Guðrún Helga has ten policies for 503.100 kr., one payment overdue and the next on the first of next month', () => {
    fc.assert(
      fc.property(days, (day) => {
        const ownPolicies = factsOf('policies', day, 'Guðrún Helga');
        expect(ownPolicies).toHaveLength(10);
        expect(ownPolicies.reduce((sum, policy) => sum + policy.premiumPerYear, 0)).toBe(503_100);

        const open = factsOf('instalments', day, 'Guðrún Helga').filter(({ paidAt }) => !paidAt);
        const overdue = open.filter(({ finalDueDate }) => finalDueDate < day);
        expect(overdue).toHaveLength(1);
        expect(overdue[0]?.lapsesOn).toSatisfy((lapses) => String(lapses) > day);
        const next = open.filter(({ dueDate }) => dueDate > day);
        expect(next.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
          [addMonths(`${day.slice(0, 7)}-01`, 1), 41_925],
        ]);
      }),
      { numRuns: 15 },
    );
  });

  test('PORT-2: an instalment charges each policy a twelfth of its premium, and none that has not begun', () => {
    fc.assert(
      fc.property(days, (day) => {
        const charged = factsOf('instalments', day, 'Guðrún Helga')
          .filter(({ dueDate }) => dueDate <= day)
          .at(-1);
        const lines = factsOf('ledger-entries', day, 'Guðrún Helga').filter(
          ({ type, bookedOn }) => type === 'premium' && bookedOn === charged?.dueDate,
        );
        const policies = new Map(
          demoOn(day).flatMap((fact) => (fact.type === 'policies' ? [[fact.key, fact.facts]] : [])),
        );
        expect(lines).toHaveLength(9);
        for (const { policy, amount } of lines) {
          const { premiumPerYear, validFrom } = policies.get(String(policy)) ?? {
            premiumPerYear: 0,
            validFrom: '',
          };
          expect(Math.abs(amount - premiumPerYear / 12)).toBeLessThan(1);
          expect(validFrom <= day).toBe(true);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('LIFE-30: direct debit is taken on the final due date and a card on the due date', () => {
    const paid = factsOf('instalments', today).flatMap(({ paidAt, ...row }) =>
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
        const mine = factsOf('instalments', day, 'Jón');
        const starts = factsOf('policies', day, 'Jón')
          .map(({ validFrom }) => validFrom)
          .toSorted();
        for (const { dueDate } of mine) expect(dueDate >= (starts[0] ?? '')).toBe(true);
        expect(mine.map(({ sequence }) => sequence)).toEqual(mine.map((_, index) => index + 1));
        const before = mine.filter(({ dueDate }) => dueDate < (starts[1] ?? ''));
        const after = mine.filter(({ dueDate }) => dueDate >= (starts[1] ?? ''));
        expect(before.length).toBeGreaterThan(0);
        expect(before[0]?.amount).toBeLessThan(after[0]?.amount ?? 0);
      }),
      { numRuns: 10 },
    );
  });

  test('on 21 November 2026 Guðrún Helga owes the instalment of 1 November with interest and a fee', () => {
    const [overdue] = factsOf('instalments', today, 'Guðrún Helga').filter(
      (row) => !row.paidAt && row.dueDate < today,
    );
    expect(overdue).toMatchObject({
      dueDate: '2026-11-01',
      finalDueDate: '2026-11-15',
      lapsesOn: '2026-11-29',
    });
    expect((overdue?.amount ?? 0) + (overdue?.penaltyInterest ?? 0) + (overdue?.fees ?? 0)).toBe(40_934);
  });

  test('every ledger balance equals the unpaid amounts due: Guðrún Helga owes 40.934 kr.', () => {
    fc.assert(
      fc.property(days, (day) => {
        for (const { name } of people) {
          const entries = factsOf('ledger-entries', day, name);
          const owed = factsOf('instalments', day, name)
            .filter((row) => row.dueDate <= day && !row.paidAt && !row.cancelledAt)
            .reduce((sum, row) => sum + row.amount + (row.penaltyInterest ?? 0) + (row.fees ?? 0), 0);
          expect(
            entries.reduce((sum, { amount }) => sum + amount, 0),
            name,
          ).toBe(owed);
          expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, place) => place + 1));
          expect(entries.every(({ bookedOn }) => bookedOn <= day)).toBe(true);
        }
      }),
      { numRuns: 15 },
    );
    const mine = factsOf('ledger-entries', today, 'Guðrún Helga');
    expect(mine.reduce((sum, { amount }) => sum + amount, 0)).toBe(40_934);
    const many = factsOf('ledger-entries', today, 'Aðalheiður');
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
    const page = readFileSync(new URL('../../../docs/demo.md', import.meta.url), 'utf8');
    for (const { name, ssn, story } of people) {
      expect(page).toContain(`| ${name} | ${formatKennitala(ssn)} | ${story.en} |`);
    }
  });

  test('a policy in its first year has instalments until the year is over', () => {
    fc.assert(
      fc.property(days, (day) => {
        for (const name of ['Marta', 'Tómas', 'Hjördís']) {
          const year = factsOf('policies', day, name)
            .filter((policy) => isCurrent(policy, day))
            .reduce((sum, policy) => sum + policy.premiumPerYear, 0);
          const rows = factsOf('instalments', day, name);
          expect(rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
          expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(year);
          expect(rows.filter(({ dueDate }) => dueDate > day).length).toBeGreaterThan(6);
        }
      }),
      { numRuns: 10 },
    );
  });

  test('a policy that has lapsed was charged until it lapsed', () => {
    fc.assert(
      fc.property(days, (day) => {
        const all = factsOf('policies', day, 'Sigurbjörg');
        const sumOf = (policies: typeof all) => policies.reduce((sum, each) => sum + each.premiumPerYear, 0);
        const inForce = Math.floor(sumOf(all.filter((policy) => isCurrent(policy, day))) / 12);
        const rows = factsOf('instalments', day, 'Sigurbjörg');
        expect(rows[0]?.amount).toBeGreaterThan(inForce + 2_000);
        expect(Math.floor(sumOf(all) / 12)).toBeLessThanOrEqual(rows[0]?.amount ?? 0);
        expect(rows.at(-1)?.amount).toBeLessThanOrEqual(inForce + 1);
        const lapsed = demoOn(day).find(({ type, facts }) => type === 'policies' && facts.lapsedOn !== null);
        const booked = factsOf('ledger-entries', day, 'Sigurbjörg').filter(
          ({ policy }) => policy === lapsed?.key,
        );
        expect(booked.length).toBeGreaterThan(5);
      }),
      { numRuns: 10 },
    );
  });

  test('monthly instalments are a twelfth of the yearly premium', () => {
    const ownPolicies = factsOf('policies', today, 'Katla').filter((policy) => isCurrent(policy, today));
    const year = ownPolicies.reduce((sum, policy) => sum + policy.premiumPerYear, 0);
    const paid = factsOf('instalments', today, 'Katla');
    expect(paid).toHaveLength(12);
    expect(paid.reduce((sum, row) => sum + row.amount, 0)).toBe(year);
  });
});
