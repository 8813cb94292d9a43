import { addDays } from '@hofn/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBehindOn, isRestoredOn, lapsesWith, reminderOn, stepOn } from './arrears.ts';
import { type Instalment, totalOf } from './instalment.ts';
import { duesAfter, evenParts, monthlyDues, planned, renewedFrom, sharedParts, singleDue } from './plan.ts';
import { deduct, invoicedOf, openOf, spreadEvenly, takeOff } from './spread.ts';

const today = '2026-12-01';
const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, amount) => all + amount, 0);

const instalment = (change: Partial<Instalment> = {}): Instalment => ({
  ...{ policy: 'p', dueDate: today, finalDueDate: addDays(today, 14), amount: 10_000, method: 'claim' },
  ...{ penaltyInterest: 0, fees: 0, paidAt: null, refusedAt: null, cancelledAt: null, lapsesOn: null },
  ...change,
});

const keyed = (key: string, inDays: number, amount: number) => ({
  key,
  facts: instalment({ dueDate: addDays(today, inDays), amount }),
});

describe('plan', () => {
  test('INS-6: monthly instalments end before the days that they do not pay for, and none is due in the past', () => {
    expect(monthlyDues('2026-11-15', { count: 12, before: '2027-02-01', earliest: today })).toEqual([
      ...[today, '2026-12-15', '2027-01-15'],
    ]);
    expect(duesAfter('2026-12-10', '2027-03-01')).toEqual(['2027-01-01', '2027-02-01']);
    // The period ends within the month: one instalment is left, the day after.
    expect(monthlyDues('2027-01-01', { count: 12, before: '2026-12-20', earliest: today })).toEqual([]);
    expect(singleDue(today, today)).toBe('2026-12-15');
    expect(singleDue('2027-03-01', today)).toBe('2027-03-01');
  });

  test('INS-4: two parts that are due on one day are one instalment, with fourteen days to pay', () => {
    const plan = planned([
      { dueDate: today, amount: 3 },
      { dueDate: today, amount: 4 },
      { dueDate: '2027-01-01', amount: 5 },
    ]);
    expect(plan).toEqual([
      { dueDate: today, finalDueDate: '2026-12-15', amount: 7, sequence: 1, sequenceOf: 2 },
      { dueDate: '2027-01-01', finalDueDate: '2027-01-15', amount: 5, sequence: 2, sequenceOf: 2 },
    ]);
  });

  test('INS-4: every króna of a plan is in an instalment, which differ by one at most, and none is of nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000_000_000 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 12 }),
        (amounts, count) => {
          const parts = sharedParts(amounts, count);
          expect(amounts.map((_, policy) => sum(parts.map((of) => of[policy] ?? 0)))).toEqual(amounts);
          const totals = parts.map(sum);
          expect(Math.max(...totals) - Math.min(...totals)).toBeLessThanOrEqual(1);
          const [total = 1] = amounts;
          const dues = Array.from({ length: count }, (_, index) => addDays(today, index));
          const own = evenParts(total, dues);
          expect(sum(own.map(({ amount }) => amount))).toBe(total);
          expect(own.every(({ amount }) => amount >= 1)).toBe(true);
        },
      ),
    );
  });

  test.each([
    ['of its own that have paid their time', 'own', '2026-12-01', '2026-12-01'],
    ['of its own for some more weeks', 'own', '2026-12-20', '2026-12-20'],
    ['shared ones for some more weeks', 'shared', '2026-12-20', undefined],
    ['shared ones that ended before', 'shared', '2026-11-01', '2026-12-01'],
    ['for the new period already', 'own', '2027-12-01', undefined],
  ] as const)('INS-6: a renewed policy with instalments %s', (_, plan, chargedTo, from) => {
    expect(renewedFrom({ plan, chargedTo }, { from: today, to: '2027-12-01' })).toBe(from);
  });
});

