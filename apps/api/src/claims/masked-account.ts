/** `0133-26-••4410`: enough for its owner to recognize it. @param account `0133-26-004410` */
export const maskedAccount = (account: string): string => account.replace(/\d{2}(?=\d{4}$)/, '••');
