import type { AskedPlan } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { isOwed, totalOf } from '@hofn/insurance/billing/instalment.ts';
import { expect, test } from 'vitest';
import { type Book, openBook } from '../book.ts';
import { openingBook } from '../opening.ts';
import { acceptWithUndo, putBack } from '../requests.ts';
import { noonOf } from './accounts.ts';
import { runBilling } from './billing.ts';
import { agreePlan, isOfPlan } from './payment-plan.ts';
import { shareOf } from './premium.ts';

const today = '2026-11-24';
/** Owes the instalment of November, with a reminder; her policies lapse on 29 November. */
const customer = '1201741429';
const total = 40_954;

const agree = (book: Book, choice: AskedPlan['choice']): void =>
  agreePlan(book, { request: 'r1', customer, plan: { choice, total } });
const runUntil = (book: Book, last: string): void => {
  for (let day = addDays(book.state.today, 1); day <= last; day = addDays(day, 1)) {
    book.state.today = day;
    runBilling(book, day);
  }
};
const partsOf = (book: Book) => book.of('instalments', customer).filter(({ key }) => isOfPlan(key));
const lapsed = (book: Book) =>
  book.of('policies', customer).flatMap(({ facts }) => (facts.lapsedOn === null ? [] : [facts.lapsedOn]));
const owed = (book: Book): number =>
  book
    .of('ledger-entries', customer)
    .reduce((sum, { facts }) => (facts.bookedOn > '2026-11-23' ? sum + facts.amount : sum), 0);

test('RIGHT-4: without a plan policies lapse on the day that was announced, and with a plan that is kept none does', () => {
  const without = openBook(openingBook(today));
  runUntil(without, '2026-11-30');
  expect(new Set(lapsed(without))).toEqual(new Set(['2026-11-29']));

  const book = openBook(openingBook(today));
  agree(book, { kind: 'parts', count: 3 });
  expect(partsOf(book).map(({ facts }) => [facts.dueDate, facts.finalDueDate, totalOf(facts)])).toEqual([
    ['2026-12-08', '2026-12-08', 13_815],
    ['2027-01-08', '2027-01-08', 13_815],
    ['2027-02-08', '2027-02-08', 13_814],
  ]);
  runUntil(book, '2027-02-20');
  expect(lapsed(book)).toEqual([]);
  expect(partsOf(book).map(({ facts }) => [facts.paidAt?.slice(0, 10), facts.lapsesOn])).toEqual([
    ['2026-12-08', null],
    ['2027-01-08', null],
    ['2027-02-08', null],
  ]);
});

test('RIGHT-4, INS-5: what was due leaves the account until the new days, the fee is on it, and everything else stays as it was', () => {
  const book = openBook(openingBook(today));
  agree(book, { kind: 'parts', count: 3 });
  // The interest and fee of the reminder stay on the account; the premium returns when it is due again.
  expect(owed(book)).toBe(-40_675 + 490);
  const parts = partsOf(book);
  expect(parts.reduce((sum, { facts }) => sum + totalOf(facts), 0)).toBe(total + 490);
  const policies = book.of('policies', customer);
  for (const { key, facts } of parts) {
    const shares = policies.map((policy) => shareOf(book, policy.key, key));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(facts.amount);
  }
  expect(owed(book)).toBe(
    book.ledger
      .added()
      .filter(({ cause }) => cause !== 'opening')
      .reduce(
        (sum, { postings }) => sum + (postings.find(({ account }) => account === 'receivable')?.amount ?? 0),
        0,
      ),
  );
  const before = book.changes().length;
  agree(book, { kind: 'parts', count: 3 });
  expect(book.changes()).toHaveLength(before);
});

test('RIGHT-4: another day is one instalment of the same total, without a fee', () => {
  const book = openBook(openingBook(today));
  agree(book, { kind: 'later', on: '2026-12-20' });
  expect(partsOf(book).map(({ facts }) => [facts.dueDate, totalOf(facts), facts.fees])).toEqual([
    ['2026-12-20', total, 130],
  ]);
});

test('RIGHT-4, INS-6: an instalment of a plan that is missed is reminded of, and policies lapse only after the notice of fourteen days', () => {
  const book = openBook(openingBook(today));
  agree(book, { kind: 'parts', count: 2 });
  // An older debt for insurance that the law requires, for which nothing lapses, makes the card be refused.
  const motor = book.of('policies', customer).find(({ facts }) => facts.product === 'motor-liability');
  const [part] = partsOf(book);
  if (!motor || !part) throw new Error('The demo has no such policy');
  const older = { ...part.facts, policy: motor.key, fees: 130, lapsesOn: '2026-11-20' };
  book.put('instalments', 'older', { ...older, dueDate: '2026-10-01', finalDueDate: '2026-10-15' });
  runUntil(book, '2026-12-08');
  expect(book.get('instalments', part.key)?.facts).toMatchObject({ refusedAt: noonOf('2026-12-08') });
  runUntil(book, '2026-12-09');
  expect(book.get('instalments', part.key)?.facts).toMatchObject({
    ...{ lapsesOn: '2026-12-23', fees: part.facts.fees + 130 },
    paidAt: null,
  });
  expect(book.get('ledger-entries', `fee-${part.key}`)?.facts.amount).toBe(130);
  runUntil(book, '2026-12-22');
  expect(lapsed(book)).toEqual([]);
  runUntil(book, '2026-12-23');
  expect(new Set(lapsed(book))).toEqual(new Set(['2026-12-23']));
});

test('RIGHT-4: a plan that is put back leaves what was due before, and may be agreed again', () => {
  const book = openBook(openingBook(today));
  const request = {
    ...{ id: 'r1', kind: 'plan', customer: { ssn: customer }, policy: null },
    change: { plan: { choice: { kind: 'parts', count: 2 }, total } },
  } as unknown as Parameters<typeof acceptWithUndo>[1];
  const due = () =>
    book.of('instalments', customer).filter(({ facts }) => isOwed(facts) && facts.dueDate <= today);
  const before = due();
  putBack(book, acceptWithUndo(book, request).undo);
  expect(due().map(({ key, facts }) => [key, facts])).toEqual(before.map(({ key, facts }) => [key, facts]));
  expect(owed(book)).toBe(0);
  acceptWithUndo(book, request);
  expect(partsOf(book).filter(({ facts }) => isOwed(facts))).toHaveLength(2);
});
