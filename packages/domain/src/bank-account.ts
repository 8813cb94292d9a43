/** An Icelandic bank account number, `0133-26-004821`: bank (branch), ledger and account. */
export type BankAccount = { bank: string; ledger: string; account: string };
export type BankAccountPart = keyof BankAccount;

/** Number of digits of each part (rule PAY-2). */
export const bankAccountDigits = { bank: 4, ledger: 2, account: 6 } as const satisfies Record<
  BankAccountPart,
  number
>;
export const bankAccountParts = ['bank', 'ledger', 'account'] as const satisfies BankAccountPart[];

/** Minimum number of digits for padding a part with leading zeros (rule PAY-3); a ledger is never padded. */
const paddedFrom = { bank: 3, ledger: Number.POSITIVE_INFINITY, account: 1 };

/** The digits of the typed text, cut to the length of the part (rule PAY-2). */
export const digitsOfPart = (part: BankAccountPart, text: string): string =>
  text.replace(/\D/g, '').slice(0, bankAccountDigits[part]);

/** Pads a part with leading zeros once it has enough digits to be complete (rule PAY-3). */
export const padPart = (part: BankAccountPart, digits: string): string =>
  digits.length >= paddedFrom[part] ? digits.padStart(bankAccountDigits[part], '0') : digits;

const minUnseparatedDigits = 7;

/**
 * Splits a pasted account number into its parts (rule PAY-4): at non-digits, or, for seven or more digits without
 * separators, after the fourth and sixth digit. Each part is padded.
 * @returns undefined for a single shorter run of digits, which belongs to the field it was pasted into
 */
export const splitAccount = (text: string): Partial<BankAccount> | undefined => {
  const pieces = text.split(/\D+/).filter((piece) => piece !== '');
  const [first = ''] = pieces;
  if (pieces.length === 0 || (pieces.length === 1 && first.length < minUnseparatedDigits)) return undefined;
  const texts = pieces.length === 1 ? [first.slice(0, 4), first.slice(4, 6), first.slice(6)] : pieces;
  return Object.fromEntries(
    bankAccountParts.flatMap((part, index) => {
      const piece = texts[index];
      return piece === undefined ? [] : [[part, padPart(part, digitsOfPart(part, piece))]];
    }),
  );
};

// Banks and savings banks by the first two digits of their branch numbers; one has a single branch.
const banks = /^(?:01|03|05|07|11)\d\d$|^2200$/;
// Ledgers of bonds and claims, which cannot receive payments.
const ledgersWithoutAccounts = ['00', '64', '66', '74'];

export type BankAccountFault = 'invalidBank' | 'invalidLedger' | 'invalidAccount';

/** The first fault in an account number, as far as the digits show; there is no check digit. */
export const bankAccountFault = ({ bank, ledger, account }: BankAccount): BankAccountFault | undefined => {
  if (!banks.test(bank)) return 'invalidBank';
  if (!/^\d\d$/.test(ledger) || ledgersWithoutAccounts.includes(ledger)) return 'invalidLedger';
  return /^\d{6}$/.test(account) && account !== '000000' ? undefined : 'invalidAccount';
};
