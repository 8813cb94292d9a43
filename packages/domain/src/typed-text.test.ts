import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDay, readDay } from './day-entry.ts';
import { parseIsk } from './money.ts';
import { parsePlate } from './plate.ts';
import { parsePostalCode } from './postal-code.ts';
import { parseDecimal, parseWholeNumber } from './typed-number.ts';
import { cleanIdentifier, compactIdentifier, isBlank, trimText } from './typed-text.ts';

test('HOLD-24: an identifier is cleaned of invisible characters, with one kind of space and dash', () => {
  const invisible = [
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u1160',
    '\u180e',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
    '\u200f',
    '\u202a',
    '\u202b',
    '\u202c',
    '\u202d',
    '\u202e',
    '\u2060',
    '\u2066',
    '\u2069',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\u{e0020}',
  ];
  for (const character of invisible)
    expect(cleanIdentifier(`${character}12${character}34`), character).toBe('1234');
  for (const space of ' \t\n\u00a0\u1680\u2000\u2007\u2009\u200a\u2028\u202f\u205f\u3000')
    expect(cleanIdentifier(`12${space}34`), space).toBe('12 34');
  for (const dash of '-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d')
    expect(cleanIdentifier(`12${dash}34`), dash).toBe('12-34');
  expect(cleanIdentifier(' １２ － ３４ ')).toBe('12 - 34');
  expect(compactIdentifier(' \u200eÞB\u00a0\u2013\u00a0X42 ')).toBe('ÞBX42');
});

test('HOLD-24: cleaning twice changes nothing more, and takes time linear in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(cleanIdentifier(cleanIdentifier(text))).toBe(cleanIdentifier(text));
    }),
  );
  const before = process.threadCpuUsage();
  for (const part of [' ', '-', '\u200b', '1 ', '1.', 'a', '1-', 'kt. ', '\u00a0-']) {
    const long = part.repeat(100_000 / part.length);
    for (const parse of [cleanIdentifier, parseIsk, parseWholeNumber, parsePlate, parsePostalCode, readDay])
      parse(long);
  }
  // CPU time: other programs may have the processor meanwhile.
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000);
});

test('HOLD-24: a text of nothing but spaces and invisible characters is empty; an emoji is not', () => {
  for (const text of ['', ' ', '\u200b\u200b', '\u3164', '\u2800 \u115f', '\ufeff\u00a0\n', '\u00ad'])
    expect([isBlank(text), trimText(text)], JSON.stringify(text)).toEqual([true, '']);
  for (const text of ['a', '👨‍👩‍👧', '.', '\u0301', 'é'])
    expect([isBlank(text), trimText(` ${text} `)], text).toEqual([false, text]);
});

test.each([
  ['150.000', 150_000],
  ['150,000', 150_000],
  ['15 000', 15_000],
  ['15\u00a0000', 15_000],
  ['15\u202f000', 15_000],
  ['1.200', 1200],
  ['1.500', 1500],
  ['1,500', 1500],
  ['150.000,00', 150_000],
  ['150,000.00', 150_000],
  ['150000,0', 150_000],
  ['１５０００', 15_000],
  ['0', 0],
])('HOLD-24: the number «%s» is %d', (text, value) => {
  expect(parseWholeNumber(text)).toBe(value);
  expect(parseIsk(text)).toBe(value);
});

test.each([
  '',
  '-5',
  '\u22125',
  '1,5',
  '1.25',
  '1.2345',
  '1.234.56',
  '1.234,567',
  '12.34.567',
  '1 23',
  '15.000 km',
  'x',
  '1e3',
])('HOLD-24: «%s» is no whole number', (text) => {
  expect(parseWholeNumber(text)).toBeUndefined();
});

test.each([
  '150.000,-',
  '150.000.-',
  '150.000,\u2013',
  'kr. 150.000',
  'kr.150.000',
  'KR 150.000',
  '150.000 kr.',
  '150.000\u00a0kr.',
  '150.000 kr.-',
  '150.000 krónur',
  '150 000 krónur',
  '150.000,00 kr.',
  'kr. 150.000,-',
  'ISK 150,000',
  'ISK\u00a0150,000',
  '150,000 ISK',
  '150000kr',
])('HOLD-24: «%s» is 150 000 krónur', (text) => {
  expect(parseIsk(text)).toBe(150_000);
});

test.each(['kr.', 'ISK', '-', ',-', '150.000,50', '150.000 EUR', '150 þús', '\u2212150.000 kr.'])(
  'HOLD-24: «%s» is no amount',
  (text) => {
    expect(parseIsk(text)).toBeUndefined();
  },
);

test.each([
  ['1,5', 1.5, 1.5],
  ['1.5', 1.5, 1.5],
  ['1.500', 1500, 1.5],
  ['1,500', 1.5, 1500],
  ['12.345,5', 12_345.5, 12_345.5],
  ['12,345.5', 12_345.5, 12_345.5],
  ['12\u00a0345,5', 12_345.5, 12_345.5],
  ['1.234.567', 1_234_567, 1_234_567],
  ['12', 12, 12],
  ['1.2.3', undefined, undefined],
  ['', undefined, undefined],
  ['\u22121', undefined, undefined],
])('HOLD-24: with decimals, «%s» is %d in Icelandic and %d in English', (text, is, en) => {
  expect([parseDecimal(text, 'is'), parseDecimal(text, 'en')]).toEqual([is, en]);
});

test.each([
  ['21.\u00a0nóvember 2026', '2026-11-21'],
  ['21. nóv. 2026', '2026-11-21'],
  ['laugardagur 21.\u00a0nóvember 2026', '2026-11-21'],
  ['laugardaginn 21. nóvember 2026', '2026-11-21'],
  ['21\u00a0November 2026', '2026-11-21'],
  ['Saturday 21\u00a0November 2026', '2026-11-21'],
  ['21 Nov 2026', '2026-11-21'],
  ['3 Sept 2026', '2026-09-03'],
  ['November 21, 2026', '2026-11-21'],
  ['1st of May 2026', undefined],
  ['21st November 2026', '2026-11-21'],
  ['24\u201112\u20112026', '2026-12-24'],
  ['24.\u00a012.\u00a02026', '2026-12-24'],
  ['24\u201312\u20132026', '2026-12-24'],
  ['２４.１２.２０２６', '2026-12-24'],
  ['\u200e2026-12-24', '2026-12-24'],
  ['30. febrúar 2026', undefined],
  ['21. þorri 2026', undefined],
  ['21. nóvember', undefined],
])('HOLD-19, HOLD-24: the date «%s» is %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ['IS-101', '101'],
  ['is 101', '101'],
  ['１０１', '101'],
  [' 101\u200b', '101'],
  ['1010', undefined],
  ['', undefined],
])('HOLD-24: the postal code «%s» is %s', (text, code) => {
  expect(parsePostalCode(text)).toBe(code);
});
