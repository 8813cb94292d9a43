import { parseKennitala } from './kennitala.ts';
import { cleanIdentifier } from './typed-text.ts';

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

/**
 * The digits of a part as typed (rule PAY-2). A text with more digits than the part has is returned unchanged: cut, it
 * would be another account.
 */
export const digitsOfPart = (part: BankAccountPart, text: string): string => {
  const digits = cleanIdentifier(text).replace(/\D/g, '');
  return digits.length > bankAccountDigits[part] ? text : digits;
};

/** Pads a part with leading zeros once it has enough digits to be complete (rule PAY-3). */
export const padPart = (part: BankAccountPart, digits: string): string =>
  digits.length >= paddedFrom[part] ? digits.padStart(bankAccountDigits[part], '0') : digits;

/** The start of an IBAN of any country, in which the check digits follow the letters without a space. */
const ibanStart = /^(?:IBAN:? ?)?(?=[A-Z]{2}\d\d)/;

const ibanIn = (typed: string): string | undefined => {
  const upper = typed.toUpperCase();
  const compact = upper.replace(ibanStart, '').replace(/[ .-]/g, '');
  return ibanStart.test(upper) && /^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(compact) ? compact : undefined;
};

/** Whether the check digits of an IBAN are right: rearranged and with letters as numbers, it is 1 modulo 97 (ISO 13616). */
const hasIbanCheckDigits = (text: string): boolean => {
  const rearranged = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
};

/** Bank, ledger and account in an Icelandic IBAN, before the owner's kennitala. */
const partsOfIban = /^IS\d\d(\d{4})(\d\d)(\d{6})\d{10}$/;

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

/** Seven digits or more without separators are an account, not one of its parts (rule PAY-4). */
const minUnseparatedDigits = 7;

/** The pieces without a kennitala before or after them: `0133 26 004821 170691 1489`. */
const withoutKennitala = (pieces: readonly string[]): string[][] => {
  const [only = ''] = pieces;
  if (pieces.length === 1 && only.length === 22) return [[only.slice(0, 12)], [only.slice(10)]];
  const lengthsOf = (some: readonly string[]) => some.map(({ length }) => length).join();
  const kennitalas = [1, 2].filter((count) => count < pieces.length);
  const isKennitala = (some: readonly string[]) => ['10', '6,4'].includes(lengthsOf(some));
  return kennitalas.flatMap((count) => [
    ...(isKennitala(pieces.slice(-count)) ? [pieces.slice(0, -count)] : []),
    ...(isKennitala(pieces.slice(0, count)) ? [pieces.slice(count)] : []),
  ]);
};

/** Bank, ledger and account in pieces of digits; undefined if a piece is too long for its part. */
const partsOf = (pieces: readonly string[]): [string, string, string] | undefined => {
  const digits = pieces.join('');
  if (pieces.length === 3) {
    const [bank = '', ledger = '', account = ''] = pieces;
    if (bank.length <= 4 && ledger.length <= 2 && account.length <= 6) return [bank, ledger, account];
  }
  // In groups of other sizes, only all twelve digits are unmistakable, unless they are in one piece.
  const [first = '', second = ''] = pieces;
  const isWhole = digits.length === 12 && [4, 6, 12].includes(first.length);
  const isInOrder = first.length !== 4 || [2, 8].includes(second.length);
  const isOnePiece =
    pieces.length === 1 &&
    digits.length >= minUnseparatedDigits &&
    digits.length <= 12 &&
    // Somebody's kennitala, pasted into the wrong field, would be another person's account.
    !parseKennitala(digits, { checkDigit: 'strict', allowTestIds: true }).ok;
  return (isWhole && isInOrder) || isOnePiece
    ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)]
    : undefined;
};

const padded = ([bank, ledger, account]: [string, string, string]): BankAccount => ({
  bank: padPart('bank', bank),
  ledger: padPart('ledger', ledger),
  account: padPart('account', account),
});

const labelledKennitala = /(?:kt|kennitala)[ .:]*\d{6}[ -]*\d{4}(?!\d)/i;
const piecesOf = (typed: string): string[] => typed.match(/\d+/g) ?? [];

/** A bank account in a typed or pasted text, or why there is none. */
export type ParsedBankAccount =
  | { ok: true; account: BankAccount }
  | { ok: false; reason: 'shape' | 'foreignIban' | 'ibanCheckDigits' };

/**
 * Parses a typed or pasted bank account (rules PAY-4 and HOLD-24): in parts or in one piece, with a kennitala before or
 * after it, or as an Icelandic IBAN, whose kennitala is ignored. Nothing is cut: a part that is too long is a fault.
 * Whether there is such a bank is for `bankAccountFault`.
 */
export const parseBankAccount = (text: string): ParsedBankAccount => {
  const typed = cleanIdentifier(text).replace(labelledKennitala, ' ').trim();
  const international = ibanIn(typed);
  if (international !== undefined) {
    const [, bank, ledger, account] = partsOfIban.exec(international) ?? [];
    if (!bank || !ledger || !account)
      return { ok: false, reason: international.startsWith('IS') ? 'ibanCheckDigits' : 'foreignIban' };
    return hasIbanCheckDigits(international)
      ? { ok: true, account: { bank, ledger, account } }
      : { ok: false, reason: 'ibanCheckDigits' };
  }
  const pieces = piecesOf(typed);
  const readings = [pieces, ...withoutKennitala(pieces)].flatMap((some) => {
    const parts = partsOf(some);
    return parts ? [padded(parts)] : [];
  });
  const account = readings.find((reading) => !bankAccountFault(reading)) ?? readings[0];
  return account ? { ok: true, account } : { ok: false, reason: 'shape' };
};

/**
 * Splits a pasted text over the three fields of an account (rule PAY-4).
 * @returns undefined for a part on its own, which belongs to the field it was pasted into, and for a text with a fault,
 * which stays there as it is
 */
export const splitAccount = (text: string): Partial<BankAccount> | undefined => {
  const [bank = '', ledger = '', ...more] = piecesOf(cleanIdentifier(text));
  const isStart = more.length === 0 && ledger.length === 2 && (bank.length === 3 || bank.length === 4);
  if (isStart) return { bank: padPart('bank', bank), ledger };
  const parsed = parseBankAccount(text);
  return parsed.ok ? parsed.account : undefined;
};

/** Formats an account as `0133-26-004821`. */
export const formatBankAccount = ({ bank, ledger, account }: BankAccount): string =>
  `${bank}-${ledger}-${account}`;
