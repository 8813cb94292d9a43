import { addDays, addMonths } from '@hofn/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Instalment } from './instalment.ts';
import {
  type Debt,
  debtOf,
  dueBy,
  type PlanChoice,
  type PlanTerms,
  partsOfPlan,
  planChoices,
  planFeeOf,
  planTermsOn,
  planUntil,
  whatHappensUnpaid,
} from './payment-plan.ts';

const terms = planTermsOn('2026-12-01') as PlanTerms;
const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0);
const debt = (amount: number, penaltyInterest = 0, fees = 0): Debt => ({
  ...{ amount, penaltyInterest, fees },
  total: amount + penaltyInterest + fees,
});
const instalment = (change: Partial<Instalment> = {}): Instalment => ({
  ...{ policy: null, dueDate: '2026-11-01', finalDueDate: '2026-11-15', amount: 30_000, method: 'claim' },
  ...{ penaltyInterest: 0, fees: 0, paidAt: null, refusedAt: null, cancelledAt: null, lapsesOn: null },
  ...change,
});

const days = fc
  .tuple(fc.integer({ min: 2024, max: 2032 }), fc.integer({ min: 0, max: 365 }))
  .map(([year, day]) => addDays(`${year}-01-01`, day));
const debts = fc
  .record({
    amount: fc.integer({ min: 0, max: 5_000_000 }),
    penaltyInterest: fc.integer({ min: 0, max: 50_000 }),
    fees: fc.integer({ min: 0, max: 5_000 }),
  })
  .map(({ amount, penaltyInterest, fees }) => debt(amount, penaltyInterest, fees));

test('RIGHT-4: whatever can be chosen adds up to the debt and its fee to the króna, on rising days that the terms and the policy allow', () => {
  fc.assert(
    fc.property(debts, days, fc.integer({ min: 0, max: 400 }), (owed, day, daysLeft) => {
      const occasion = { day, until: addDays(day, daysLeft), terms };
      const { later, plans } = planChoices(owed, occasion);
      const choices: PlanChoice[] = plans.map(({ count }) => ({ kind: 'parts', count }));
      if (later) {
        expect(later.to <= occasion.until && later.to <= addDays(day, terms.laterDays)).toBe(true);
        for (const on of [later.from, later.to]) choices.push({ kind: 'later', on });
      }
      for (const choice of choices) {
        const parts = partsOfPlan(owed, choice, occasion) ?? [];
        expect(parts).toHaveLength(choice.kind === 'later' ? 1 : choice.count);
        const fee = planFeeOf(choice, terms);
        const now = debtOf(parts.map((facts) => ({ facts })));
        expect(now).toEqual({ ...owed, fees: owed.fees + fee, total: owed.total + fee });
        const totals = parts.map((part) => part.amount + part.penaltyInterest + part.fees);
        expect(Math.max(...totals) - Math.min(...totals)).toBeLessThanOrEqual(1);
        for (const part of parts) {
          expect(part.amount).toBeGreaterThanOrEqual(1);
          expect(Math.min(part.penaltyInterest, part.fees)).toBeGreaterThanOrEqual(0);
          expect(part.dueDate > day && part.dueDate <= occasion.until).toBe(true);
        }
        const dues = parts.map(({ dueDate }) => dueDate);
        expect(dues).toEqual([...new Set(dues)].toSorted());
      }
    }),
  );
});

test('RIGHT-4: a plan that begins on the last day of a long month meets the end of February, and the day returns', () => {
  const duesFrom = (day: string) =>
    (
      partsOfPlan(debt(60_000), { kind: 'parts', count: 3 }, { day, until: addMonths(day, 12), terms }) ?? []
    ).map(({ dueDate }) => dueDate);
  expect(duesFrom('2028-01-17')).toEqual(['2028-01-31', '2028-02-29', '2028-03-31']);
  expect(duesFrom('2027-01-17')).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
  expect(duesFrom('2028-02-15')).toEqual(['2028-02-29', '2028-03-29', '2028-04-29']);
});

