import type { Facts } from '@hofn/contracts';
import { canBecome, type PayoutState } from '@hofn/insurance/claim-amounts.ts';
import type { Book } from '../book.ts';
import { putClaim } from '../bookkeeping/claim-ledger.ts';
import { settledIfPaid, unsettledIfReturned, type When } from '../claim-acts/effect.ts';

type Claim = Facts<'claims'>;
type Texts = { is: string; en: string };

const faultTexts: Readonly<Record<string, Texts>> = {
  closed: { is: 'Reikningnum hefur verið lokað.', en: 'The account has been closed.' },
  notOwned: { is: 'Viðtakandi á ekki reikninginn.', en: 'The recipient does not own the account.' },
  unknown: { is: 'Bankinn þekkir ekki reikninginn.', en: 'The bank does not know the account.' },
  invalid: { is: 'Bankinn tók ekki við greiðslunni.', en: 'The bank did not accept the payment.' },
};

/** Why a payment failed or came back, for staff: the bank's own code where it is not one of those that we know. */
const faultOf = (reason: string | undefined): Texts =>
  faultTexts[reason ?? ''] ?? {
    is: `Bankinn greiddi ekki${reason === undefined ? '' : `: ${reason}`}.`,
    en: `The bank did not pay${reason === undefined ? '' : `: ${reason}`}.`,
  };

/** What a payment becomes, with the bank's code for why it failed or came back. */
export type Becomes = { state: PayoutState; reason?: string | undefined };

const paymentAs = (
  payment: Claim['payments'][number],
  { state, reason }: Becomes,
  day: string,
): Claim['payments'][number] => ({
  ...payment,
  ...{ state, paidOn: state === 'paid' ? day : null },
  ...((state === 'failed' || state === 'returned') && { fault: faultOf(reason) }),
});

/**
 * Stores in the book what has become of a payment, posts what that means, and settles the claim once everything payable is paid; one
 * whose payment comes back after that is to be paid again.
 * @returns false when nothing can come of it: the payment has become something else since
 */
export const putPayout = (
  book: Book,
  { claim: key, payment: id }: { claim: string; payment: string },
  becomes: Becomes,
  at: string,
): boolean => {
  const record = book.get('claims', key);
  const found = record?.facts.payments.find((payment) => payment.id === id);
  if (!record || !found || !canBecome(found.state as PayoutState, becomes.state)) return false;
  const when: When = { day: book.state.today, at };
  const payments = record.facts.payments.map((payment) =>
    payment === found ? paymentAs(payment, becomes, when.day) : payment,
  );
  const next = { ...record.facts, payments };
  const finish = becomes.state === 'returned' ? unsettledIfReturned : settledIfPaid;
  putClaim(book, record, finish(next, when));
  return true;
};
