import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './day.ts';
import {
  daysToChoose,
  endOfNextMonth,
  lastDayOnNotice,
  lastDayOnWithdrawal,
  lastDayToWithdraw,
  premiumOfDays,
  premiumOfPeriod,
  type RequestedPolicy,
  requestableKinds,
  unearnedPremium,
} from './policy-requests.ts';

const policy: RequestedPolicy = {
  validFrom: '2026-02-01',
  validTo: '2027-01-31',
  renews: true,
  cancelledOn: null,
  lapsedOn: null,
  suspendedOn: null,
  product: 'home',
  isCompany: false,
  soldOn: null,
};
const today = '2026-11-23';

describe('LIFE-3: what can be asked for about a policy', () => {
  test.each([
    ['a household policy', {}, ['cover', 'cancel']],
    ['compulsory motor insurance', { product: 'motor-liability' }, ['cover', 'suspend', 'cancel']],
    ['comprehensive motor insurance', { product: 'kasko' }, ['cover', 'suspend', 'cancel']],
    ['building fire insurance', { product: 'property-fire' }, ['cover', 'cancel']],
    ['natural catastrophe insurance, which follows another', { product: 'natural-catastrophe' }, ['cover']],
    ['a suspended policy', { product: 'motor-liability', suspendedOn: '2026-11-01' }, ['resume', 'cancel']],
    [
      'one that will be suspended',
      { product: 'motor-liability', suspendedOn: '2026-12-01' },
      ['cover', 'resume', 'cancel'],
    ],
    [
      'a suspended one with no day left',
      { product: 'motor-liability', suspendedOn: '2026-11-01', renews: false, validTo: today },
      ['cancel'],
    ],
    ['a cancelled policy', { cancelledOn: '2026-11-01' }, []],
    ['a lapsed policy', { lapsedOn: '2026-11-01' }, []],
    ['an expired policy', { validTo: '2026-11-22' }, []],
    ['a policy that has not begun', { validFrom: '2026-12-01' }, []],
    ['one sold here 14 days ago', { soldOn: '2026-11-09' }, ['cover', 'cancel', 'withdraw']],
    ['one sold here 15 days ago', { soldOn: '2026-11-08' }, ['cover', 'cancel']],
    [
      'life insurance sold here 30 days ago',
      { product: 'life', soldOn: '2026-10-24' },
      ['cover', 'cancel', 'withdraw'],
    ],
    ['life insurance sold here 31 days ago', { product: 'life', soldOn: '2026-10-23' }, ['cover', 'cancel']],
    ['one sold here that has not begun', { soldOn: today, validFrom: '2026-12-01' }, ['withdraw']],
    ['one sold here to a company', { soldOn: today, isCompany: true }, ['cover', 'cancel']],
    [
      'compulsory insurance sold here',
      { product: 'motor-liability', soldOn: today },
      ['cover', 'suspend', 'cancel'],
    ],
  ] as const)('%s', (_, changes, kinds) => {
    expect(requestableKinds({ ...policy, ...changes }, today)).toEqual(kinds);
  });

  test('the last day to withdraw is the 14th after the contract, of personal insurance the 30th', () => {
    expect(lastDayToWithdraw('home', '2026-11-09')).toBe(today);
    expect(lastDayToWithdraw('life', '2026-10-24')).toBe(today);
  });
});

