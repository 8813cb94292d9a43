import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayOfInstant,
  formatDate,
  formatDateTime,
  formatFixed,
  formatList,
  formatMoney,
  formatNumber,
  formatPercent,
  formatTime,
  pluralForm,
} from './format.ts';
import type { Language } from './language.ts';

// Node supports Icelandic, Chromium does not, so Node's Intl is the oracle in tests only.
const locale = { is: 'is-IS', en: 'en-GB' };
const both = fc.constantFrom<Language>('is', 'en');
const instants = fc.date({
  min: new Date('1800-01-01'),
  max: new Date('2199-12-31'),
  noInvalidDate: true,
});
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

// Intl uses a hyphen, which is narrower than a digit and skipped by screen readers; we use the minus sign.
const withTrueMinus = (text: string): string => text.replace('-', '\u2212');

const intlDate = (language: Language, day: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale[language], { ...options, timeZone: 'UTC' }).format(day);

describe('dates', () => {
  test('LANG-8: formats dates as written in Icelandic and British English', () => {
    const shown = (language: Language) =>
      (['full', 'long', 'medium', 'short', 'day', 'month'] as const).map((style) =>
        formatDate(language, '2026-11-21', style),
      );
    expect(shown('is')).toEqual([
      'laugardagur 21.\u00a0nóvember 2026',
      '21.\u00a0nóvember 2026',
      '21.\u00a0nóv. 2026',
      '21.11.2026',
      '21.\u00a0nóvember',
      'nóvember 2026',
    ]);
    expect(shown('en')).toEqual([
      'Saturday 21\u00a0November 2026',
      '21\u00a0November 2026',
      '21\u00a0Nov 2026',
      '21/11/2026',
      '21\u00a0November',
      'November 2026',
    ]);
  });

  test('LANG-8: formats every day like Node’s Intl, except the comma after the weekday and three short months', () => {
    const writtenOut: Record<string, string> = { 'mar.': 'mars', 'jún.': 'júní', 'júl.': 'júlí' };
    fc.assert(
      fc.property(both, instants, (language, instant) => {
        const day = instant.toISOString().slice(0, 10);
        const ours = (style: 'full' | 'long' | 'medium' | 'short') => plain(formatDate(language, day, style));
        expect(ours('long')).toBe(intlDate(language, instant, { dateStyle: 'long' }));
        expect(ours('short')).toBe(intlDate(language, instant, { dateStyle: 'short' }));
        expect(ours('full')).toBe(intlDate(language, instant, { dateStyle: 'full' }).replace(',', ''));
        expect(ours('medium')).toBe(
          intlDate(language, instant, { dateStyle: 'medium' }).replace(
            /mar\.|jún\.|júl\./,
            (month) => writtenOut[month] ?? '',
          ),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('LANG-8: each of the twelve months and seven weekdays has its name', () => {
    for (let month = 1; month <= 12; month += 1) {
      for (const language of ['is', 'en'] as const) {
        const day = `2026-${String(month).padStart(2, '0')}-${String(month + 10)}`;
        expect(plain(formatDate(language, day, 'full'))).toBe(
          intlDate(language, new Date(day), { dateStyle: 'full' }).replace(',', ''),
        );
      }
    }
  });

  test.each(['', '2026-02-30', '2026-13-01', '21.11.2026', '2026-11-21T10:00:00Z', 'null'])(
    'an invalid day throws: «%s»',
    (day) => {
      expect(() => formatDate('is', day)).toThrow(RangeError);
    },
  );
});

describe('instants', () => {
  test('LANG-8: times are Icelandic in both languages, regardless of the system time zone', () => {
    expect(formatTime('is', '2026-07-01T09:05:00+02:00')).toBe('7.05');
    expect(formatTime('en', '2026-07-01T09:05:00+02:00')).toBe('07:05');
    expect(formatTime('is', '2026-07-01T00:00:00Z')).toBe('0.00');
    expect(formatDateTime('is', '2026-11-21T10:48:30Z')).toBe('21.\u00a0nóvember 2026 kl.\u00a010.48');
    expect(formatDateTime('en', '2026-11-21T10:48:30Z', 'medium')).toBe('21\u00a0Nov 2026 at 10:48');
    expect(dayOfInstant('2026-11-21T23:30:00-01:00')).toBe('2026-11-22');
  });

  test('LANG-8: formats day and time like Node’s Intl, except the Icelandic full stop', () => {
    fc.assert(
      fc.property(both, instants, (language, instant) => {
        const intl = intlDate(language, instant, { dateStyle: 'long', timeStyle: 'short' });
        expect(plain(formatDateTime(language, instant))).toBe(
          language === 'is' ? intl.replace(/0?(\d+):(\d\d)$/, '$1.$2') : intl,
        );
      }),
    );
  });

  test('an invalid instant throws', () => {
    expect(() => formatTime('is', 'soon')).toThrow(RangeError);
    expect(() => formatDateTime('en', new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('numbers', () => {
  test('LANG-8: formats money as written in Iceland, with no line break before kr.', () => {
    expect(formatMoney('is', 1_234_567)).toBe('1.234.567\u00a0kr.');
    expect(formatMoney('is', -1234)).toBe('−1.234\u00a0kr.');
    expect(formatMoney('en', 1234)).toBe('ISK\u00a01,234');
    expect(formatMoney('en', -1234)).toBe('−ISK\u00a01,234');
    expect(formatMoney('is', -0.2)).toBe('0\u00a0kr.');
  });

  test('LANG-8: formats every amount like Node’s Intl, including the no-break space, except the hyphen', () => {
    fc.assert(
      fc.property(both, fc.maxSafeInteger(), (language, isk) => {
        const intl = new Intl.NumberFormat(locale[language], { style: 'currency', currency: 'ISK' });
        expect(formatMoney(language, isk)).toBe(withTrueMinus(intl.format(isk)));
      }),
    );
  });

  test('LANG-8: formats every number like Node’s Intl, except minus zero and the hyphen', () => {
    const numbers = fc.oneof(
      fc.double({ min: -9e12, max: 9e12, noNaN: true }),
      fc.integer({ min: -10_000_000, max: 10_000_000 }).map((n) => n / 1000),
    );
    fc.assert(
      fc.property(both, numbers, fc.integer({ min: 0, max: 3 }), (language, value, digits) => {
        const intl = new Intl.NumberFormat(locale[language], {
          maximumFractionDigits: digits,
          signDisplay: 'negative',
        });
        expect(formatNumber(language, value, digits)).toBe(withTrueMinus(intl.format(value)));
      }),
      { numRuns: 1000 },
    );
  });

  test('LANG-8: a large number with decimals is rounded by its decimal digits, not by the nearest double', () => {
    expect(formatNumber('is', -3_999_474_753_620.9814, 3)).toBe('−3.999.474.753.620,981');
  });

  test('LANG-8: halves are rounded by their decimal digits, away from zero', () => {
    expect([1.005, -1.005, 0.125, 2.675].map((n) => formatNumber('is', n, 2))).toEqual([
      '1,01',
      '−1,01',
      '0,13',
      '2,68',
    ]);
  });

  test('LANG-8: a percentage has the language’s decimal sign', () => {
    expect([0, 2.25, 20, 168.4].map((n) => formatPercent('is', n))).toEqual(['0%', '2,25%', '20%', '168,4%']);
    expect(formatPercent('en', 2.25)).toBe('2.25%');
  });

  test('LANG-8: formatFixed shows the same number of decimals for all figures', () => {
    expect([19, 21.3, -1234.56, 0].map((n) => formatFixed('is', n, 1))).toEqual([
      '19,0',
      '21,3',
      '−1.234,6',
      '0,0',
    ]);
    expect([formatFixed('en', 1234.5, 2), formatFixed('en', 1234.5, 0)]).toEqual(['1,234.50', '1,235']);
  });

  test('NaN, infinity and unsafe integers throw', () => {
    for (const value of [Number.NaN, Infinity, -Infinity, 2 ** 53]) {
      expect(() => formatMoney('is', value)).toThrow(RangeError);
    }
  });
});

test('LANG-8: joins lists like Node’s Intl', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-zþæö]{1,8}$/), { maxLength: 6 }), (items) => {
      expect(formatList('is', items)).toBe(new Intl.ListFormat('is').format(items));
      expect(formatList('en', items)).toBe(new Intl.ListFormat('en-GB').format(items));
    }),
  );
});

test('LANG-8: plural forms match Node’s Intl: 21 dagur, 11 dagar', () => {
  const rules = { is: new Intl.PluralRules('is'), en: new Intl.PluralRules('en') };
  for (let count = -5; count <= 1200; count += 1) {
    expect(pluralForm('is', count)).toBe(rules.is.select(count));
    expect(pluralForm('en', count)).toBe(rules.en.select(count));
  }
});
