import { expect, test } from 'vitest';
import { csvOf, fileTypeOf } from './file-response.ts';

test.each([
  [undefined, undefined],
  ['*/*', undefined],
  ['application/json', undefined],
  ['text/csv', 'text/csv'],
  ['application/pdf;q=0.9', 'application/pdf'],
  ['application/json, text/csv', undefined],
  ['text/html, text/csv, */*', 'text/csv'],
  ['TEXT/CSV', 'text/csv'],
  ['text/csv;q=0.5, application/pdf', 'application/pdf'],
  ['text/csv;q=0.5, */*', undefined],
  ['image/png', undefined],
])('Accept %s selects %s', (accept, type) => {
  expect(fileTypeOf(accept)).toBe(type);
});

const lines = (bytes: Uint8Array) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\r\n');

test('cells are separated as the language’s spreadsheets separate them, and quoted where necessary', () => {
  const rows = [
    ['Æ;b', 'c,d', 'e"f', 12_000, null],
    ['g\nh', 'i\rj', '', 0, 'k'],
  ];
  expect(lines(csvOf('is', ['Heiti'], rows))).toEqual([
    '\ufeffHeiti',
    '"Æ;b";"c,d";"e""f";12000;',
    '"g\nh";"i\rj";;0;k',
    '',
  ]);
  expect(lines(csvOf('en', ['Name'], rows))[1]).toBe('"Æ;b","c,d","e""f",12000,');
});

test('a list without rows has its headings', () => {
  expect(lines(csvOf('is', ['Heiti', '=x'], []))).toEqual(["\ufeffHeiti;'=x", '']);
});

test.each(['=1+1', '+354', '-x', '-5', '@sum', '\tx', '＝1'])(
  '%s stays a text in a spreadsheet, and a figure below zero a figure',
  (text) => {
    expect(lines(csvOf('en', ['Name'], [[text, -5]]))[1]).toBe(`'${text},-5`);
  },
);
