// A parent's name in the genitive, and whose child one is: Jónsdóttir, Önnuson, Bjarkarbur. Not Nelson, nor Wilbur.
const ofParent = /(?:[aus]|[au]r)(?:son|dóttir|bur)$/u;
/** A word as `frá` or `van`, which begins where someone is from, or of what family. */
const particle = /^\p{Ll}/u;

/**
 * What an Icelander is called: the given names. They end where the first patronymic or matronymic stands, else at a word
 * in small letters (`van`, `frá`), else before the family name that is the last word. A single word stays whole.
 */
export const firstNames = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  const endsAt = (ending: RegExp) => words.findIndex((word, index) => index > 0 && ending.test(word));
  const end = [endsAt(ofParent), endsAt(particle), words.length - 1].find((index) => index > 0);
  return words.slice(0, end).join(' ');
};

/** An e-mail address that its owner knows again and nobody else learns: `g•••@example.is`. */
export const maskEmail = (email: string): string => email.replace(/(?<=^.).*(?=@)/u, '•••');

/** Names of files with a number before the ending where one has come before. */
export const distinct = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : name.replace(/(\.\w+)?$/, (ending) => ` (${times})${ending}`);
  });
};
