import { expect, test } from 'vitest';
import { writePdf } from '../platform/pdf/pdf.ts';
import { readPdf } from '../platform/pdf/testing.ts';
import { hashOf, prepare, withSignature } from './pdf.ts';
import { challengeOf } from './sign.ts';

const at = new Date('2026-11-21T12:00:00Z');
const paper = writePdf(
  { language: 'is', title: 'Umboð', lead: [], blocks: [{ kind: 'text', text: 'Þetta er samið.' }] },
  at,
);
const reason = 'Umboð';

test('an empty signature is added after the document, which stays as it was and can be read as before', async () => {
  const pdf = await paper;
  const prepared = prepare(pdf, { reason, at });
  expect(prepared.bytes.subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true);
  const [before, after] = [await readPdf(pdf), await readPdf(prepared.bytes)];
  expect(after).toEqual(before);
  expect(after.pages.join()).toContain('Þetta er samið.');
});

test('the same document at the same time is prepared the same, and at another time otherwise', async () => {
  const pdf = await paper;
  const hash = hashOf(prepare(pdf, { reason, at })).toString('hex');
  expect(hashOf(prepare(pdf, { reason, at })).toString('hex')).toBe(hash);
  const later = new Date('2026-11-21T12:00:01Z');
  expect(hashOf(prepare(pdf, { reason, at: later })).toString('hex')).not.toBe(hash);
});

test('a signature that does not fit, a PDF that was changed since, and what is no PDF of ours are refused', async () => {
  const prepared = prepare(await paper, { reason, at });
  expect(() => withSignature(prepared, Buffer.alloc(16_385))).toThrow('does not fit');
  expect(withSignature(prepared, Buffer.alloc(16_384, 1))).toHaveLength(prepared.bytes.length);
  expect(() => prepare(prepared.bytes, { reason, at })).toThrow('changed since');
  for (const other of ['', '%PDF-1.7', '%PDF-1.7\nstartxref\n0\n%%EOF\n'])
    expect(() => prepare(Buffer.from(other), { reason, at })).toThrow('The PDF has no');
});

test('the code of a hash is four digits, with zeros in front', () => {
  const codes = Array.from({ length: 200 }, (_, n) => challengeOf(Buffer.alloc(32, n)));
  expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  // Its SHA-256 ends in 2925 (hex), which is 10533.
  expect(challengeOf(Buffer.alloc(32))).toBe('0533');
});
