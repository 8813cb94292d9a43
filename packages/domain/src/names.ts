// A patronymic or matronymic: Jónsdóttir, Önnuson, Bjarkarbur. Not Nelson or Wilbur.
const patronymic = /(?:[aus]|[au]r)(?:son|dóttir|bur)$/u;
/** A particle such as `frá` or `van`, which starts a place of origin or a family name. */
const particle = /^\p{Ll}/u;

/**
 * The given names of a full name. They end before the first patronymic or matronymic, else before a lower-case particle
 * (`van`, `frá`), else before the last word, the family name. A single word is returned unchanged.
 */
export const firstNames = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  const indexOf = (pattern: RegExp) => words.findIndex((word, index) => index > 0 && pattern.test(word));
  const end = [indexOf(patronymic), indexOf(particle), words.length - 1].find((index) => index > 0);
  return words.slice(0, end).join(' ');
};

/** Masks an e-mail address so that only its owner recognizes it: `g•••@example.is`. */
export const maskEmail = (email: string): string => email.replace(/(?<=^.).*(?=@)/u, '•••');

/** The name as file systems compare it: Windows and macOS ignore case, and macOS the Unicode form. */
const comparable = (name: string): string =>
  name.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');

/**
 * Makes file names unique by adding a number before the extension of each repeated name, also where they differ only in
 * case or Unicode form. A number that another file has by itself is skipped.
 */
export const numberDuplicates = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  /** First number to try, by name: a thousand equal names would otherwise be tried half a million times. */
  const nextNumbers = new Map<string, number>();
  const own = new Set(names.map(comparable));
  return names.map((name) => {
    const key = comparable(name);
    let free = name;
    let number = nextNumbers.get(key) ?? 2;
    if (taken.has(key)) {
      for (; ; number += 1) {
        free = name.replace(/(\.[^./\s]+)?$/u, (extension) => ` (${number})${extension}`);
        const freeKey = comparable(free);
        if (!taken.has(freeKey) && !own.has(freeKey)) break;
      }
      nextNumbers.set(key, number + 1);
    }
    taken.add(comparable(free));
    return free;
  });
};

/** The initials of a name, by which somebody who knows it recognises it: `A. P.`. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => `${[...part][0] ?? ''}.`)
    .join(' ');
