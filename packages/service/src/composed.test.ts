import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composed } from './composed.ts';

/** The value with every text composed: the obvious recursion, which a deep value would overflow. */
const expected = (value: unknown): unknown => {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expected(inner)]));
};

test('HOLD-23: all texts of any JSON value are composed, and nothing else changes', () => {
  const text = fc
    .array(fc.constantFrom('o\u0301', 'ó', 'A\u030a', 'Þ', 'x\u0323\u0301', 'が', '👍', 'a'), {
      maxLength: 6,
    })
    .map((parts) => parts.join(''));
  const value = fc.jsonValue({ maxDepth: 4 });
  const anyValue = fc.tuple(
    fc.array(text),
    fc.dictionary(fc.string(), text, { noNullPrototype: true }),
    value,
  );
  fc.assert(
    fc.property(anyValue, (given) => {
      const before = structuredClone(given);
      expect(composed(given)).toEqual(expected(before));
    }),
  );
});

test('HOLD-23: a value nested deeper than the stack is composed', () => {
  let deep: unknown = 'o\u0301';
  for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
  let inner = composed(deep);
  while (Array.isArray(inner)) inner = inner[0];
  expect(inner).toBe('ó');
});
