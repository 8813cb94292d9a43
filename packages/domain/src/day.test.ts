import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, compareDays, dayOf, daysBetween, isDay, weekdayOf } from './day.ts';

const days = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(dayOf);

test('a day exists and is written as YYYY-MM-DD', () => {
  for (const day of ['2026-11-21', '2024-02-29', '2000-02-29', '1800-01-01']) expect(isDay(day)).toBe(true);
  for (const text of [
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '20261121',
    '21.11.2026',
    '2026-11-21T00:00:00Z',
    '+02026-11-21',
    '',
  ]) {
    expect(isDay(text)).toBe(false);
  }
});

test('addDays and daysBetween agree across months and years', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -50_000, max: 50_000 }), (day, count) => {
      const other = addDays(day, count);
      expect(daysBetween(day, other)).toBe(count);
      expect(compareDays(day, other)).toBe(count === 0 ? 0 : -Math.sign(count));
    }),
  );
});

test('text order is day order', () => {
  fc.assert(
    fc.property(days, days, (a, b) => {
      expect(compareDays(a, b)).toBe(a === b ? 0 : a < b ? -1 : 1);
    }),
  );
});

test('adding months keeps the day of the month, or takes the last day of a shorter month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
  expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
});

test('the week begins on a Monday', () => {
  expect(weekdayOf('2026-11-16')).toBe(1);
  expect(weekdayOf('2026-11-21')).toBe(6);
  expect(weekdayOf('2026-11-22')).toBe(7);
});

test('an instant falls on its day in Iceland, which is on UTC', () => {
  expect(dayOf(new Date('2026-07-01T23:59:59Z'))).toBe('2026-07-01');
  expect(dayOf(new Date('2026-07-01T23:59:59-01:00'))).toBe('2026-07-02');
});

test('calculating with an invalid day throws', () => {
  expect(() => addDays('2026-02-30', 1)).toThrow('not a day: 2026-02-30');
  expect(() => addMonths('', 1)).toThrow(RangeError);
  expect(() => daysBetween('2026-01-01', 'tomorrow')).toThrow(RangeError);
});
