export { firstNames } from '@hofn/domain/names.ts';

/** First letters of the first and last name, for the avatar. */
export const initials = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
};
