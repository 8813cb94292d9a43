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

/** Makes file names unique by adding a number before the extension of each repeated name. */
export const numberDuplicates = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : name.replace(/(\.\w+)?$/, (extension) => ` (${times})${extension}`);
  });
};
