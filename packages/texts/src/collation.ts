// Our own Icelandic collation, because Chromium's Intl sorts Icelandic like English (rule LANG-8).

// The Icelandic alphabet including the foreign letters c, q, w, z, after signs and digits.
const order = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöå`;
const rank = new Map([...order].map((letter, index) => [letter, index]));
// Letters of neighbouring languages that sort like an Icelandic letter.
const neighbours = new Map([
  ['ä', 'æ'],
  ['ø', 'ö'],
  ['đ', 'ð'],
]);

/** Position in the alphabet, accent, and whether it is upper case. */
type Weight = readonly [place: number, mark: string, capital: boolean];

const weightOf = (letter: string): Weight => {
  const small = letter.toLowerCase();
  const capital = small !== letter;
  const place = rank.get(small);
  if (place !== undefined) return [place, '', capital];
  const neighbour = rank.get(neighbours.get(small) ?? '');
  if (neighbour !== undefined) return [neighbour, small, capital];
  const [base = '', ...marks] = small.normalize('NFD');
  return [rank.get(base) ?? 1000 + (small.codePointAt(0) ?? 0), marks.join(''), capital];
};

/**
 * Orders two texts by the Icelandic alphabet: `á` follows every `a`, `ð` follows `d`, and `þ æ ö` end it. Among
 * equal letters the plain letter precedes one with a foreign accent, then lower case precedes upper case.
 * @returns negative if `a` comes first, positive if `b` does, else zero
 */
export const compareIcelandic = (a: string, b: string): number => {
  const left = [...a.normalize('NFC')];
  const right = [...b.normalize('NFC')];
  let marks = 0;
  let capitals = 0;
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const [place, mark, capital] = weightOf(left[index] ?? '');
    const [otherPlace, otherMark, otherCapital] = weightOf(right[index] ?? '');
    if (place !== otherPlace) return place - otherPlace;
    if (mark !== otherMark) marks ||= mark < otherMark ? -1 : 1;
    if (capital !== otherCapital) capitals ||= capital ? 1 : -1;
  }
  return left.length - right.length || marks || capitals;
};

const folds: Record<string, string> = { ð: 'd', đ: 'd', þ: 'th', æ: 'ae', ø: 'o', ß: 'ss', ł: 'l', ς: 'σ' };

/**
 * Folds a text for search: lower case without accents, `þ` as `th`, `æ` as `ae`, `ð` as `d`, `ö` as `o`; without invisible
 * characters, and any space or dash as the plain one, so that a pasted number is found (rule HOLD-24).
 */
export const foldForSearch = (text: string): string =>
  text
    .toLowerCase()
    // Also before normalizing: reordering a long run of combining marks takes quadratic time.
    .replace(/\p{M}/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\p{Pd}|\u2212/gu, '-')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[ðđþæøßłς]/g, (letter) => folds[letter] ?? letter);
