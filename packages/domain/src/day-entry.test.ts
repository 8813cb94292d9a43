import { describe, expect, test } from 'vitest';
import { dayFaults, joinDay, readDay, splitDay, weeksOf } from './day-entry.ts';

const entry = (day: string, month: string, year: string) => ({ day, month, year });

describe('HOLD-19: the value of a date field', () => {
  test.each([
    [entry('', '', ''), ''],
    [entry('1', '3', '2026'), '2026-03-01'],
    [entry('01', '03', '2026'), '2026-03-01'],
    [entry(' 24. ', '12', '2026'), '2026-12-24'],
    [entry('29', '2', '2028'), '2028-02-29'],
    [entry('30', '2', '2026'), '2026-2-30'],
    [entry('31', '', ''), '--31'],
    [entry('1', '1', '26'), '26-1-1'],
  ])('%o is %s', (typed, value) => {
    expect(joinDay(typed)).toBe(value);
  });

  test.each(['2026-2-30', '--31', '26-1-1', '-12-', '2026-12-24', ''])(
    '%s keeps each part that was typed',
    (value) => {
      expect(joinDay(splitDay(value))).toBe(value);
    },
  );

  test('a text that is not a date leaves the parts empty', () => {
    expect(splitDay('í gær')).toEqual(entry('', '', ''));
  });
});

test.each([
  ['24.12.2026', entry('24', '12', '2026')],
  [' 4. 2. 2026 ', entry('4', '2', '2026')],
  ['24/12/2026', entry('24', '12', '2026')],
  ['04-02-2026', entry('4', '2', '2026')],
  ['2026-12-04', entry('4', '12', '2026')],
  // Filled in as typed; the fault is reported afterwards.
  ['30.2.2026', entry('30', '2', '2026')],
  ['24', undefined],
  ['24.12', undefined],
  ['24.12.26', undefined],
  // The second digit of the day is still missing.
  ['2026-12-2', undefined],
])('HOLD-19: %s in one part is read as a whole date', (text, entered) => {
  expect(readDay(text)).toEqual(entered);
});

test.each([
  ['', []],
  ['2026-12-24', []],
  ['-2-30', ['year missing']],
  ['--', ['day missing', 'month missing', 'year missing']],
  ['2026-2-', ['day missing']],
  ['2026-1-32', ['day range']],
  ['2026-13-0', ['day range', 'month range']],
  ['26-1-1', ['year range']],
  ['2026-2-30', ['day length 28 2026-02-01']],
  ['2028-2-30', ['day length 29 2028-02-01']],
  ['2026-4-31', ['day length 30 2026-04-01']],
  ['í gær', ['day missing', 'month missing', 'year missing']],
])('HOLD-19: %s has the faults %j', (value, faults) => {
  expect(
    dayFaults(value).map(({ part, reason, days, month }) =>
      [part, reason, days, month].filter((value) => value !== undefined).join(' '),
    ),
  ).toEqual(faults);
});

test('HOLD-19: a month is shown in whole weeks from Monday', () => {
  const weeks = weeksOf('2026-11-22');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]).toEqual([
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(weeks[5]?.at(-1)).toBe('2026-12-06');
  expect(weeksOf('2027-02-01')).toHaveLength(4);
});