test('RIGHT-4: an amount that does not divide is spread by the króna, with fees and interest in the first instalments', () => {
  const occasion = { day: '2026-12-01', until: '2027-12-01', terms };
  const parts = partsOfPlan(debt(20_000, 95, 130), { kind: 'parts', count: 3 }, occasion);
  expect(parts).toEqual([
    { dueDate: '2026-12-15', fees: 620, penaltyInterest: 95, amount: 6_190 },
    { dueDate: '2027-01-15', fees: 0, penaltyInterest: 0, amount: 6_905 },
    { dueDate: '2027-02-15', fees: 0, penaltyInterest: 0, amount: 6_905 },
  ]);
  expect(sum((parts ?? []).map(({ amount }) => amount))).toBe(20_000);
  expect(partsOfPlan(debt(20_000, 95, 130), { kind: 'later', on: '2026-12-31' }, occasion)).toEqual([
    { dueDate: '2026-12-31', fees: 130, penaltyInterest: 95, amount: 20_000 },
  ]);
});

test('RIGHT-4: without premium that is owed nothing can be chosen, and a small debt has fewer instalments', () => {
  const occasion = { day: '2026-12-01', until: '2027-12-01', terms };
  expect(planChoices(debt(0), occasion)).toEqual({ later: null, plans: [] });
  expect(planChoices(debt(0, 95, 130), occasion)).toEqual({ later: null, plans: [] });
  const { later, plans } = planChoices(debt(2_600), occasion);
  expect([later?.to, plans.map(({ count }) => count)]).toEqual(['2026-12-31', [2, 3]]);
});

test.each([
  ['one instalment', { kind: 'parts', count: 1 }],
  ['seven', { kind: 'parts', count: 7 }],
  ['two and a half', { kind: 'parts', count: 2.5 }],
  ['today', { kind: 'later', on: '2026-12-01' }],
  ['a day after the last', { kind: 'later', on: '2027-01-01' }],
] as const)('RIGHT-4: %s cannot be chosen', (_, choice) => {
  const occasion = { day: '2026-12-01', until: '2027-12-01', terms };
  expect(partsOfPlan(debt(100_000), choice, occasion)).toBeUndefined();
});

test('RIGHT-4: instalments end with the last of the policies, unless one of them renews', () => {
  const policy = { validTo: '2027-01-31', renews: false, cancelledOn: null, lapsedOn: null };
  const other = { ...policy, validTo: '2027-03-31' };
  expect(planUntil([policy, other], '2026-12-01')).toBe('2027-03-31');
  expect(planUntil([policy, { ...other, renews: true }], '2026-12-01')).toBe('2027-12-01');
  expect(planUntil([policy, { ...other, renews: true, cancelledOn: '2026-11-20' }], '2026-12-01')).toBe(
    '2027-03-31',
  );
  expect(planUntil([{ ...policy, lapsedOn: '2026-11-20' }], '2026-12-01')).toBe('2027-12-01');
  const { plans } = planChoices(debt(60_000), { day: '2026-12-01', until: '2027-01-31', terms });
  expect(plans.map(({ count }) => count)).toEqual([2]);
});

test('RIGHT-4: only what is due and unpaid is part of the debt', () => {
  const all = [
    instalment(),
    instalment({ paidAt: '2026-11-05T12:00:00Z' }),
    instalment({ cancelledAt: '2026-11-05T12:00:00Z' }),
    instalment({ dueDate: '2026-12-02' }),
    instalment({ dueDate: '2026-12-01' }),
  ].map((facts) => ({ facts }));
  expect(debtOf(dueBy(all, '2026-12-01'))).toEqual(debt(60_000));
});

test('RIGHT-4: otherwise there is a reminder the day after the last day to pay, and a lapse fourteen days later', () => {
  expect(whatHappensUnpaid([instalment({ finalDueDate: '2026-12-14' })])).toEqual({
    ...{ reminder: { on: '2026-12-15', fee: 130 }, penaltyRate: 0.058, lapsesOn: '2026-12-29' },
  });
  const reminded = instalment({ fees: 130, penaltyInterest: 95, lapsesOn: '2026-12-09' });
  expect(whatHappensUnpaid([instalment({ finalDueDate: '2026-12-14' }), reminded])).toMatchObject({
    ...{ reminder: null, lapsesOn: '2026-12-09' },
  });
  expect(whatHappensUnpaid([])).toBeUndefined();
});
