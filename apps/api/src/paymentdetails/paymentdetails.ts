import type { ErrorCode, PaymentMethod } from '@hofn/contracts';
import { type BankAccount, bankAccountFault, digitsOfPart, padPart } from '@hofn/domain/bank-account.ts';
import { cardExpired } from '../payments/payments.ts';
import { Fault } from '../platform/fault.ts';
import type { Standing } from './bank.ts';
import type { DetailsRow, VerificationRow } from './store.ts';
import type { VerifiedCard } from './verifications.ts';

const fieldOf = {
  invalidBank: 'bank',
  invalidLedger: 'ledger',
  invalidAccount: 'account',
  accountNotOwned: 'account',
  accountClosed: 'account',
} as const;
type AccountFault = keyof typeof fieldOf;

const refused = (code: AccountFault): Fault =>
  new Fault(code, { fields: [{ path: fieldOf[code], reason: code }] });

/**
 * A bank account as it was typed, in whole parts.
 * @throws Fault `invalidBank`, `invalidLedger` or `invalidAccount`, naming the part
 */
export const accountOf = (typed: BankAccount): BankAccount => {
  const part = (name: keyof BankAccount) => padPart(name, digitsOfPart(name, typed[name]));
  const account = { bank: part('bank'), ledger: part('ledger'), account: part('account') };
  const fault = bankAccountFault(account);
  if (fault) throw refused(fault);
  return account;
};

const faultOf = { closed: 'accountClosed', notOwned: 'accountNotOwned', unknown: 'invalidAccount' } as const;

/** @throws Fault `accountClosed`, `accountNotOwned` or `invalidAccount` unless the bank says that it is theirs and open */
export const expectOwn = (standing: Standing): void => {
  if (standing !== 'open') throw refused(faultOf[standing]);
};

/** Why a card cannot be registered by a verification, and whether that is the end of it; nothing when it can. */
export const verificationFault = (
  row: VerificationRow | undefined,
  card: VerifiedCard | undefined,
  now: Date,
): ErrorCode | undefined => {
  if (!row) return 'verificationMismatch';
  if (row.state !== 'pending') return 'verificationUsed';
  if (now >= new Date(row.expiresAt)) return 'verificationExpired';
  if (!card) return 'verificationMismatch';
  if (card.outcome === 'declined') return 'cardDeclined';
  return cardExpired(card.expires, now.toISOString().slice(0, 10)) ? 'cardExpired' : undefined;
};

/** How a verification stands. */
export const stateOf = ({ state, expiresAt }: VerificationRow, now: Date) =>
  state === 'pending' && now >= new Date(expiresAt) ? 'expired' : state;

export const cardOf = ({ cardNumberMasked, cardExpires, cardBrand }: DetailsRow) =>
  cardNumberMasked && cardExpires && cardBrand
    ? { cardNumberMasked, expires: cardExpires, brand: cardBrand }
    : null;

export const bankOf = ({ bank, bankLedger, bankAccount }: DetailsRow) =>
  bank && bankLedger && bankAccount ? { bank, ledger: bankLedger, account: bankAccount } : null;

export const paymentMethodOf = (row: DetailsRow): PaymentMethod => ({
  method: row.paymentMethod,
  ccardInfo: cardOf(row),
  bankInfo: bankOf(row),
});

/** @throws Fault `noPaymentMethod` when what is chosen is not on file */
export const expectOnFile = (method: NonNullable<PaymentMethod['method']>, row: DetailsRow): void => {
  const missing = (method === 'ccard' && !cardOf(row)) || (method === 'bank' && !bankOf(row));
  if (missing) throw new Fault('noPaymentMethod');
};

/** How premiums are paid once a card is registered: by it, unless the customer chose direct debit. */
export const methodWithCard = (method: PaymentMethod['method']): 'ccard' | 'bank' =>
  method === 'bank' ? 'bank' : 'ccard';