describe('arrears', () => {
  test.each([
    ['a card on the due date', { method: 'ccard' }, today, 'collect'],
    ['a bill on the last day to pay', {}, '2026-12-15', 'collect'],
    [
      'a card that refused, on the last day to pay',
      { method: 'ccard', refusedAt: 'x' },
      '2026-12-15',
      undefined,
    ],
    ['nothing in between', {}, '2026-12-08', undefined],
    ['a reminder the day after', {}, '2026-12-16', 'remind'],
    ['no second reminder', { fees: 130 }, '2026-12-17', undefined],
    ['nothing of what is paid', { paidAt: 'x' }, '2026-12-16', undefined],
    ['nothing of what is cancelled', { cancelledAt: 'x' }, '2026-12-15', undefined],
  ] as const)('INS-6: %s', (_, change, day, step) => {
    expect(stepOn(instalment(change), day)).toBe(step);
  });

  test('INS-6: a reminder has its fee, interest by day from the due date, and fourteen days of notice', () => {
    const reminder = reminderOn(instalment({ amount: 100_000 }), '2026-12-16');
    // 15 days of 5.8 % a year.
    expect(reminder).toEqual({ fees: 130, penaltyInterest: 238, lapsesOn: '2026-12-30' });
    expect(totalOf(instalment({ amount: 100_000, ...reminder }))).toBe(100_368);
  });

  const policy = (product: string, change = {}) => ({
    key: 'p',
    facts: {
      ...{ product, validFrom: '2026-07-01', validTo: '2027-06-30', renews: true },
      ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null, ...change },
    },
  });

  test.each([
    ['a policy in force that it pays for', policy('kasko'), 'p', true],
    ['every policy, for a shared instalment', policy('home'), null, true],
    ['none that another one pays for', policy('kasko'), 'q', false],
    ['none that the law requires', policy('motor-liability'), 'p', false],
    ['none that has not begun', policy('kasko', { validFrom: '2026-12-02' }), 'p', false],
    ['none that has ended', policy('kasko', { validTo: '2026-11-30' }), 'p', false],
  ])('INS-6: what was not paid ends %s', (_, of, pays, lapses) => {
    expect(lapsesWith(of, { policy: pays }, today)).toBe(lapses);
  });

  test('INS-6: a policy is in force again within three months of its lapse, once nothing is overdue', () => {
    expect(isBehindOn([instalment({ finalDueDate: today })], today)).toBe(false);
    expect(isBehindOn([instalment({ finalDueDate: '2026-11-30' })], today)).toBe(true);
    expect(isBehindOn([instalment({ finalDueDate: '2026-11-30', paidAt: 'x' })], today)).toBe(false);
    const lapsed = { lapsedOn: '2026-09-01', cancelledOn: null, validTo: '2027-01-31' };
    expect(isRestoredOn(lapsed, today)).toBe(true);
    for (const change of [{ lapsedOn: '2026-08-31' }, { cancelledOn: '2026-10-01' }, { validTo: today }])
      expect(isRestoredOn({ ...lapsed, ...change }, today), JSON.stringify(change)).toBe(false);
  });
});

describe('what is returned and charged', () => {
  test('INS-4: an instalment is on an invoice from fourteen days before it is due', () => {
    const all = [keyed('late', 40, 5), keyed('now', 14, 5), keyed('soon', 15, 5)];
    expect(openOf(all, today).map(({ key }) => key)).toEqual(['soon', 'late']);
    expect(invoicedOf(all, today).map(({ key }) => key)).toEqual(['now']);
  });

  test('INS-4: after a change the instalments from its day on decrease in proportion, after an end the last ones first', () => {
    const open = [
      { ...keyed('a', 20, 1000), share: 600 },
      { ...keyed('b', 50, 1000), share: 600 },
      { ...keyed('c', 80, 1000), share: 300 },
    ];
    expect(takeOff(300, open, { from: addDays(today, 50) })).toEqual({ taken: { b: 200, c: 100 }, left: 0 });
    expect(takeOff(500, open, { from: undefined })).toEqual({ taken: { c: 300, b: 200 }, left: 0 });
    expect(takeOff(2000, open, { from: addDays(today, 50) })).toEqual({
      taken: { a: 600, b: 600, c: 300 },
      left: 500,
    });
  });

  test('INS-4: a credit pays the oldest first, leaves an instalment at least a króna, and the rest is a refund', () => {
    const owed = [
      { key: 'a', facts: instalment({ amount: 1000, fees: 130, penaltyInterest: 5 }) },
      keyed('b', 10, 1000),
    ];
    expect(deduct(1134, owed)).toEqual({
      deductions: [
        { key: 'a', used: 999, isPaid: false },
        { key: 'b', used: 135, isPaid: false },
      ],
      refund: 0,
    });
    expect(deduct(3000, owed)).toEqual({
      deductions: [
        { key: 'a', used: 1135, isPaid: true },
        { key: 'b', used: 1000, isPaid: true },
      ],
      refund: 865,
    });
  });

  test('INS-4: whatever is returned or charged adds up to the króna', () => {
    const instalments = fc.array(
      fc.record({ inDays: fc.integer({ min: 15, max: 365 }), amount: fc.integer({ min: 1, max: 90_000 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        ...[instalments, fc.integer({ min: 1, max: 2_000_000 }), fc.option(fc.nat(365))],
        (list, amount, inDays) => {
          const open = list.map((each, index) => keyed(`i${index}`, each.inDays, each.amount));
          expect(sum(Object.values(spreadEvenly(amount, open)))).toBe(amount);
          const shared = open.map((each) => ({ ...each, share: each.facts.amount }));
          const from = inDays === null ? undefined : addDays(today, inDays);
          const { taken, left } = takeOff(amount, shared, { from });
          expect(sum(Object.values(taken)) + left).toBe(amount);
          for (const { key, facts } of open) expect(taken[key] ?? 0).toBeLessThanOrEqual(facts.amount);
          const { deductions, refund } = deduct(amount, open);
          expect(sum(deductions.map(({ used }) => used)) + refund).toBe(amount);
        },
      ),
    );
  });
});
