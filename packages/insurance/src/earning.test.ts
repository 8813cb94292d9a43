import { addDays, addMonths, daysBetween } from '@hofn/domain';
import { premiumOfDays, premiumOfPeriod, unearnedPremium } from '@hofn/domain/policy-requests.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standing } from './policy-life.ts';
import {
  earned,
  edit,
  issue,
  life,
  lives,
  premiums,
  resume,
  suspend,
  type TestVersion,
  toCharge,
  versionsOf,
} from './testing/lives.ts';

const days = fc.nat(1400);

test('INS-4: premium earned until a day and from that day adds up, to the króna, over any life', () => {
  fc.assert(
    fc.property(
      lives,
      fc.tuple(days, days, days),
      fc.boolean(),
      ({ validFrom, versions }, offsets, isRenewing) => {
        const [a = '', b = '', c = ''] = offsets
          .toSorted((one, other) => one - other)
          .map((offset) => addDays(validFrom, offset - 100));
        const of = (from: string, to: string) => earned(versions, { from, to, isRenewing });
        expect(of(a, b) + of(b, c)).toBe(of(a, c));
        expect(of(a, b)).toBeGreaterThanOrEqual(0);
        expect(Number.isSafeInteger(of(a, c))).toBe(true);
      },
    ),
  );
});

/** Day by day, the slow way, in thousandths of a króna. */
const dayByDay = (versions: TestVersion[], to: string): number => {
  const known = standing(versions);
  let sum = 0;
  for (let day = known[0]?.from ?? to; day < to; day = addDays(day, 1)) {
    const { policy, ended, suspendedPercent = 100 } = life.on(known, day) ?? {};
    if (!policy || day < policy.validFrom || day > policy.validTo) continue;
    if ((ended && ended <= day) || (policy.lapsedOn && policy.lapsedOn <= day)) continue;
    let from = policy.validFrom;
    for (let years = 1; addMonths(policy.validFrom, 12 * years) <= day; years += 1)
      from = addMonths(policy.validFrom, 12 * years);
    const years = Math.round(daysBetween(policy.validFrom, from) / 365.25);
    const isSuspended = policy.suspendedOn !== null && policy.suspendedOn <= day;
    const premium = isSuspended
      ? Math.round((policy.premiumPerYear * suspendedPercent) / 100)
      : policy.premiumPerYear;
    sum += premium / daysBetween(from, addMonths(policy.validFrom, 12 * (years + 1)));
  }
  return sum;
};

test('INS-4: premium is earned by the day: nothing before the beginning, while lapsed and after the end', () => {
  fc.assert(
    fc.property(lives, days, ({ validFrom, versions }, offset) => {
      const to = addDays(validFrom, offset);
      const slow = dayByDay(versions, to);
      const fast = earned(versions, { from: validFrom, to });
      expect(Math.abs(fast - slow)).toBeLessThanOrEqual(0.5 + slow * 1e-9);
    }),
    { numRuns: 40 },
  );
});

