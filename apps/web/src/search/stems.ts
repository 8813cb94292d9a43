import { foldForSearch } from '@hofn/texts/collation.ts';

/** Splits a text into folded words without punctuation, for both index and query. */
export const wordsOf = (text: string): string[] => foldForSearch(text).match(/[a-z\d]+/g) ?? [];

// Folded endings of Icelandic and English nouns and adjectives, longest first.
const endings = [
  'arinnar',
  'innar',
  'anna',
  'unum',
  'inum',
  'inni',
  'nar',
  'ana',
  'una',
  'ins',
  'ing',
  'ar',
  'ir',
  'ur',
  'um',
  'in',
  'id',
  'es',
  'a',
  'i',
  'u',
  's',
];

/** Minimum length of a stem. */
const minStemLength = 4;

/**
 * Returns the stem of a folded word: `trygging` matches `tryggingarinnar`, `tryggingu` and `tryggingar`. There is no
 * dictionary, so vowel shifts (`barn`, `börn`) have different stems.
 */
export const stemOf = (word: string): string => {
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= minStemLength);
  return ending ? word.slice(0, -ending.length) : word;
};
