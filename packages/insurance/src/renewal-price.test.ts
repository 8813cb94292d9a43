import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRenewalPriced, nextPeriodOf, type RenewingPolicy, sharesOf } from './renewal-price.ts';

const policy: RenewingPolicy = {
  ...{ product: 'kasko', premiumPerYear: 92_760, validFrom: '2025-12-19', validTo: '2026-12-18' },
  ...{ renews: true, cancelledOn: null, lapsedOn: null, suspendedOn: null },
  premiumParts: [
    { id: 'base', amount: 100_000 },
    { id: 'loyalty-gold', amount: -10_000 },
    { id: 'catastrophe', amount: 2_760 },
  ],
};

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, amount) => sum + amount, 0);

test('RENEW-1: the next premium is worked out from the price list, and its causes add up to the difference', () => {
  const next = nextPeriodOf(policy);
  expect(next).toEqual({
    from: '2026-12-19',
    premiumPerYear: 94_280,
    causes: [
      { id: 'index', amount: 2_855 },
      { id: 'tariff', amount: 813 },
      { id: 'item', amount: -2_203 },
      { id: 'charges', amount: 55 },
    ],
  });
  expect(sumOf(next?.causes.map(({ amount }) => amount) ?? [])).toBe(94_280 - 92_760);
});

test('RENEW-1: causes of opposite signs are both named, and a premium that nothing changes has none', () => {
  const home = nextPeriodOf({ ...policy, product: 'home' });
  expect(home?.causes.map(({ id, amount }) => [id, Math.sign(amount)])).toEqual([
    ['index', 1],
    ['tariff', -1],
    ['charges', 1],
  ]);
  const free = nextPeriodOf({ ...policy, premiumPerYear: 0, premiumParts: [{ id: 'base', amount: 0 }] });
  expect(free).toMatchObject({ premiumPerYear: 0, causes: [] });
  // Before the first price list the premium stays.
  const earlier = nextPeriodOf({ ...policy, validFrom: '2024-06-01', validTo: '2025-05-31' });
  expect(earlier).toMatchObject({ premiumPerYear: 92_760, causes: [] });
});

test('RENEW-1: a policy that is cancelled, has lapsed or does not renew has no next period', () => {
  for (const ends of [{ renews: false }, { cancelledOn: '2026-11-30' }, { lapsedOn: '2026-11-30' }])
    expect(nextPeriodOf({ ...policy, ...ends })).toBeUndefined();
});

test('RENEW-1: the next period is told from 35 days before until the last day of this one', () => {
  const told = ['2026-11-13', '2026-11-14', '2026-12-18', '2026-12-19'].map((day) =>
    isRenewalPriced(policy, day),
  );
  expect(told).toEqual([false, true, true, false]);
});

test('RENEW-1: shares add up to the difference, and do not depend on the order of the causes', () => {
  const inputs = fc.record({
    was: fc.integer({ min: 0, max: 5_000_000 }),
    factors: fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 1, maxLength: 5 }),
    order: fc.infiniteStream(fc.nat()),
  });
  fc.assert(
    fc.property(inputs, ({ was, factors, order }) => {
      const causes = factors.map((_factor, index) => index);
      const valueWith = (exchanged: ReadonlySet<number>) =>
        Math.round(
          causes.reduce((value, cause) => value * (exchanged.has(cause) ? (factors[cause] ?? 1) : 1), was),
        );
      const shares = sharesOf(causes, valueWith);
      expect(sumOf(shares.values())).toBe(valueWith(new Set(causes)) - was);
      const shuffled = causes
        .map((cause) => ({ cause, at: order.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ cause }) => cause);
      // Whoever gets the last króna of rounding may differ where two lost the same.
      for (const [cause, share] of sharesOf(shuffled, valueWith))
        expect(Math.abs(share - (shares.get(cause) ?? 0))).toBeLessThanOrEqual(1);
      for (const cause of causes) if (factors[cause] === 1) expect(shares.get(cause)).toBe(0);
    }),
    { numRuns: 2_000 },
  );
});
