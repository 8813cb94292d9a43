import { compactIdentifier } from './typed-text.ts';

/** Of a search with a letter in it, how many letters and digits; of digits alone, how many. */
const fewest = { letters: 2, digits: 4 } as const;

/** Whether a search by staff is long enough to find anybody (rule ROLE-6): two letters, or four digits. */
export const isLongEnoughToFind = (typed: string): boolean => {
  const text = compactIdentifier(typed).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return text.length >= (/\p{L}/u.test(text) ? fewest.letters : fewest.digits);
};
