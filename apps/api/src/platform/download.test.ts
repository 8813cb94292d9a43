import { expect, test } from 'vitest';
import { dispositionOf, rangeOf } from './download.ts';
import { Fault } from './fault.ts';

test.each([
  [undefined, undefined],
  ['bytes=0-9', { first: 0, last: 9 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=95-1000', { first: 95, last: 99 }],
  // Several parts, another unit, reversed or no numbers: the whole content is a valid response.
  ['bytes=0-1,5-6', undefined],
  ['lines=0-9', undefined],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
])('Range %s of a hundred bytes', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('Range %s lies outside a hundred bytes', (header) => {
  expect(() => rangeOf(header, 100)).toThrow(new Fault('rangeNotSatisfiable'));
});

test('a name with every kind of character is one value of the header', () => {
  expect(dispositionOf(`Skírteini "x" (a)'*; é.pdf`)).toBe(
    "attachment; filename*=UTF-8''Sk%C3%ADrteini%20%22x%22%20%28a%29%27%2A%3B%20%C3%A9.pdf",
  );
});
