import { dictionary } from '@zxcvbn-ts/language-common';

// Those that Icelanders choose, which the international list lacks; without accents, as they are compared.
const icelandic = [
  'adgangsord',
  'afmaelisdagur',
  'elskathig',
  'egelskathig',
  'fotbolti',
  'gledilegjol',
  'handbolti',
  'hestamennska',
  'islandbest',
  'islendingur',
  'jolasveinn',
  'leyndarmal',
  'leyniord',
  'lykilord',
  'reykjavik',
  'sumarbustadur',
  'tryggingar',
  'velkomin',
  'velkominn',
  'vestmannaeyjar',
  'akureyri',
];

/** As passwords are compared: capitals, accents, spaces and signs make none less common. */
const folded = (password: string): string =>
  password
    // To put a long run of marks in order takes time by the square of its length.
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^a-z\d]/g, '');

let list: ReadonlySet<string> | undefined;

/** Made at the first change of a password, not at the start: most processes never need it. */
const common = (): ReadonlySet<string> => {
  list ??= new Set([...dictionary['passwords-common'], ...icelandic].map((word) => folded(String(word))));
  return list;
};

/**
 * Whether a password is on the list of common ones (rule AUTH-15), or is one of them with digits or signs around it, or
 * one written twice.
 */
export const isCommonPassword = (password: string): boolean => {
  const word = folded(password);
  const core = word.replace(/^\d+|(?<!\d)\d+$/g, '');
  const half = word.slice(0, word.length / 2);
  return [word, core, ...(half + half === word ? [half] : [])].some(
    (candidate) => candidate.length >= 4 && common().has(candidate),
  );
};
