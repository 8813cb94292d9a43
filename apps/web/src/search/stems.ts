import { foldForSearch } from '@hofn/texts/collation.ts';

/** The words of a text as the index and a question have them: folded, without signs. */
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

/** Shorter than this a stem says too little. */
const shortestStem = 4;

/**
 * What is left of a folded word without its ending: `tryggingarinnar`, `tryggingu` and `tryggingar` are all found by
 * `trygging`. No dictionary: vowels that shift within a word (`barn`, `börn`) stay two words.
 */
export const stemOf = (word: string): string => {
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= shortestStem);
  return ending ? word.slice(0, -ending.length) : word;
};
