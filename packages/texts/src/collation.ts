// Icelandic order of our own, since Chromium's Intl sorts Icelandic as English (rule LANG-8).

// The order of the Icelandic alphabet with the loan letters c, q, w, z in their places, after signs and digits.
const order = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöå`;
const rank = new Map([...order].map((letter, index) => [letter, index]));
// Letters of the neighbours that sort as an Icelandic one.
const neighbours = new Map([
  ['ä', 'æ'],
  ['ø', 'ö'],
  ['đ', 'ð'],
]);

/** Place in the alphabet, mark that tells it from the plain letter, and whether it is a capital. */
type Weight = readonly [place: number, mark: string, capital: boolean];

const weigh = (letter: string): Weight => {
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
 * Orders two texts by the Icelandic alphabet: `á` follows every `a`, `ð` follows `d`, and `þ æ ö` end it. Among equal
 * letters a foreign accent comes after the plain letter, then a capital after the small one.
 * @returns below zero when `a` comes first, above zero when `b` does, zero when neither
 */
export const compare = (a: string, b: string): number => {
  const left = [...a.normalize('NFC')];
  const right = [...b.normalize('NFC')];
  let marks = 0;
  let capitals = 0;
  for (let index = 0; index < left.length && index < right.length; index += 1) {
    const [place, mark, capital] = weigh(left[index] ?? '');
    const [otherPlace, otherMark, otherCapital] = weigh(right[index] ?? '');
    if (place !== otherPlace) return place - otherPlace;
    if (mark !== otherMark) marks ||= mark < otherMark ? -1 : 1;
    if (capital !== otherCapital) capitals ||= capital ? 1 : -1;
  }
  return left.length - right.length || marks || capitals;
};

const folds: Record<string, string> = { ð: 'd', đ: 'd', þ: 'th', æ: 'ae', ø: 'o', ß: 'ss', ł: 'l' };

/** A text as a search sees it: small letters without accents, `þ` as `th`, `æ` as `ae`, `ð` as `d`, `ö` as `o`. */
export const foldForSearch = (text: string): string =>
  text
    .toLowerCase()
    // Also before: to put a long run of marks in order takes time by the square of its length.
    .replace(/\p{M}/gu, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ðđþæøßł]/g, (letter) => folds[letter] ?? letter);
