import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './day.ts';
import {
  birthDateOf,
  formatKennitala,
  type KennitalaSettings,
  maskKennitala,
  parseKennitala,
  withRegisteredKennitalas,
} from './kennitala.ts';

const settings: KennitalaSettings = { checkDigit: 'strict', allowTestIds: true };
const loose: KennitalaSettings = { checkDigit: 'off', allowTestIds: true };
const known = '0101901429';

const reason = (text: string, using = settings): string => {
  const parsed = parseKennitala(text, using);
  return parsed.ok ? 'ok' : parsed.reason;
};
const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** The ninth digit computed as the rule is worded, or undefined when the sum gives 10. */
const checkDigitOf = (first8: string): number | undefined => {
  const d = (place: number): number => Number(first8[place]);
  const sum = 3 * d(0) + 2 * d(1) + 7 * d(2) + 6 * d(3) + 5 * d(4) + 4 * d(5) + 3 * d(6) + 2 * d(7);
  const check = 11 - (sum % 11);
  if (check === 11) return 0;
  return check === 10 ? undefined : check;
};

const days = fc.integer({ min: 0, max: 73_000 }).map((count) => addDays('1800-01-01', count));
const centuryDigit: Record<string, string> = { '18': '8', '19': '9', '20': '0' };

/** First six digits and century digit for a day; for a company, 40 is added to the day. */
const dated = (day: string, company: boolean): { front: string; century: string } => ({
  front: `${twoDigits(Number(day.slice(8)) + (company ? 40 : 0))}${day.slice(5, 7)}${day.slice(2, 4)}`,
  century: centuryDigit[day.slice(0, 2)] ?? '',
});

const ids = fc
  .record({ day: days, company: fc.boolean(), serial: fc.constantFrom('14', '15') })
  .map(({ day, company, serial }) => {
    const { front, century } = dated(day, company);
    return { company, first8: `${front}${serial}`, century };
  });

describe('shape', () => {
  test('KT-1: ten digits, with or without a dash after the sixth', () => {
    expect(parseKennitala(known, settings)).toEqual({ ok: true, ssn: known, kind: 'person' });
    expect(parseKennitala('010190-1429', settings)).toEqual({ ok: true, ssn: known, kind: 'person' });
  });

  test.each([
    '',
    '010190142',
    '01019014290',
    '01019-01429',
    '0101901-429',
    '010190--1429',
    '-0101901429',
    '010190-142a',
    '٠١٠١٩٠١٤٢٩',
  ])('KT-1: «%s» has the wrong shape', (text) => {
    expect(reason(text)).toBe('shape');
  });

  test('KT-10: spaces and a dash are accepted on input, and only the digits are returned', () => {
    for (const text of [
      ' 010190-1429 ',
      '010190 1429',
      '010190 - 1429',
      '010190\u00a01429',
      '010190–1429',
      '01 01 90 14 29',
    ]) {
      expect(parseKennitala(text, settings)).toEqual({ ok: true, ssn: known, kind: 'person' });
    }
  });

  test('KT-1: no input makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = parseKennitala(text, settings);
        if (parsed.ok) expect(parsed.ssn).toMatch(/^\d{10}$/);
      }),
    );
  });
});

describe('check digit', () => {
  test('KT-2: only the digit given by the weights passes', () => {
    fc.assert(
      fc.property(ids, ({ first8, century }) => {
        const passing = [...'0123456789'].filter((digit) => reason(`${first8}${digit}${century}`) === 'ok');
        const check = checkDigitOf(first8);
        expect(passing).toEqual(check === undefined ? [] : [String(check)]);
      }),
    );
  });

  test('KT-2: a check digit of 11 counts as 0, one of 10 is never valid', () => {
    const first8 = Array.from({ length: 31 }, (_, day) => `${twoDigits(day + 1)}019014`);
    const eleven = first8.filter((digits) => checkDigitOf(digits) === 0);
    const ten = first8.filter((digits) => checkDigitOf(digits) === undefined);
    expect(eleven.length).toBeGreaterThan(0);
    expect(ten.length).toBeGreaterThan(0);
    for (const digits of eleven) expect(reason(`${digits}09`)).toBe('ok');
    for (const digits of ten) {
      for (const digit of '0123456789') expect(reason(`${digits}${digit}9`)).toBe('checkDigit');
    }
  });

  test('KT-9: with the check digit set to off, every ninth digit passes', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 0, max: 9 }), ({ first8, century }, digit) => {
        expect(reason(`${first8}${digit}${century}`, loose)).toBe('ok');
      }),
    );
  });

  /** Parses a text as the service does. */
  const parseRegistered = async (
    text: string,
    checked: typeof settings,
    inRegister: (ssn: string) => Promise<boolean>,
  ) => parseKennitala(text, await withRegisteredKennitalas([text], checked, inRegister));

  test('KT-9: a registered kennitala passes although the check digit is wrong', async () => {
    const lookups: string[] = [];
    const register = (answer: boolean) => async (ssn: string) => {
      lookups.push(ssn);
      return answer;
    };
    expect(await parseRegistered('010190-1439', settings, register(true))).toEqual({
      ok: true,
      ssn: '0101901439',
      kind: 'person',
    });
    expect(await parseRegistered('010190-1439', settings, register(false))).toEqual({
      ok: false,
      reason: 'checkDigit',
    });
    expect(lookups).toEqual(['0101901439', '0101901439']);
  });

  test('KT-9: the register is queried for nothing else, and overrules nothing else', async () => {
    const never = async (): Promise<boolean> => {
      throw new Error('the register was queried');
    };
    expect(await parseRegistered(known, settings, never)).toMatchObject({ ok: true });
    for (const text of ['0101901427', '3202901429', '0101901329', '12']) {
      expect(await parseRegistered(text, settings, never)).toMatchObject({ ok: false });
    }
  });
});

