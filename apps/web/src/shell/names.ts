/**
 * What an Icelander is called: the given names, without the patronymic that ends the full name. A company's name, and
 * one of a single word, stays whole.
 */
export const firstNames = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  return words.length > 1 ? words.slice(0, -1).join(' ') : fullName.trim();
};

/** First letters of the first and the last name, for the round mark. */
export const initials = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
};
