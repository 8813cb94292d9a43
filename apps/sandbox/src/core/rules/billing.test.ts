import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@hofn/domain';
import { expect, onTestFinished, test } from 'vitest';
import { openBook, writeBook } from '../book.ts';
import { openingBook } from '../opening.ts';
import { runBilling } from './billing.ts';

const today = '2026-11-23';

test('LIFE-30: the core charges a card on the due date, and takes direct debit and claims on the final due date', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-book-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'book.json');
  writeBook(file, openingBook(today));
  const book = openBook(file, today);
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
