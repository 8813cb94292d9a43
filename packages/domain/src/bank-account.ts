/** An Icelandic bank account as it is written, `0133-26-004821`: bank or branch, ledger, and the account's own number. */
export type BankAccount = { bank: string; ledger: string; account: string };
export type BankAccountPart = keyof BankAccount;

/** How many digits each part has (rule PAY-2), in the order that they are written in. */
export const bankAccountDigits = { bank: 4, ledger: 2, account: 6 } as const satisfies Record<
  BankAccountPart,
  number
>;
export const bankAccountParts = ['bank', 'ledger', 'account'] as const satisfies BankAccountPart[];

/** From how many digits a part is filled up with zeros in front (rule PAY-3); a ledger never is. */
const paddedFrom = { bank: 3, ledger: Number.POSITIVE_INFINITY, account: 1 };

/** The digits of what was typed, as many as the part has (rule PAY-2). */
export const digitsOfPart = (part: BankAccountPart, text: string): string =>
  text.replace(/\D/g, '').slice(0, bankAccountDigits[part]);

/** A part with zeros in front, once it has so many digits that it is meant to be whole (rule PAY-3). */
export const padPart = (part: BankAccountPart, digits: string): string =>
  digits.length >= paddedFrom[part] ? digits.padStart(bankAccountDigits[part], '0') : digits;

const wholeNumber = 7;

/**
 * A pasted account in its parts (rule PAY-4): cut where there is no digit, or one piece of seven digits or more after
 * the fourth and the sixth; each part is filled up.
 * @returns nothing for a single shorter piece, which belongs to the field that it was pasted into
 */
export const splitAccount = (text: string): Partial<BankAccount> | undefined => {
  const pieces = text.split(/\D+/).filter((piece) => piece !== '');
  const [first = ''] = pieces;
  if (pieces.length === 0 || (pieces.length === 1 && first.length < wholeNumber)) return undefined;
  const found = pieces.length === 1 ? [first.slice(0, 4), first.slice(4, 6), first.slice(6)] : pieces;
  return Object.fromEntries(
    bankAccountParts.flatMap((part, index) => {
      const piece = found[index];
      return piece === undefined ? [] : [[part, padPart(part, digitsOfPart(part, piece))]];
    }),
  );
};

// Banks and savings banks by the first two figures of their branches; one has a single branch.
const banks = /^(?:01|03|05|07|11)\d\d$|^2200$/;
// Bonds and claims are kept under these; nobody can be paid into them.
const ledgersWithoutAccounts = ['00', '64', '66', '74'];

export type BankAccountFault = 'invalidBank' | 'invalidLedger' | 'invalidAccount';

/** What is wrong with an account as far as its figures tell; there is no check digit. The first fault alone. */
export const bankAccountFault = ({ bank, ledger, account }: BankAccount): BankAccountFault | undefined => {
  if (!banks.test(bank)) return 'invalidBank';
  if (!/^\d\d$/.test(ledger) || ledgersWithoutAccounts.includes(ledger)) return 'invalidLedger';
  return /^\d{6}$/.test(account) && account !== '000000' ? undefined : 'invalidAccount';
};