describe('century and date', () => {
  test('KT-3: the last digit is 0, 9 or 8; every other is refused', () => {
    const front = '010100142';
    for (const digit of '1234567') expect(reason(`${front}${digit}`, loose)).toBe('century');
    for (const digit of '089') expect(reason(`${front}${digit}`, loose)).toBe('ok');
  });

  test('KT-3: 0 is the 2000s, 9 the 1900s, 8 the 1800s: of 1800, 1900 and 2000 only 2000 was a leap year', () => {
    expect(reason('2902001420', loose)).toBe('ok');
    expect(reason('2902001429', loose)).toBe('date');
    expect(reason('2902001428', loose)).toBe('date');
  });

  test('KT-4: days 1 to 31 are a person, 41 to 71 a company, any other is refused', () => {
    for (let day = 0; day <= 79; day += 1) {
      const parsed = parseKennitala(`${twoDigits(day)}01901429`, loose);
      if (day >= 1 && day <= 31) expect(parsed).toMatchObject({ ok: true, kind: 'person' });
      else if (day >= 41 && day <= 71) expect(parsed).toMatchObject({ ok: true, kind: 'company' });
      else expect(parsed).toEqual({ ok: false, reason: 'date' });
    }
  });

  test('KT-9: companies dated 690269, 700269 and 710269 are valid, only in the 1900s', () => {
    for (const front of ['690269', '700269', '710269']) {
      expect(parseKennitala(`${front}1429`, loose)).toMatchObject({ ok: true, kind: 'company' });
      const check = checkDigitOf(`${front}14`);
      expect(reason(`${front}14${check ?? 0}9`)).toBe(check === undefined ? 'checkDigit' : 'ok');
    }
    expect(reason('6902691428', loose)).toBe('date');
    expect(reason('2902691429', loose)).toBe('date');
    expect(reason('6902701429', loose)).toBe('date');
  });
});

describe('kinds', () => {
  test('KT-6: ten digits that start with 8 or 9 pass with no further check', () => {
    fc.assert(
      fc.property(fc.constantFrom('8', '9'), fc.stringMatching(/^\d{9}$/), (first, rest) => {
        expect(parseKennitala(`${first}${rest}`, { checkDigit: 'strict', allowTestIds: false })).toEqual({
          ok: true,
          ssn: `${first}${rest}`,
          kind: 'temporary',
        });
      }),
    );
  });

  test('KT-7: digits 7 and 8 of a person are 20 or more, or 14 and 15 of the test set; others are refused', () => {
    for (let serial = 0; serial <= 99; serial += 1) {
      const actual = reason(`010190${twoDigits(serial)}29`, loose);
      expect(actual).toBe(serial >= 20 || serial === 14 || serial === 15 ? 'ok' : 'serial');
    }
  });

  test('KT-7: a test id passes only where allowTestIds is on', () => {
    expect(reason(known)).toBe('ok');
    expect(reason(known, { ...settings, allowTestIds: false })).toBe('testId');
  });

  test('KT-7: a company has no rule for digits 7 and 8', () => {
    for (let serial = 0; serial <= 99; serial += 1) {
      const company = `410190${twoDigits(serial)}29`;
      expect(reason(company, { checkDigit: 'off', allowTestIds: false })).toBe('ok');
    }
  });
});

describe('formatting and masking', () => {
  test('KT-8: formatted as 6+4 with a dash, and parsed back to the same digits', () => {
    expect(formatKennitala(known)).toBe('010190-1429');
    fc.assert(
      fc.property(fc.stringMatching(/^[89]\d{9}$/), (ssn) => {
        expect(parseKennitala(formatKennitala(ssn), settings)).toMatchObject({ ok: true, ssn });
      }),
    );
  });

  test('KT-8: anything but ten digits is returned unchanged', () => {
    for (const text of ['', '0101', '010190-1429']) expect(formatKennitala(text)).toBe(text);
  });

  test('KT-10: the mask hides the last four digits, however the kennitala is written', () => {
    const text = `a 0101901429, (010190-1509) and ssn=010190 1429.`;
    expect(maskKennitala(text)).toBe('a 010190-****, (010190-****) and ssn=010190-****.');
    fc.assert(
      fc.property(ids, fc.constantFrom('', '-', '–', ' ', '\u00a0'), ({ first8, century }, dash) => {
        const ssn = `${first8}0${century}`;
        const written = `${ssn.slice(0, 6)}${dash}${ssn.slice(6)}`;
        expect(maskKennitala(`for «${written}» today`)).toBe(`for «${ssn.slice(0, 6)}-****» today`);
      }),
    );
  });

  test('KT-10: the mask does not touch request ids, timestamps and longer numbers', () => {
    for (const text of [
      'ab123456-1234-4234-8234-123456789012',
      '1763721234567',
      '2026-11-21T10:48:00.000Z',
      '560 5000',
    ]) {
      expect(maskKennitala(text)).toBe(text);
    }
  });
});

test.each([
  ['1201741429', '1974-01-12'],
  ['0911151410', '2015-11-09'],
  ['5001141499', undefined],
  ['8001141490', undefined],
  ['120174', undefined],
])('%s has the date of birth %s', (ssn, day) => {
  expect(birthDateOf(ssn)).toBe(day);
});
