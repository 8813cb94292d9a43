import { addDays, addMonths } from '@hofn/domain';
import { expect, test } from 'vitest';
import { openBook } from '../book.ts';
import { openingBook } from '../opening.ts';
import { runBilling } from './billing.ts';

const today = '2026-11-23';

test('LIFE-30: the core charges a card on the due date, and takes direct debit and claims on the final due date', () => {
  const book = openBook(openingBook(today));
  for (let day = addDays(today, 1); day <= '2026-12-20'; day = addDays(day, 1)) runBilling(book, day);
  const december = book.all('instalments').filter(({ facts }) => facts.dueDate === '2026-12-01');
  for (const [method, paidOn] of [
    ['ccard', '2026-12-01'],
    ['bank', '2026-12-15'],
    ['claim', '2026-12-15'],
  ] as const) {
    const paid = december.filter(({ facts }) => facts.method === method && facts.paidAt);
    expect(paid.length, method).toBeGreaterThan(0);
    for (const { facts } of paid) expect(facts.paidAt?.slice(0, 10), method).toBe(paidOn);
  }
});

test('INS-4: the next year’s instalments begin where the last ones end, also when a credit has cancelled those', () => {
  const book = openBook(openingBook(today));
  const customer = '1201741429';
  const shared = () => book.of('instalments', customer).filter(({ facts }) => facts.policy === null);
  for (const { key, facts } of shared())
    if (facts.dueDate > today) book.put('instalments', key, { ...facts, cancelledAt: `${today}T12:00:00Z` });
  const before = new Set(shared().map(({ key }) => key));
  for (let day = addDays(today, 1); day <= '2026-12-02'; day = addDays(day, 1)) runBilling(book, day);
  const planned = shared().filter(({ key }) => !before.has(key));
  expect(planned.map(({ facts }) => facts.dueDate)).toEqual(
    Array.from({ length: 12 }, (_, month) => addMonths('2027-01-01', month)),
  );
  const amounts = planned.map(({ facts }) => facts.amount);
  expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
});
