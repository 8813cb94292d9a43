import { addDays } from '@hofn/domain';
import { renewalPricedDays } from '@hofn/insurance/renewal-price.ts';
import { expect, test } from 'vitest';
import { type AnyRecord, type Book, openBook } from '../book.ts';
import { changePolicy } from './changes.ts';
import { runNextDay } from './day.ts';
import type { PolicyEdit } from './life.ts';

const customer = '1201741429';
const validTo = '2026-12-31';
const toldOn = addDays(validTo, 1 - renewalPricedDays);

/** A customer with comprehensive insurance until the end of the year, paid in full. */
const openRenewing = (premiumParts = [{ id: 'base', amount: 100_000 }]): Book => {
  const policy = {
    ...{ customer, number: '801', product: 'kasko', insured: null, premiumPerYear: 100_000, renews: true },
    ...{ validFrom: '2026-01-01', validTo, cancelledOn: null, lapsedOn: null, suspendedOn: null },
    ...{ deductible: 90_000, sumInsured: null, figures: null, terms: [], items: [], covers: [] },
    ...{ instalmentsPerYear: 1, instalmentFeePercent: 0, premiumParts },
  };
  const facts = { ssn: customer, kind: 'person', fullName: 'Prófari', paymentMethod: 'ccard' };
  const records = [
    { type: 'customers', key: 'c', version: 1, facts },
    { type: 'policies', key: 'p', version: 1, facts: policy },
  ] as unknown as AnyRecord[];
  const today = addDays(toldOn, -1);
  return openBook({ today, openedOn: today, records });
};

const passTo = (book: Book, day: string): void => {
  while (book.state.today < day) runNextDay(book);
};

const policyOf = (book: Book) => book.get('policies', 'p')?.facts;

test('RENEW-1: a core tells the next premium and its causes 35 days before, and charges that premium', () => {
  const book = openRenewing();
  expect(policyOf(book)?.nextPeriod).toBeUndefined();
  passTo(book, toldOn);
  const { nextPeriod } = policyOf(book) ?? {};
  expect(nextPeriod).toEqual({
    ...{ from: '2027-01-01', premiumPerYear: 101_531 },
    causes: [
      { id: 'index', amount: 3_077 },
      { id: 'tariff', amount: 903 },
      { id: 'item', amount: -2_449 },
    ],
  });
  passTo(book, '2027-01-01');
  expect(policyOf(book)).toMatchObject({
    ...{ validFrom: '2027-01-01', validTo: '2027-12-31', premiumPerYear: 101_531 },
    premiumParts: [{ id: 'base', amount: 101_531 }],
  });
  expect(policyOf(book)?.nextPeriod).toBeUndefined();
});

/** A higher deductible, from a day. */
const raiseDeductible = (book: Book, from: string): void => {
  const change = { act: 'deductible', deductible: 140_000, cover: null } as PolicyEdit['change'];
  const edit: PolicyEdit = { figures: null, change };
  const about = { from, day: book.state.today, cause: 'cover' } as const;
  changePolicy(book, 'p', { kind: 'edit', edit, premium: { becomes: 90_000, by: 'share' } }, about);
};

test('RENEW-1: public charges and the insurer’s own parts become what their causes say', () => {
  const book = openRenewing([
    { id: 'base', amount: 97_240 },
    { id: 'catastrophe', amount: 2_760 },
  ]);
  passTo(book, toldOn);
  const causes = policyOf(book)?.nextPeriod?.causes ?? [];
  expect(causes.map(({ id }) => id)).toEqual(['index', 'tariff', 'item', 'charges']);
  passTo(book, '2027-01-01');
  expect(policyOf(book)?.premiumParts).toEqual([
    { id: 'base', amount: 98_729 },
    // The index and the charge itself: 3.1 % and 2 %.
    { id: 'catastrophe', amount: 2_902 },
  ]);
});

test.each([addDays(toldOn, 1), validTo, '2027-01-01'])(
  'RENEW-1: a change from %s is told at once, and the policy renews at what was told',
  (from) => {
    const book = openRenewing();
    passTo(book, toldOn);
    raiseDeductible(book, from);
    const { nextPeriod, premiumPerYear } = policyOf(book) ?? {};
    expect([premiumPerYear, nextPeriod?.premiumPerYear]).toEqual([100_000, 91_378]);
    expect(nextPeriod?.causes[0]).toEqual({ id: 'change', amount: -10_000 });
    passTo(book, '2027-01-01');
    expect(policyOf(book)).toMatchObject({ premiumPerYear: 91_378, deductible: 140_000 });
  },
);

test('RENEW-1: a policy that is cancelled says nothing of a next period', () => {
  const book = openRenewing();
  passTo(book, toldOn);
  changePolicy(book, 'p', { kind: 'end' }, { from: validTo, day: toldOn, cause: 'cancel' });
  expect(policyOf(book)?.nextPeriod).toBeUndefined();
});
