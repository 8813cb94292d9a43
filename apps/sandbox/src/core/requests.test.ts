import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CoreRequest, instalmentFacts, policyFacts } from '@hofn/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { openBook, writeBook } from './book.ts';
import { openingBook } from './opening.ts';
import { acceptRequest } from './requests.ts';
import { planInstalments } from './rules/accounts.ts';
import { runNextDay } from './rules/day.ts';

const today = '2026-11-23';

const bookToday = () => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-book-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'book.json');
  writeBook(file, openingBook(today));
  return openBook(file, today);
};
/** A request about the family's comprehensive insurance. */
const requestAbout = (changes: object) =>
  ({
    ...{ id: 'r1', state: 'open', settledBy: 'core', requestedAt: `${today}T10:00:00Z`, messages: [] },
    ...{ customer: { ssn: '1201741429' }, tariff: 'demo', language: 'is', figures: null, offer: null },
    policy: { id: 'p1', number: '2041188' },
    ...changes,
  }) as unknown as CoreRequest;
const noChange = { act: null, cover: null, deductible: null, lastDay: null };

test('CORE-13, LIFE-5: an accepted cancellation ends the policy on its last day, with the instalments after it', () => {
  const book = bookToday();
  const own = { customer: '1201741429', policy: 'policy-2041188', keys: 'own' };
  const days = ['2026-12-20', '2027-01-20', '2027-02-20'];
  planInstalments(book, own, { total: 12_000, count: 3, first: (index) => days[index] ?? '' });
  const number = acceptRequest(
    book,
    requestAbout({ kind: 'cancel', effectiveOn: '2027-01-01', premium: 0, change: noChange }),
    today,
  );
  expect(number).toBe('2041188');
  const ended = book.get('policies', 'policy-2041188')?.facts;
  expect(policyFacts.parse(ended)).toMatchObject({
    ...{ cancelledOn: today, validTo: '2026-12-31', renews: false },
  });
  const cancelled = days.map((day) => book.get('instalments', `own-${day}`)?.facts.cancelledAt !== null);
  expect(cancelled).toEqual([false, true, true]);
});

test('CORE-13, LIFE-4: windscreen insurance ends with the insurance of its vehicle, comprehensive insurance goes on', () => {
  const book = bookToday();
  const effectiveOn = '2026-11-25';
  acceptRequest(
    book,
    requestAbout({
      kind: 'cancel',
      policy: { id: 'p1', number: '2041187' },
      ...{ effectiveOn, premium: 0, change: noChange },
    }),
    today,
  );
  const daysOf = (number: string) => {
    const { validTo, cancelledOn } = book.policy(number)?.facts ?? {};
    return { validTo, cancelledOn };
  };
  const ended = { validTo: '2026-11-24', cancelledOn: today };
  expect(daysOf('2041187')).toEqual(ended);
  expect(daysOf('2041189')).toEqual(ended);
  expect(daysOf('2041188').cancelledOn).toBeNull();
  const credited = book
    .of('ledger-entries', '1201741429')
    .flatMap(({ key }) => /^credit-(.*)-/.exec(key)?.[1] ?? []);
  expect(credited.some((key) => key.includes('2041189'))).toBe(true);
});

test('CORE-13: accepted figures replace those that the policy shows, and every part of the premium changes with them', () => {
  const book = bookToday();
  const before = book.policy('1902221')?.facts;
  if (!before) throw new Error('The book has no liability policy');
  const after = { ...before.figures, payroll: 402_000_000, turnover: 1_368_000_000 };
  const premium = Math.round(before.premiumPerYear * 1.5);
  acceptRequest(
    book,
    requestAbout({
      kind: 'figures',
      policy: { id: 'p2', number: '1902221' },
      ...{ effectiveOn: today, premium, figures: { before: before.figures, after } },
    }),
    today,
  );
  const changed = policyFacts.parse(book.policy('1902221')?.facts);
  expect(changed.figures).toEqual(after);
  expect(changed.items[0]?.facts).toMatchObject({ payroll: 402_000_000, turnover: 1_368_000_000 });
  expect(changed.items[0]?.facts.activity).toEqual(before.items[0]?.facts.activity);
  expect(before.premiumParts.length).toBeGreaterThan(1);
  for (const [index, { id, amount }] of before.premiumParts.entries()) {
    expect(changed.premiumParts[index]?.id).toBe(id);
    // Rounding is settled in the first part.
    expect(Math.abs((changed.premiumParts[index]?.amount ?? 0) - amount * 1.5)).toBeLessThan(5);
  }
});

test('CORE-13: a change accepted again is charged once, and the next change builds on it', () => {
  const book = bookToday();
  planInstalments(
    book,
    { customer: '1201741429', policy: 'policy-2041188', keys: 'own' },
    { total: 12_000, count: 1, first: () => '2027-03-20' },
  );
  const { premiumPerYear: was } = book.get('policies', 'policy-2041188')?.facts ?? { premiumPerYear: 0 };
  const charged = () => book.get('instalments', 'own-2027-03-20')?.facts.amount;
  const changeTo = (id: string, premium: number, deductible: number) =>
    acceptRequest(
      book,
      requestAbout({
        ...{ id, kind: 'cover', effectiveOn: '2026-12-01', premium },
        change: { ...noChange, act: 'deductible', deductible },
      }),
      today,
    );
  changeTo('r1', was * 2, 140_000);
  changeTo('r1', was * 2, 140_000);
  expect(charged()).toBe(24_000);
  changeTo('r2', was * 3, 185_000);
  expect(charged()).toBe(36_000);
  while (book.state.today < '2026-12-01') runNextDay(book);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    ...{ premiumPerYear: was * 3, deductible: 185_000 },
  });
});

