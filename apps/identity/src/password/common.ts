import { dictionary } from '@zxcvbn-ts/language-common';

// Common Icelandic passwords missing from the international list, in normalized form.
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

// Our own names, in normalized form: the first guess at passwords of our customers and staff.
const ourNames = [
  'hofn',
  'hofntryggingar',
  'tryggingafelag',
  'tryggingafelagid',
  'minarsidur',
  'mypages',
  'starfsmannagatt',
  'staffportal',
];

/** Normalizes a password for comparison: case, accents, spaces and punctuation don't make it less common. */
const normalize = (password: string): string =>
  password
    // Strip combining marks first: NFKD reorders runs of them in quadratic time.
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ð', 'd')
    .replaceAll('þ', 'th')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^a-z\d]/g, '');

let list: ReadonlySet<string> | undefined;

/** Built lazily: most processes never need it. */
const commonPasswords = (): ReadonlySet<string> => {
  list ??= new Set(
    [...dictionary['passwords-common'], ...icelandic, ...ourNames].map((word) => normalize(String(word))),
  );
  return list;
};

/**
 * Whether a password is on the list of common ones or of our own names (rule AUTH-15), is one of them surrounded by digits or punctuation,
 * or is one of them repeated.
 */
export const isCommonPassword = (password: string): boolean => {
  const word = normalize(password);
  const core = word.replace(/^\d+|(?<!\d)\d+$/g, '');
  const half = word.slice(0, word.length / 2);
  return [word, core, ...(half + half === word ? [half] : [])].some(
    (candidate) => candidate.length >= 4 && commonPasswords().has(candidate),
  );
};
