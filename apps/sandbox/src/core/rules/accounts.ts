import type { Facts } from '@hofn/contracts';
import { addDays, isCurrent, roundIsk, splitIsk } from '@hofn/domain';
import type { Book, BookRecord } from '../book.ts';

export type Instalment = BookRecord<'instalments'>;
export type Policy = BookRecord<'policies'>;

/** The middle of a day, as an instant. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`;

/** Days between the due date and the last day to pay. */
const daysToPay = 14;
/** Days before the due date from which an instalment is on an invoice, and stays as it is. */
export const invoicedDays = 14;

export const isOwed = ({ facts }: Instalment): boolean => !facts.paidAt && !facts.cancelledAt;

export const totalOf = ({ amount, penaltyInterest, fees }: Facts<'instalments'>): number =>
  amount + penaltyInterest + fees;

/** The customer's policies that are paid for on a day. */
export const policiesInForce = (book: Book, ssn: string, day: string): Policy[] =>
  book.of('policies', ssn).filter(({ facts }) => isCurrent(facts, day));

/** Books an entry of a customer's account, each key once. */
export const bookEntry = (
  book: Book,
  key: string,
  entry: Omit<Facts<'ledger-entries'>, 'sequence' | 'payment'> & { payment?: string },
): void => {
  if (entry.amount === 0 || book.get('ledger-entries', key)) return;
  const sequence = book.nextSequence(entry.customer);
  book.put('ledger-entries', key, { payment: null, ...entry, sequence });
};

/** Books the premium of an instalment, unless it was booked before. */
export const bookPremium = (
  book: Book,
  { key, facts }: Instalment,
  { on, payment }: { on: string; payment?: string },
): void => {
  // Entries of instalments that were due when the book was opened are part of it.
  if (facts.dueDate <= book.state.openedOn) return;
  const { customer, policy, sequence, sequenceOf, amount } = facts;
  bookEntry(book, `premium-${key}`, {
    ...{ customer, policy, bookedOn: on, type: 'premium', amount },
    description: {
      is: `Iðgjald, ${sequence}. greiðsla af ${sequenceOf}`,
      en: `Premium, instalment ${sequence} of ${sequenceOf}`,
    },
    ...(payment !== undefined && { payment }),
  });
};

/** Adds instalments, monthly from a day. */
export const planInstalments = (
  book: Book,
  { customer, policy, keys }: { customer: string; policy: string | null; keys: string },
  { total, count, first }: { total: number; count: number; first: (index: number) => string },
): void => {
  const method =
    book.all('customers').find(({ facts }) => facts.ssn === customer)?.facts.paymentMethod ?? 'claim';
  splitIsk(total, Array<number>(count).fill(1)).forEach((amount, index) => {
    const dueDate = first(index);
    book.put('instalments', `${keys}-${dueDate}`, {
      ...{ customer, policy, sequence: index + 1, sequenceOf: count },
      ...{ dueDate, finalDueDate: addDays(dueDate, daysToPay), amount, penaltyInterest: 0, fees: 0, method },
      ...{ paidAt: null, refusedAt: null, cancelledAt: null, lapsesOn: null },
    });
  });
};

/**
 * Changes the instalments that are not on an invoice yet when the premium of policies changes: those of the policy in
 * full, those for all policies of the customer by the policies' share. Called before the policies change.
 */
export const repriceInstalments = (
  book: Book,
  changed: readonly Policy[],
  { becomes, from, day }: { becomes: number; from: string; day: string },
): void => {
  const [first] = changed;
  if (!first) return;
  const { customer } = first.facts;
  const was = changed.reduce((sum, { facts }) => sum + facts.premiumPerYear, 0);
  if (was <= 0 || was === becomes) return;
  const total = policiesInForce(book, customer, day).reduce(
    (sum, { facts }) => sum + facts.premiumPerYear,
    0,
  );
  const keys = new Set(changed.map(({ key }) => key));
  for (const instalment of book.of('instalments', customer)) {
    const { facts, key } = instalment;
    const isOwn = typeof facts.policy === 'string' && keys.has(facts.policy);
    if (facts.policy !== null && !isOwn) continue;
    if (!isOwed(instalment) || facts.dueDate < from || facts.dueDate <= addDays(day, invoicedDays)) continue;
    const share = isOwn ? 1 : Math.min(1, was / Math.max(total, was));
    const amount = Math.max(0, facts.amount + roundIsk(facts.amount * share * (becomes / was - 1)));
    book.put('instalments', key, amount > 0 ? { ...facts, amount } : { ...facts, cancelledAt: noonOf(day) });
  }
};

/** Parts of a premium, changed in proportion so that they add up to a new total. */
export const scaledParts = (
  parts: Facts<'policies'>['premiumParts'],
  total: number,
): Facts<'policies'>['premiumParts'] => {
  const was = parts.reduce((sum, { amount }) => sum + amount, 0);
  const scaled = parts.map(({ id, amount }) => ({
    id,
    amount: was === 0 ? 0 : roundIsk((amount * total) / was),
  }));
  const rest = total - scaled.reduce((sum, { amount }) => sum + amount, 0);
  return scaled.map((part, index) => (index === 0 ? { ...part, amount: part.amount + rest } : part));
};
