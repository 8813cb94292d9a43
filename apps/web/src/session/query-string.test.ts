import { expect, test } from 'vitest';
import { toQuery } from './query-string.ts';

test.each([
  [{}, ''],
  [{ a: undefined }, ''],
  [{ a: 1, b: false, c: 'x y' }, '?a=1&b=false&c=x+y'],
  [{ a: null }, '?a='],
  [{ a: { b: 1, c: { d: 'é' } } }, '?a%5Bb%5D=1&a%5Bc%5D%5Bd%5D=%C3%A9'],
  [{ a: ['x', { b: 2 }] }, '?a%5B0%5D=x&a%5B1%5D%5Bb%5D=2'],
  [{ on: new Date(Date.UTC(2026, 10, 21)) }, '?on=2026-11-21T00%3A00%3A00.000Z'],
  [{ a: {}, b: [] }, ''],
])('CALL-1: %j becomes %s: nested objects as bracketed keys', (data, text) => {
  expect(toQuery(data)).toBe(text);
});
