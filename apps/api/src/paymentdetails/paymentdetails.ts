import type { ErrorCode, PaymentMethod } from '@hofn/contracts';
import { type BankAccount, bankAccountFault, digitsOfPart, padPart } from '@hofn/domain/bank-account.ts';
import { methodChangeOf, nextPaymentOf, type UnpaidRow } from '../payments/next-payment.ts';
import { isCardExpired } from '../payments/payments.ts';
import type { RequestContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import type { AccountStatus } from './bank.ts';
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
 * Parses a bank account into padded parts. A part with too many digits is refused, not cut: what is left would be another
 * account.
 * @throws Fault `invalidBank`, `invalidLedger` or `invalidAccount`, naming the part
 */
export const accountOf = (input: BankAccount): BankAccount => {
  const part = (name: keyof BankAccount) => padPart(name, digitsOfPart(name, input[name]));
  const account = { bank: part('bank'), ledger: part('ledger'), account: part('account') };
  const fault = bankAccountFault(account);
  if (fault) throw refused(fault);
  return account;
};

const faultOf = { closed: 'accountClosed', notOwned: 'accountNotOwned', unknown: 'invalidAccount' } as const;

/** @throws Fault `accountClosed`, `accountNotOwned` or `invalidAccount` unless the customer owns the account and it is open */
export const assertOwnAccount = (standing: AccountStatus): void => {
  if (standing !== 'open') throw refused(faultOf[standing]);
};

/** Why a verification cannot register a card; undefined when it can. */
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
  return isCardExpired(card.expires, now.toISOString().slice(0, 10)) ? 'cardExpired' : undefined;
};

/** State of a verification, including expiry. */
export const stateOf = ({ state, expiresAt }: VerificationRow, now: Date) =>
  state === 'pending' && now >= new Date(expiresAt) ? 'expired' : state;

export const cardOf = ({ cardNumberMasked, cardExpires, cardBrand }: DetailsRow) =>
  cardNumberMasked && cardExpires && cardBrand
    ? { cardNumberMasked, expires: cardExpires, brand: cardBrand }
    : null;

export const bankOf = ({ bank, bankLedger, bankAccount }: DetailsRow) =>
  bank && bankLedger && bankAccount ? { bank, ledger: bankLedger, account: bankAccount } : null;

/** Whether an unpaid instalment will be charged to the card, also one that is due already. */
export const isCardCharged = (unpaid: readonly UnpaidRow[]): boolean =>
  unpaid.some(({ method, refused }) => method === 'ccard' && !refused);

/** How premiums are paid. Card and account are shown only to the customer, as in the calls about each of them. */
export const paymentMethodOf = (
  row: DetailsRow,
  {
    via,
    unpaid,
    today,
    claimFee,
  }: { via: RequestContext['via']; unpaid: readonly UnpaidRow[]; today: string; claimFee: number },
): PaymentMethod => ({
  method: row.paymentMethod,
  ccardInfo: via === 'self' ? cardOf(row) : null,
  bankInfo: via === 'self' ? bankOf(row) : null,
  cardInUse: row.paymentMethod === 'ccard' || isCardCharged(unpaid),
  next: nextPaymentOf(unpaid, today),
  change: methodChangeOf(unpaid, today),
  claimFee,
});

/** @throws Fault `noPaymentMethod` when the chosen method is not on file, `cardExpired` when its card has expired */
export const assertOnFile = (
  method: NonNullable<PaymentMethod['method']>,
  row: DetailsRow,
  today: string,
): void => {
  const card = cardOf(row);
  const missing = (method === 'ccard' && !card) || (method === 'bank' && !bankOf(row));
  if (missing) throw new Fault('noPaymentMethod');
  if (method === 'ccard' && card && isCardExpired(card.expires, today)) throw new Fault('cardExpired');
};

/** The payment method once a card is registered: the card, unless the customer chose direct debit. */
export const methodWithCard = (method: PaymentMethod['method']): 'ccard' | 'bank' =>
  method === 'bank' ? 'bank' : 'ccard';

/** Asserts that a row exists: the customer may have been deleted since the request was authorized. */
export const orNotFound = <Row>(row: Row | undefined | null): Row => {
  if (row === undefined || row === null) throw new Fault('notFound');
  return row;
};
