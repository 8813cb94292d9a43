import { expect, test } from 'vitest';
import { birthDateOf, parseKennitala } from './kennitala.ts';

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Why a kennitala is refused, ignoring the check digit. */
const reason = (ssn: string): string => {
  const parsed = parseKennitala(ssn, { checkDigit: 'off', allowTestIds: true });
  return parsed.ok ? 'ok' : parsed.reason;
};

// An independent calendar, without `Date`, which the code under test uses.
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lengthOf = (century: string, year: number, month: number): number => {
  const isLeap = year === 0 ? century === '20' : year % 4 === 0;
  return month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0);
};
const centuries = [
  ['18', '8'],
  ['19', '9'],
  ['20', '0'],
] as const;

test.each(centuries)('KT-5: in the %s00s exactly the existing days pass', (century, digit) => {
  const wrong: string[] = [];
  for (let year = 0; year <= 99; year += 1)
    for (let month = 0; month <= 13; month += 1)
      for (let day = 1; day <= 31; day += 1)
        for (const shift of [0, 40]) {
          const front = `${twoDigits(day + shift)}${twoDigits(month)}${twoDigits(year)}`;
          if (/^(69|70|71)0269$/.test(front)) continue;
          const actual = reason(`${front}142${digit}`);
          const expected = day <= lengthOf(century, year, month) ? 'ok' : 'date';
          if (actual !== expected) wrong.push(`${front} of ${century}: ${actual}`);
        }
  expect(wrong).toEqual([]);
});

test.each([
  ['2802', 'ok', 'ok', 'ok'],
  ['2902', 'date', 'date', 'ok'],
  ['3002', 'date', 'date', 'date'],
  ['3102', 'date', 'date', 'date'],
  ['3104', 'date', 'date', 'date'],
  ['3006', 'ok', 'ok', 'ok'],
  ['3106', 'date', 'date', 'date'],
  ['3112', 'ok', 'ok', 'ok'],
  ['0113', 'date', 'date', 'date'],
  ['0100', 'date', 'date', 'date'],
] as const)('KT-5: %s in 1800, 1900 and 2000 is %s, %s and %s', (front, ...expected) => {
  expect(centuries.map(([, digit]) => reason(`${front}00142${digit}`))).toEqual(expected);
});

test('KT-3, KT-5: the last digit determines the century of birth', () => {
  // The 1800s and 1900s have the same leap years, so only the returned date tells them apart.
  for (const [century, digit] of centuries)
    expect(birthDateOf(`290296142${digit}`)).toBe(`${century}96-02-29`);
});
