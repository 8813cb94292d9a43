/**
 * What an Icelander is called: the given names, without the patronymic that ends the full name. A company's name, and
 * one of a single word, stays whole.
 */
export const firstNames = (fullName: string): string => {
  const words = fullName.trim().split(/\s+/);
  return words.length > 1 ? words.slice(0, -1).join(' ') : fullName.trim();
};

/** An e-mail address that its owner knows again and nobody else learns: `g•••@example.is`. */
export const maskEmail = (email: string): string => email.replace(/(?<=^.).*(?=@)/u, '•••');
