import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addDays, weekdayOf } from './day.ts';
import { isWorkingDay } from './working-days.ts';

const { holidays } = JSON.parse(
  readFileSync(new URL('../../../content/footer/footer.json', import.meta.url), 'utf8'),
) as { holidays: { dagur: string }[] };

test('STAFF-6, SITE-11: working days are exactly the weekdays on which the site does not list the office as closed', () => {
  const closed = new Set(holidays.map(({ dagur }) => dagur));
  const wrong = [];
  for (let day = '2026-12-01'; day <= '2027-12-31'; day = addDays(day, 1)) {
    const isOpen = weekdayOf(day) < 6 && !closed.has(day);
    if (isWorkingDay(day) !== isOpen) wrong.push(day);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['Good Friday', 2024, '2024-03-29'],
  ['the earliest Easter Monday of this century', 2035, '2035-03-26'],
  ['the latest Easter Monday of this century', 2038, '2038-04-26'],
  ['Ascension Day', 2026, '2026-05-14'],
  ['the first day of summer', 2030, '2030-04-25'],
  ['Commerce Day on the first of August', 2033, '2033-08-01'],
])('STAFF-6: %s of %d is not a working day', (_, __, day) => {
  expect(isWorkingDay(day)).toBe(false);
});
