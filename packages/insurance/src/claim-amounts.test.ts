import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountFaults,
  type CoverAssessed,
  canBecome,
  decideCovers,
  decisionOf,
  type Limits,
  netOf,
  outstandingOf,
  type PayoutState,
  payoutTransitions,
  sumOf,
} from './claim-amounts.ts';

const line = (id: string, loss: number, more: Partial<CoverAssessed> = {}): CoverAssessed => ({
  ...{ id, claimed: null, loss, depreciation: 0, ownShare: 0, deductible: 0 },
  ...more,
});
const unlimited = (...ids: string[]): Limits => ({
  covers: ids.map((id) => ({ id, left: null })),
  shared: null,
});

test('DESK-8a: a cover pays the loss less depreciation, share and deductible, and never less than nothing', () => {
  const whole = line('fire', 500_000, { depreciation: 100_000, ownShare: 50_000, deductible: 90_000 });
  expect(decideCovers([whole], unlimited('fire'))).toEqual({
    ...{ covers: [{ ...whole, payable: 260_000 }], total: 260_000, unknown: [] },
  });
  expect(decideCovers([line('fire', 80_000, { deductible: 90_000 })], unlimited('fire')).total).toBe(0);
});

test('DESK-8a: a cover with a sum of its own stops there, and those without one share the policy’s', () => {
  const limits: Limits = {
    covers: [
      { id: 'baggage', left: 100_000 },
      { id: 'fire', left: null },
      { id: 'theft', left: null },
    ],
    shared: 300_000,
  };
  const lines = [line('fire', 200_000), line('baggage', 150_000), line('theft', 200_000)];
  const { covers, total } = decideCovers(lines, limits);
  expect(covers.map(({ id, payable }) => [id, payable])).toEqual([
    ['fire', 200_000],
    ['baggage', 100_000],
    ['theft', 100_000],
  ]);
  expect(total).toBe(400_000);
});

test('DESK-8a: a cover that the policy does not have pays nothing, and is named where it would', () => {
  const { total, unknown } = decideCovers([line('glass', 1_000), line('theft', 0)], unlimited('fire'));
  expect([total, unknown]).toEqual([0, ['glass']]);
});

test('DESK-8a: more cannot come off than was lost, apart from a deductible', () => {
  const lines = [
    line('a', 100, { depreciation: 101, ownShare: 500 }),
    line('b', 100, { depreciation: 60, ownShare: 41 }),
    line('c', 100, { depreciation: 60, ownShare: 40, deductible: 90_000 }),
  ];
  expect(amountFaults(lines)).toEqual([
    { index: 0, field: 'depreciation' },
    { index: 1, field: 'ownShare' },
  ]);
});

test('DESK-8a: a claim is approved in part when more than the deductible comes off what was claimed', () => {
  const decided = (of: CoverAssessed, limits = unlimited('fire')) =>
    decisionOf(decideCovers([of], limits).covers);
  expect(decided(line('fire', 500, { deductible: 90 }))).toBe('approve');
  expect(decided(line('fire', 500, { claimed: 500, deductible: 90 }))).toBe('approve');
  expect(decided(line('fire', 500, { claimed: 501 }))).toBe('approvePartly');
  expect(decided(line('fire', 500, { depreciation: 1 }))).toBe('approvePartly');
  expect(decided(line('fire', 500), { covers: [{ id: 'fire', left: 499 }], shared: null })).toBe(
    'approvePartly',
  );
  expect(decided(line('fire', 90, { deductible: 90 }))).toBe('reject');
  expect(decisionOf([])).toBe('reject');
});

const amounts = fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.integer({ min: 0, max: 9_000_000_000_000 }));
const ids = fc.constantFrom('a', 'b', 'c', 'd');
const lines = fc.uniqueArray(
  fc.record({
    ...{ id: ids, claimed: fc.option(amounts), loss: amounts },
    ...{ depreciation: amounts, ownShare: amounts, deductible: amounts },
  }),
  { selector: ({ id }) => id, maxLength: 4 },
);
const limitsOf: fc.Arbitrary<Limits> = fc.record({
  covers: fc.uniqueArray(fc.record({ id: ids, left: fc.option(amounts) }), { selector: ({ id }) => id }),
  shared: fc.option(amounts),
});

test('DESK-8a: whatever is assessed, no line pays more than it comes to or its sum, nor those that share one more than that', () => {
  fc.assert(
    fc.property(lines, limitsOf, (assessed, limits) => {
      const { covers, total, unknown } = decideCovers(assessed, limits);
      expect(covers.map(({ payable: _payable, ...rest }) => rest)).toEqual(assessed);
      expect(total).toBe(sumOf(covers.map(({ payable }) => payable)));
      let shared = 0;
      for (const cover of covers) {
        const limit = limits.covers.find(({ id }) => id === cover.id);
        expect(Number.isSafeInteger(cover.payable) && cover.payable >= 0).toBe(true);
        expect(cover.payable).toBeLessThanOrEqual(netOf(cover));
        if (!limit) expect(cover.payable).toBe(0);
        else if (limit.left !== null) expect(cover.payable).toBeLessThanOrEqual(limit.left);
        else shared += cover.payable;
        expect(unknown.includes(cover.id)).toBe(!limit && netOf(cover) > 0);
      }
      if (limits.shared !== null) expect(shared).toBeLessThanOrEqual(limits.shared);
      expect(decisionOf(covers) === 'reject').toBe(total === 0);
    }),
  );
});

test('DESK-8a: a line that no limit stops is paid in full', () => {
  fc.assert(
    fc.property(lines, (assessed) => {
      const { covers } = decideCovers(assessed, unlimited('a', 'b', 'c', 'd'));
      for (const cover of covers) expect(cover.payable).toBe(netOf(cover));
    }),
  );
});

test('DESK-9: a payment is ordered once, and what has failed or come back stays so', () => {
  const states = Object.keys(payoutTransitions) as PayoutState[];
  expect(states.filter((state) => canBecome(state, 'ordered'))).toEqual(['approved']);
  expect(states.filter((state) => canBecome(state, 'paid'))).toEqual(['ordered']);
  for (const last of ['failed', 'returned'] as const) expect(payoutTransitions[last]).toEqual([]);
});

test('INS-5: of a reserve, what is still to come is never less than nothing', () => {
  expect(outstandingOf({ reserve: 500, paid: 200 })).toBe(300);
  expect(outstandingOf({ reserve: 500, paid: 700 })).toBe(0);
  expect(outstandingOf({ reserve: null, paid: 700 })).toBe(0);
});