test('CORE-13: a change that was accepted for a later day is not made to a policy that has ended by then', () => {
  const book = bookToday();
  const change = { ...noChange, act: 'deductible', deductible: 185_000 };
  acceptRequest(
    book,
    requestAbout({ kind: 'cover', effectiveOn: '2026-11-24', premium: 90_000, change }),
    today,
  );
  const cancel = { id: 'r2', kind: 'cancel', effectiveOn: '2026-11-24', premium: 0, change: noChange };
  acceptRequest(book, requestAbout(cancel), today);
  runNextDay(book);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    cancelledOn: today,
    deductible: 90_000,
  });
});

test('CORE-13, LIFE-5: premium charged for days after the end is deducted from what is owed, and the rest is repaid', () => {
  const book = bookToday();
  const customer = '1201741429';
  const cancel = { kind: 'cancel', effectiveOn: '2026-11-21', premium: 0, change: noChange };
  const { premiumPerYear } = book.get('policies', 'policy-2041188')?.facts ?? { premiumPerYear: 0 };
  // The instalment of 1 December is on an invoice: it pays until the end of the year, 41 days after the last one.
  const credit = Math.round((premiumPerYear * 41) / 365);
  const owed = () =>
    book
      .of('instalments', customer)
      .flatMap(({ facts: { amount, fees, penaltyInterest, paidAt, cancelledAt } }) =>
        paidAt || cancelledAt ? [] : amount + fees + penaltyInterest,
      )
      .reduce((sum, amount) => sum + amount, 0);
  const credited = () =>
    book
      .of('ledger-entries', customer)
      .filter(({ key }) => /^(?:credit|refund)-/.test(key))
      .map(({ facts: { type, amount } }) => [type, amount]);
  const before = owed();
  acceptRequest(book, requestAbout(cancel), today);
  expect(credit).toBeGreaterThan(1000);
  expect(owed()).toBe(before - credit);
  expect(credited()).toEqual([['premium', -credit]]);

  const paid = bookToday();
  for (const { key, facts } of paid.of('instalments', customer))
    paid.put('instalments', key, { ...facts, paidAt: `${today}T12:00:00Z` });
  acceptRequest(paid, requestAbout(cancel), today);
  const entries = paid.of('ledger-entries', customer).filter(({ key }) => /^(?:credit|refund)-/.test(key));
  expect(entries.map(({ facts }) => [facts.type, facts.amount])).toEqual([
    ['premium', -credit],
    ['refund', credit],
  ]);
});

test('CORE-13, LIFE-5: an accepted suspension is written to the policy, and another deductible on the day that it takes effect', () => {
  const book = bookToday();
  const suspended = { kind: 'suspend', effectiveOn: '2026-12-01', premium: 1, change: noChange };
  acceptRequest(book, requestAbout(suspended), today);
  expect(book.get('policies', 'policy-2041188')?.facts.suspendedOn).toBe('2026-12-01');
  const change = { ...noChange, act: 'deductible', deductible: 185_000 };
  const cover = { kind: 'cover', effectiveOn: '2026-11-24', premium: 90_000, change };
  acceptRequest(book, requestAbout(cover), today);
  expect(book.get('policies', 'policy-2041188')?.facts.deductible).not.toBe(185_000);
  runNextDay(book);
  const facts = policyFacts.parse(book.get('policies', 'policy-2041188')?.facts);
  expect(facts).toMatchObject({ deductible: 185_000, premiumPerYear: 90_000 });
  expect(facts.premiumParts.reduce((sum, { amount }) => sum + amount, 0)).toBe(90_000);
});

test('CORE-13: an accepted offer issues one policy with its instalments, and ends the policy that it replaces', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-book-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'book.json');
  writeBook(file, openingBook(today));
  const book = openBook(file, today);
  const replaced = book.get('policies', 'policy-2041188');
  const request = {
    ...{ id: 'r1', kind: 'offer', state: 'open', settledBy: 'core', requestedAt: `${today}T10:00:00Z` },
    ...{ customer: { ssn: '1201741429' }, effectiveOn: '2026-12-23', premium: 96_001, tariff: 'demo' },
    ...{ language: 'is', policy: { id: replaced?.id, number: '2041188' }, figures: null, messages: [] },
    offer: {
      ...{ number: '8204417', product: 'kasko', insured: { is: 'Toyota RAV4', en: 'Toyota RAV4' } },
      ...{ covers: [], parts: [{ id: 'base', amount: 96_001 }], instalmentsPerYear: 12, terms: ['BK10'] },
      ...{ deductible: 140_000, sumInsured: null, shownHash: null },
    },
    outcome: null,
  } as unknown as CoreRequest;
  const number = acceptRequest(book, request, today);
  const issued = book.all('policies').filter(({ facts }) => facts.number === number);
  expect(issued.map(({ facts }) => policyFacts.parse(facts))).toMatchObject([
    { validFrom: '2026-12-23', validTo: '2027-12-22', premiumPerYear: 96_001, items: [{ kind: 'vehicle' }] },
  ]);
  expect(book.get('policies', 'policy-2041188')?.facts).toMatchObject({
    ...{ cancelledOn: today, validTo: '2026-12-22', renews: false },
  });
  const planned = book.all('instalments').filter(({ facts }) => facts.policy === issued[0]?.key);
  expect(planned.map(({ facts }) => instalmentFacts.parse(facts).dueDate).slice(0, 2)).toEqual([
    '2026-12-23',
    '2027-01-23',
  ]);
  expect(planned.reduce((sum, { facts }) => sum + facts.amount, 0)).toBe(96_001);
  expect(acceptRequest(book, request, today)).toBe(number);
  expect(book.all('policies').filter(({ facts }) => facts.number === number)).toHaveLength(1);
});