test('INS-4: a year of a policy that nothing changes earns its premium, and what is unused is what the portal shows', () => {
  fc.assert(
    fc.property(premiums, fc.integer({ min: 1, max: 366 }), fc.nat(366), (premium, length, used) => {
      for (const validFrom of ['2024-02-29', '2023-03-01', '2026-11-23']) {
        const versions = versionsOf([issue(validFrom, premium, length)]);
        const validTo = addDays(validFrom, length - 1);
        const period = { premiumPerYear: premium, validFrom, validTo };
        const after = addDays(validTo, 1);
        const whole = earned(versions, { from: validFrom, to: after });
        if (length <= 365) expect(whole).toBe(premiumOfPeriod(period));
        expect(earned(versions, { from: validFrom, to: addMonths(after, 24) })).toBe(whole);
        const lastDay = addDays(validFrom, Math.min(used, length) - 1);
        const rest = earned(versions, { from: addDays(lastDay, 1), to: after });
        if (length <= 365) expect(Math.abs(rest - unearnedPremium(period, lastDay))).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('INS-4: a policy of one day costs a 365th, and a 366th where its year has a leap day', () => {
  for (const [day, share] of [
    ['2026-11-23', 365],
    ['2027-11-23', 366],
    ['2024-02-29', 365],
  ] as const) {
    const versions = versionsOf([issue(day, 5_000_000_000, 1)]);
    expect(earned(versions, { from: day, to: addMonths(day, 1) })).toBe(Math.round(5_000_000_000 / share));
    expect(premiumOfDays({ premiumPerYear: 5_000_000_000, validFrom: day }, 1)).toBe(
      Math.round(5_000_000_000 / share),
    );
  }
});

test('INS-4: what is returned is never more than was charged, and a change twice as dear charges the difference for its days', () => {
  fc.assert(
    fc.property(lives, days, days, ({ validFrom, versions }, paidFor, at) => {
      const to = addDays(validFrom, paidFor);
      const charged = toCharge(versions, { charged: 0, to });
      expect(charged).toBeGreaterThanOrEqual(0);
      const from = addDays(validFrom, at);
      const ended = [...versions, life.next(versions, { kind: 'end' }, { from, recordedOn: from })];
      const owed = toCharge(ended, { charged, to });
      expect(owed).toBeLessThanOrEqual(0);
      expect(-owed).toBeLessThanOrEqual(charged);
    }),
  );
  const year = [issue('2026-01-01', 90_000)];
  const to = '2027-01-01';
  const change = (becomes: number) =>
    toCharge(versionsOf([...year, edit('2026-01-21', becomes)]), { charged: 90_000, to });
  expect(change(180_000)).toBe(85_068);
  expect(change(0)).toBe(-85_068);
});

test('INS-4: a policy that renews is charged ahead at its premium, until its renewal says otherwise', () => {
  const versions = versionsOf([issue('2026-01-01', 36_500)]);
  expect(toCharge(versions, { charged: 36_500, to: '2027-01-11' })).toBe(1000);
  expect(earned(versions, { from: '2026-01-01', to: '2027-01-11' })).toBe(36_500);
  const premium = { becomes: 73_000, by: 'share' } as const;
  const renewal = { kind: 'renew', validTo: '2027-12-31', premium } as const;
  const renewed = [
    ...versions,
    life.next(versions, renewal, { from: '2027-01-01', recordedOn: '2027-01-01' }),
  ];
  expect(toCharge(renewed, { charged: 37_500, to: '2027-01-11' })).toBe(1000);
});

test('INS-4: a suspended policy earns the agreed part of its premium, from the first day off the road to the day before it is resumed', () => {
  const first = issue('2026-01-01', 365_000);
  const earnedBy = (...changes: Parameters<typeof versionsOf>[0]) =>
    earned(versionsOf([first, ...changes]), { from: '2026-01-01', to: '2027-01-01' });
  expect(earnedBy(suspend('2026-03-01', 0))).toBe(59_000);
  expect(earnedBy(suspend('2026-03-01', 25))).toBe(59_000 + 306 * 250);
  expect(earnedBy(suspend('2026-03-01', 0), resume('2026-03-02'))).toBe(364_000);
  expect(earnedBy(suspend('2026-03-01', 0), resume('2026-03-01'))).toBe(365_000);
  // Known in the other order, and beside another suspension that lies within.
  expect(earnedBy(suspend('2026-05-01', 0), suspend('2026-03-01', 0), resume('2026-06-01'))).toBe(273_000);
  // One from before suspensions had a price.
  expect(earnedBy({ from: '2026-03-01', change: { kind: 'suspend' } })).toBe(365_000);
  const change = edit('2026-07-01', 730_000);
  expect(earnedBy(suspend('2026-03-01', 0), change, resume('2026-12-01'))).toBe(59_000 + 31 * 2000);
  const lapse = { from: '2026-04-01', change: { kind: 'lapse' } } as const;
  expect(earnedBy(suspend('2026-03-01', 25), lapse)).toBe(59_000 + 31 * 250);
});

test('INS-1, INS-4: a renewal keeps a policy suspended, an end ends it, and a suspension that is taken back is not announced', () => {
  const first = issue('2026-01-01', 365_000);
  const premium = { becomes: 730_000, by: 'share' } as const;
  const renewal = { from: '2027-01-01', change: { kind: 'renew', validTo: '2027-12-31', premium } } as const;
  const renewed = versionsOf([first, suspend('2026-12-01', 0), renewal, resume('2027-02-01')]);
  const on = (versions: TestVersion[], day: string) => life.on(standing(versions), day)?.policy.suspendedOn;
  expect([on(renewed, '2026-11-01'), on(renewed, '2027-01-31'), on(renewed, '2027-02-01')]).toEqual([
    ...['2026-12-01', '2026-12-01', null],
  ]);
  expect(earned(renewed, { from: '2026-12-01', to: '2027-02-02' })).toBe(2000);
  const ended = versionsOf([
    ...[first, suspend('2026-03-01', 25), { from: '2026-05-01', change: { kind: 'end' } } as const],
    resume('2026-06-01'),
  ]);
  expect(earned(ended, { from: '2026-01-01', to: '2027-01-01' })).toBe(59_000 + 61 * 250);
  const takenBack = versionsOf([first, suspend('2026-03-01', 0), resume('2026-03-01')]);
  expect([on(takenBack, '2026-02-01'), on(takenBack, '2026-03-01')]).toEqual([null, null]);
  const again = versionsOf([
    ...[first, suspend('2026-03-01', 0), resume('2026-05-01'), suspend('2026-07-01', 0)],
  ]);
  expect(['2026-02-01', '2026-04-01', '2026-06-01'].map((day) => on(again, day))).toEqual([
    ...['2026-03-01', '2026-03-01', '2026-07-01'],
  ]);
});
