import { expect, test } from 'vitest';
import { firstNames, maskEmail } from './names.ts';

test.each([
  ['Guðrún Helga Þorsteinsdóttir', 'Guðrún Helga'],
  ['  Jón   Jónsson ', 'Jón'],
  ['Björk', 'Björk'],
])('%s is called %s', (fullName, called) => {
  expect(firstNames(fullName)).toBe(called);
});

test.each([
  ['gudrun@example.is', 'g•••@example.is'],
  ['a@example.is', 'a•••@example.is'],
  ['odd@name@example.is', 'o•••@example.is'],
])('%s is shown to others as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
