/** Minimum and maximum length of a new password (rule AUTH-15). */
export const passwordLength = { min: 10, max: 200 };

/** Length of a password as people count it: a combining accent is not a character of its own. */
export const passwordLengthOf = (password: string): number => [...password.normalize('NFKC')].length;
