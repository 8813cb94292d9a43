import { challengeOf } from '@hofn/service/eid.ts';
import { expect, test } from 'vitest';
import { writePdf } from '../platform/pdf/pdf.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { hashOf, prepare, withSignature } from './pdf.ts';

const at = new Date('2026-11-21T12:00:00Z');
const paper = writePdf(
  { language: 'is', title: 'Umboð', lead: [], blocks: [{ kind: 'text', text: 'Þetta er samið.' }] },
  at,
);
const signing = { id: '0c4f4c1e-7d1b-4c5c-9a52-9f5d6f4a1b10', reason: 'Umboð', at };

test('an empty signature is added after the document, which stays unchanged and readable', async () => {
  const pdf = await paper;
  const prepared = await prepare(pdf, signing);
  expect(prepared.bytes.subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true);
  const [before, after] = [await readPdf(pdf), await readPdf(prepared.bytes)];
  expect(after).toEqual(before);
  expect(after.pages.join()).toContain('Þetta er samið.');
});

test('preparing the same signing again gives the same bytes, and another time or signing gives others', async () => {
  const pdf = await paper;
  const prepared = async (more: object = {}) =>
    hashOf(await prepare(pdf, { ...signing, ...more })).toString('hex');
  const hash = await prepared();
  expect(await prepared()).toBe(hash);
  const later = new Date('2026-11-21T12:00:01Z');
  const id = '5b0f4c1e-7d1b-4c5c-9a52-9f5d6f4a1b10';
  for (const other of [{ at: later }, { id }]) expect(await prepared(other)).not.toBe(hash);
});

test('a signature that does not fit is refused', async () => {
  const prepared = await prepare(await paper, signing);
  expect(() => withSignature(prepared, Buffer.alloc(16_385))).toThrow('does not fit');
  expect(withSignature(prepared, Buffer.alloc(16_384, 1))).toHaveLength(prepared.bytes.length);
});

test('the control code of a hash is four digits, with leading zeros', () => {
  const codes = Array.from({ length: 200 }, (_, n) => challengeOf(Buffer.alloc(32, n)));
  expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  // Its SHA-256 ends in 2925 (hex), which is 10533.
  expect(challengeOf(Buffer.alloc(32))).toBe('0533');
});
