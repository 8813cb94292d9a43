import { foldForSearch } from '@hofn/texts/collation.ts';

/** The words of a text, folded and without punctuation, for index and query. */
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
const shortestStem = 4;

/**
 * The stem of a folded word: `trygging` matches `tryggingarinnar`, `tryggingu` and `tryggingar`. Without a dictionary,
 * so vowel shifts (`barn`, `börn`) remain different words.
 */
export const stemOf = (word: string): string => {
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= shortestStem);
  return ending ? word.slice(0, -ending.length) : word;
};
