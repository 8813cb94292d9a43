import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstNames, maskEmail, numberDuplicates } from './names.ts';

test.each([
  ['Guðrún Helga Þorsteinsdóttir', 'Guðrún Helga'],
  ['  Jón   Jónsson ', 'Jón'],
  ['Björk', 'Björk'],
  ['', ''],
  ['Jón Sigurðsson Blöndal', 'Jón'],
  ['Anna Kristín Önnudóttir Briem', 'Anna Kristín'],
  ['Blær Bjarkarbur', 'Blær'],
  ['Marta Kowalczyk', 'Marta'],
  ['Eva Lind Thorarensen', 'Eva Lind'],
  ['Pétur Nelson Arason', 'Pétur Nelson'],
  ['Ludwig van der Berg', 'Ludwig'],
  ['Sonja frá Hofi', 'Sonja'],
  [
    'Aðalheiður Þorbjörg Sigurlaug Kristjana Guðmundsdóttir Breiðfjörð Hallgrímsson frá Kirkjubæjarklaustri á Síðu',
    'Aðalheiður Þorbjörg Sigurlaug Kristjana',
  ],
])('the first names of %s are %s', (fullName, called) => {
  expect(firstNames(fullName)).toBe(called);
});

test('first names are the start of the full name, up to the patronymic or matronymic', () => {
  const givenNames = fc.constantFrom('Guðrún', 'Jón', 'Sonja', 'Burkni', 'Mattías');
  const parents = fc.constantFrom('Jónsson', 'Önnudóttir', 'Hildarbur', 'Gíslason');
  fc.assert(
    fc.property(fc.array(givenNames, { minLength: 1 }), parents, fc.array(parents), (names, parent, more) => {
      expect(firstNames([...names, parent, ...more].join(' '))).toBe(names.join(' '));
    }),
  );
});

test.each([
  ['gudrun@example.is', 'g•••@example.is'],
  ['a@example.is', 'a•••@example.is'],
  ['odd@name@example.is', 'o•••@example.is'],
])('%s is masked as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});

test('duplicate file names are numbered', () => {
  expect(numberDuplicates(['a.pdf', 'b.pdf', 'a.pdf', 'a.pdf', 'c'])).toEqual([
    'a.pdf',
    'b.pdf',
    'a (2).pdf',
    'a (3).pdf',
    'c',
  ]);
});
