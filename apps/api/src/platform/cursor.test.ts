import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCursor } from './cursor.ts';
import { Fault } from './fault.ts';

const { read, write } = defineCursor(z.tuple([z.int(), z.string()]), [0, '']);
const refused = new Fault('validation', { fields: [{ path: 'cursor', reason: 'cursor' }] });

/** A cursor with the right checksum that the service did not write. */
const forge = (json: string, list: string): string => {
  const text = Buffer.from(json).toString('base64url');
  return `${hash('sha256', `${list}\n${text}`, 'base64url').slice(0, 11)}.${text}`;
};

test('a cursor leads back to its position, and no cursor to the start', () => {
  expect(read(write([7, 'a'], 'anna'), 'anna')).toEqual([7, 'a']);
  expect(read(forge('[7,"a"]', 'anna'), 'anna')).toEqual([7, 'a']);
  expect(read(undefined, 'anna')).toEqual([0, '']);
});

test('a cursor of another list, a damaged cursor and text that is no cursor are refused', () => {
  const cursor = write([7, 'a'], 'anna');
  expect(() => read(cursor, 'birgir')).toThrow(refused);
  for (const text of [`${cursor}A`, cursor.slice(1), '', '.', 'x.y.z'])
    expect(() => read(text, 'anna')).toThrow(refused);
});

test.each(['', '[', '{}', 'null', '[7]', '["7","a"]'])(
  'a forged cursor with the content %j is refused as invalid input',
  (json) => {
    expect(() => read(forge(json, 'anna'), 'anna')).toThrow(refused);
  },
);
