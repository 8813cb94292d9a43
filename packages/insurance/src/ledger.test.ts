import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountOn,
  type Ledger,
  ledgerAccounts,
  type Posting,
  type PostingGroup,
  post,
  receivableOn,
  reverse,
  trialBalance,
} from './ledger.ts';

const groupOf = (
  key: string,
  postings: readonly Posting[],
  of: Partial<PostingGroup> = {},
): PostingGroup => ({
  ...{ key, customer: '8000000000', day: '2026-11-23', cause: 'test', postings },
  ...{ policy: null, instalment: null, payment: null, claim: null, reverses: null },
  ...of,
});
const charge = (amount: number): Posting[] => [
  { account: 'receivable', amount },
  { account: 'premium', amount: -amount },
];
const empty: Ledger = new Map();

test('INS-5: a group that does not add up, has one account, an amount of zero or parts of a króna is not posted', () => {
  for (const [postings, fault] of [
    [[], 'has not two accounts'],
    [[{ account: 'cash', amount: 100 }], 'has not two accounts'],
    [[...charge(100), ...charge(100)], 'each once'],
    [charge(0), 'is zero'],
    [charge(0.5), 'not a whole number'],
    [[...charge(100), { account: 'cash', amount: 1 }], 'adds up to 1 ISK'],
  ] as Array<[Posting[], string]>)
    expect(() => post(empty, groupOf('a', postings)), fault).toThrow(fault);
  const ledger = post(empty, groupOf('a', charge(5_000_000_000)));
  expect(() => post(ledger, groupOf('a', charge(5_000_000_000)))).toThrow('posted already');
  expect(empty.size).toBe(0);
});

test('INS-5: a group is reversed once, by its exact opposite, about the same and not before it', () => {
  const ledger = post(empty, groupOf('a', charge(900), { policy: 'p', instalment: 'i' }));
  const by = { key: 'b', day: '2026-11-24', cause: 'reversal' };
  const reversed = reverse(ledger, 'a', by);
  expect(reversed.get('b')).toMatchObject({ ...by, reverses: 'a', policy: 'p', instalment: 'i' });
  const on = (day: string) => receivableOn(reversed.values(), { customer: '8000000000', day });
  expect([on('2026-11-22'), on('2026-11-23'), on('2026-11-24')]).toEqual([0, 900, 0]);
  expect(() => reverse(reversed, 'a', { ...by, key: 'c' })).toThrow('reverses a again');
  expect(() => reverse(reversed, 'b', { ...by, key: 'c' })).toThrow('is a reversal itself');
  expect(() => reverse(ledger, 'none', by)).toThrow('no posting group none');
  expect(() => reverse(ledger, 'a', { ...by, day: '2026-11-22' })).toThrow('before its day');
  const opposite = { day: '2026-11-24', reverses: 'a' };
  expect(() => post(ledger, groupOf('b', charge(-899), opposite))).toThrow('not the opposite');
  expect(() => post(ledger, groupOf('b', charge(-900), { ...opposite, customer: '9' }))).toThrow(
    'which the customer has not',
  );
});

const days = fc.nat(9).map((day) => `2026-11-1${day}`);
const groups = fc
  .array(
    fc.record({
      day: days,
      amounts: fc.uniqueArray(
        fc.tuple(fc.constantFrom(...ledgerAccounts), fc.integer({ min: -5_000_000_000, max: 5_000_000_000 })),
        { selector: ([account]) => account, minLength: 2, maxLength: 4 },
      ),
    }),
    { maxLength: 20 },
  )
  .map((drafts) =>
    drafts.flatMap(({ day, amounts }, index) => {
      const [first, ...others] = amounts.map(([account, amount]) => ({ account, amount }));
      const rest = -others.reduce((sum, { amount }) => sum + amount, 0);
      const postings = first ? [{ ...first, amount: rest }, ...others] : others;
      return postings.some(({ amount }) => amount === 0) ? [] : [groupOf(`g${index}`, postings, { day })];
    }),
  );

test('INS-5: a trial balance of any days adds up, and closes where the next one opens', () => {
  fc.assert(
    fc.property(groups, days, days, (posted, one, other) => {
      const [from = '', to = ''] = [one, other].toSorted();
      const ledger = post(empty, ...posted);
      const movements = [...ledger.values()].flatMap(({ day, postings }) =>
        postings.map((posting) => ({ day, ...posting })),
      );
      const lines = trialBalance(movements, { from, to });
      const total = (of: 'opening' | 'debit' | 'credit' | 'closing') =>
        lines.reduce((sum, line) => sum + line[of], 0);
      expect([total('opening'), total('closing'), total('debit') - total('credit')]).toEqual([0, 0, 0]);
      for (const { account, opening, debit, credit, closing } of lines) {
        expect(opening + debit - credit).toBe(closing);
        const until = posted.filter(({ day }) => day <= to);
        expect(closing).toBe(until.reduce((sum, group) => sum + amountOn(group, account), 0));
      }
      const next = trialBalance(movements, { from: '2026-11-20', to: '2026-11-30' });
      const all = trialBalance(movements, { from, to: '2026-11-19' });
      expect(next.map(({ opening }) => opening)).toEqual(all.map(({ closing }) => closing));
    }),
  );
});
