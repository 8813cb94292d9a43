import { instalmentFacts, policyFacts } from '@hofn/contracts';
import { addDays, policyStatus } from '@hofn/domain';
import { expect, test } from 'vitest';
import { openBook } from '../book.ts';
import { openingBook } from '../opening.ts';
import { bookPortalPayment } from './billing.ts';

const today = '2026-11-23';
const sigurbjorg = '2109951459';

/** The book of a customer who is two months behind, and whose comprehensive insurance has lapsed. */
const bookOfDebtor = () => {
  const book = openBook(openingBook(today));
  const owed = () =>
    book
      .of('instalments', sigurbjorg)
      .filter(({ facts }) => facts.paidAt === null && facts.finalDueDate < today);
  const kasko = () => book.policy('2055611')?.facts;
  return { book, owed, kasko };
};

test('CORE-13: paying everything that is overdue restores a lapsed policy from that day, with instalments for the rest of its period', () => {
  const { book, owed, kasko } = bookOfDebtor();
  const [first, second, ...others] = owed();
  expect(others).toEqual([]);
  const before = kasko();
  expect(before?.lapsedOn).toBe(addDays(today, -19));

  bookPortalPayment(book, { paymentId: 'one', instalments: first ? [first] : [] }, today);
  expect(kasko()).toEqual(before);

  bookPortalPayment(book, { paymentId: 'two', instalments: second ? [second] : [] }, today);
  const restored = policyFacts.parse(kasko());
  expect(restored).toMatchObject({
    lapsedOn: null,
    renews: true,
    validFrom: today,
    validTo: before?.validTo,
  });
  expect(policyStatus(restored, today)).toBe('active');
  const own = book.of('instalments', sigurbjorg).filter(({ facts }) => facts.policy === 'policy-2055611');
  for (const { facts } of own) instalmentFacts.parse(facts);
  expect(own.map(({ facts }) => facts.dueDate)).toEqual([
    ...['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01', '2027-04-01'],
  ]);
  const left = own.reduce((sum, { facts }) => sum + facts.amount, 0);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(restored.premiumPerYear / 2);
});

test('CORE-13: a policy that lapsed more than three months ago, or whose period is over, stays lapsed', () => {
  for (const change of [{ lapsedOn: '2026-08-22' }, { validTo: today }, { cancelledOn: '2026-11-10' }]) {
    const { book, owed, kasko } = bookOfDebtor();
    const facts = kasko();
    if (facts) book.put('policies', 'policy-2055611', { ...facts, ...change });
    bookPortalPayment(book, { paymentId: 'all', instalments: owed() }, today);
    expect(kasko(), JSON.stringify(change)).toMatchObject(change);
    expect(kasko()?.lapsedOn, JSON.stringify(change)).not.toBeNull();
  }
});
