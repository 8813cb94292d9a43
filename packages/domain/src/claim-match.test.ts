import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreementsOf } from './claim-match.ts';

const onFile = {
  name: 'Þóra Björk Prófsdóttir',
  phones: ['6174821', null],
  plates: ['NB X42', 'ÞB123'],
};
const stranger = { name: 'Jón Jónsson', phone: null, plate: null };

test.each([
  ['the whole name', { name: 'Þóra Björk Prófsdóttir' }, ['name']],
  ['a name in other letters', { name: ' THORA bjork  profsdottir ' }, ['name']],
  ['a name without the middle name', { name: 'Þóra Prófsdóttir' }, ['name']],
  ['the middle name and the last', { name: 'Björk Prófsdóttir' }, ['name']],
  ['a last name alone', { name: 'Prófsdóttir' }, []],
  ['a first name alone', { name: 'Þóra' }, []],
  ['the words in another order', { name: 'Björk Þóra Prófsdóttir' }, []],
  ['a namesake of the last name', { name: 'Anna Prófsdóttir' }, []],
  ['nothing at all', { name: '' }, []],
  ['the phone with its country code', { phone: '+354 617-4821' }, ['phone']],
  ['a foreign phone that ends alike', { phone: '+45 617 4821' }, []],
  ['the plate without a space', { plate: 'nbx42' }, ['plate']],
  ['two of them', { phone: '617 4821', plate: 'ÞB-123' }, ['phone', 'plate']],
] as const)('ACT-7a: what agrees with the customer on file: %s', (_, stated, agreements) => {
  expect(agreementsOf({ ...stranger, ...stated }, onFile)).toEqual(agreements);
});

test('ACT-7a: a name agrees with itself in any case and spacing, and nothing agrees with an empty file', () => {
  const word = fc.stringMatching(/^[A-Za-zÁÐÉÍÓÚÝÞÆÖáðéíóúýþæö]{1,12}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 5 }), (words) => {
      const stated = { ...stranger, name: words.join('  ').toUpperCase() };
      expect(agreementsOf(stated, { ...onFile, name: words.join(' ') })).toEqual(['name']);
      expect(agreementsOf(stated, { name: '', phones: [null], plates: [] })).toEqual([]);
    }),
  );
});
