import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composed } from './composed.ts';
import { plainTexts, type UnstorableText } from './plain-texts.ts';

const pathOf = (value: unknown): string | undefined => {
  try {
    plainTexts(value);
    return undefined;
  } catch (error) {
    return (error as UnstorableText).path;
  }
};

test.each([
  [{ a: 'x\ud83d' }, 'a'],
  [{ a: '\udc00x' }, 'a'],
  [{ a: { b: ['ok', 'x\u0000'] } }, 'a.b.1'],
  [{ a: '\u0007' }, 'a'],
  [{ a: 'x\u001b[31m' }, 'a'],
  [{ a: '\u007f' }, 'a'],
  [{ a: '\u0085' }, 'a'],
  [{ a: { 'b\ud83d': 'x' } }, 'a.b\ufffd'],
  [{ first: '\u0001', second: '\u0001' }, 'first'],
  ['\u0001', ''],
  [{ a: 'Halló\tþið\r\nþarna 👍 👨‍👩‍👧', b: 1, c: null, d: [true] }, undefined],
])('HOLD-24: in %j the field with control characters or half a surrogate pair is %s', (value, path) => {
  expect(pathOf(value)).toBe(path);
});

test('HOLD-24: a body that is passed on as a stream is left alone', () => {
  const stream = Object.assign(new PassThrough(), { itself: {} as unknown });
  stream.itself = stream;
  expect(plainTexts(stream)).toBe(stream);
  expect(composed(stream)).toBe(stream);
});

test('HOLD-24: a text that shows nothing is empty; all others are unchanged', () => {
  expect(plainTexts({ a: '\u200b', b: ['\u3164\u2800'], c: ' ', d: 'x\u200b', e: '\u00a0' })).toEqual({
    a: '',
    b: [''],
    c: ' ',
    d: 'x\u200b',
    e: '',
  });
});

test('HOLD-24: no JSON value has a text left that is not well formed, and bytes are not looked at', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      if (pathOf(value) === undefined) expect(JSON.stringify(value).isWellFormed()).toBe(true);
    }),
  );
  expect(pathOf({ bytes: Buffer.from([0, 1]) })).toBeUndefined();
});

test('HOLD-4, HOLD-24: a deeply nested value is checked without recursion', () => {
  let value: unknown = 'x\u0000';
  for (let depth = 0; depth < 5000; depth += 1) value = [value];
  expect(pathOf(value)).toMatch(/^0\.0\.0/);
});
