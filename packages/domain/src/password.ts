/** Fewest and most characters of a new password (rule AUTH-15); how many more than that nobody types. */
export const passwordLength = { min: 10, max: 200 };

/** How many characters a password has, as people count them: an accent that is typed after its letter is none. */
export const passwordLengthOf = (password: string): number => [...password.normalize('NFKC')].length;
