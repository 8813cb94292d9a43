import { expect, test } from 'vitest';
import { fieldsIn, fillBlock, unknownFieldIn } from './text-blocks.ts';

const values = { name: 'Anna', reference: 'F-2026-1', policy: null, handler: 'Una', due: '24. nóvember' };

test('DESK-6: a text is filled with what the case has, each field wherever it stands, and braces in what is filled in stay', () => {
  const text = 'Sæl {name}. Málið {reference}, {name}, er hjá {handler}.';
  expect(fieldsIn(text)).toEqual(['name', 'reference', 'handler']);
  expect(fillBlock(text, { ...values, name: 'A {policy} $&' })).toEqual({
    text: 'Sæl A {policy} $&. Málið F-2026-1, A {policy} $&, er hjá Una.',
  });
});

test('DESK-6: a text with a field that the case has nothing for is not filled in, and the field is named', () => {
  expect(fillBlock('Trygging {policy}, {name}, {due}', { ...values, due: ' ' })).toEqual({
    missing: ['policy', 'due'],
  });
});

test.each([
  ['Sæl {nmae}', '{nmae}'],
  ['Sæl {name', '{name'],
  ['Sæl name}', '}'],
  ['Sæl {}', '{}'],
  ['Sæl {Name}', '{Name}'],
  ['Sæl { name }', '{'],
  ['{name} og {due}', undefined],
  ['Ekkert', undefined],
])('DESK-6: what looks like a field and is none is found: %s', (text, found) => {
  expect(unknownFieldIn(text)).toBe(found);
});
