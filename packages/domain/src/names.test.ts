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

const isSameFile = (a: string, b: string): boolean =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();

test('DATA-3a: no two files of an archive have names that a file system takes for one, whatever they are called', () => {
  const name = fc.constantFrom(
    ...['a.pdf', 'A.PDF', 'a (2).pdf', 'A (2).pdf', 'a (3).pdf', 'a', 'a (2)', 'tjón.jpg', 'TJÓN.jpg'],
    ...['tjón.jpg', 'tjón (2).jpg'].map((composed) => composed.normalize('NFD')),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      const numbered = numberDuplicates(names);
      expect(numbered).toHaveLength(names.length);
      for (const [index, one] of numbered.entries())
        expect(numbered.findIndex((other) => isSameFile(other, one))).toBe(index);
      // The first file of each name keeps it, and every file its extension.
      for (const [index, given] of names.entries()) {
        expect(numbered[index]?.split('.').slice(1)).toEqual(given.split('.').slice(1));
        if (names.findIndex((other) => isSameFile(other, given)) === index)
          expect(numbered[index]).toBe(given);
      }
    }),
  );
});

test('a thousand files of one name are numbered in order', () => {
  const numbered = numberDuplicates(Array.from({ length: 1000 }, () => 'mynd.jpg'));
  expect(numbered.slice(0, 3)).toEqual(['mynd.jpg', 'mynd (2).jpg', 'mynd (3).jpg']);
  expect(numbered.at(-1)).toBe('mynd (1000).jpg');
});