describe('LIFE-4: the last day of cover', () => {
  test.each([
    ['2026-11-01', '2026-12-31'],
    ['2026-11-30', '2026-12-31'],
    ['2026-12-31', '2027-01-31'],
    ['2027-12-31', '2028-01-31'],
    ['2028-01-31', '2028-02-29'],
  ])('of a notice on %s the end of the next month is %s', (day, end) => {
    expect(endOfNextMonth(day)).toBe(end);
  });

  test.each([
    ['an individual', today, false, '2026-12-31'],
    ['an individual whose period ends sooner', '2027-01-05', false, '2027-01-31'],
    ['a company with five posts, in time', '2026-12-31', true, '2027-01-31'],
    ['a company with five posts, a day late', '2027-01-01', true, '2028-01-31'],
  ])('of %s', (_, day, hasFivePosts, lastDay) => {
    expect(lastDayOnNotice(policy, { today: day, hasFivePosts })).toBe(lastDay);
  });

  test('of a withdrawal is today, or the day before it would have begun', () => {
    expect(lastDayOnWithdrawal(policy, today)).toBe(today);
    expect(lastDayOnWithdrawal({ validFrom: '2026-12-01' }, today)).toBe('2026-11-30');
  });

  test('of compulsory insurance is chosen within the period, at most thirty days back and three months ahead', () => {
    expect(daysToChoose(policy, 'cancel', today)).toEqual({ from: '2026-10-24', to: '2027-01-31' });
    expect(daysToChoose(policy, 'suspend', today)).toEqual({ from: today, to: '2027-01-31' });
    const suspended = { ...policy, suspendedOn: '2026-11-01' };
    expect(daysToChoose(suspended, 'resume', today)).toEqual({ from: '2026-11-24', to: '2027-02-23' });
    const ahead = { ...policy, suspendedOn: '2026-12-01', renews: false };
    expect(daysToChoose(ahead, 'resume', today)).toEqual({ from: '2026-12-01', to: '2027-01-31' });
    expect(
      daysToChoose({ ...policy, validFrom: '2026-11-20', validTo: '2027-11-19' }, 'cancel', today),
    ).toEqual({
      from: '2026-11-20',
      to: '2027-02-23',
    });
  });
});

describe('LIFE-4: the premium of the days without cover', () => {
  const year = { premiumPerYear: 36_500, validFrom: '2026-01-01', validTo: '2026-12-31' };
  test.each([
    ['2025-12-31', 36_500],
    ['2026-01-01', 36_400],
    ['2026-11-30', 3_100],
    ['2026-12-31', 0],
    ['2027-03-31', 0],
  ])('after %s it is %i', (lastDay, amount) => {
    expect(unearnedPremium(year, lastDay)).toBe(amount);
  });

  test('a period that began after a lapse returns its own days, not a share of a whole year', () => {
    const short = { premiumPerYear: 120_000, validFrom: '2026-12-01', validTo: '2027-02-28' };
    // 59 of 365 days, though the period has only 90.
    expect(unearnedPremium(short, '2026-12-31')).toBe(19_397);
    expect(premiumOfPeriod(short)).toBe(29_589);
    const leap = { premiumPerYear: 366_000, validFrom: '2027-03-01', validTo: '2028-02-29' };
    expect(unearnedPremium(leap, '2027-02-28')).toBe(366_000);
  });

  test('it is never negative or more than the premium of the period, falls with each day, and both halves add up', () => {
    const anyYear = fc.record({
      premiumPerYear: fc.integer({ min: 0, max: 5_000_000 }),
      validFrom: fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days)),
      length: fc.integer({ min: 0, max: 730 }),
      end: fc.integer({ min: -30, max: 760 }),
    });
    fc.assert(
      fc.property(anyYear, ({ premiumPerYear, validFrom, length, end }) => {
        const period = { premiumPerYear, validFrom, validTo: addDays(validFrom, length) };
        const lastDay = addDays(validFrom, end);
        const unearned = unearnedPremium(period, lastDay);
        expect(unearned).toBeGreaterThanOrEqual(0);
        expect(unearned).toBeLessThanOrEqual(premiumOfPeriod(period));
        expect(unearnedPremium(period, addDays(lastDay, 1))).toBeLessThanOrEqual(unearned);
        if (end < -1 || end > length) return;
        const earned = premiumOfDays(period, daysBetween(validFrom, lastDay) + 1);
        expect(Math.abs(earned + unearned - premiumOfPeriod(period))).toBeLessThanOrEqual(1);
      }),
    );
  });
});
