import type { Facts } from '@hofn/contracts';
import { planned } from '@hofn/insurance/billing/plan.ts';
import type { Lines } from '@hofn/insurance/billing/spread.ts';
import type { LedgerAccount } from '@hofn/insurance/ledger.ts';
import type { Book, BookRecord } from '../book.ts';
import { between, type PostingCause } from '../ledger/ledger.ts';

export type Instalment = BookRecord<'instalments'>;

/** The middle of a day, as an instant. */
export const noonOf = (day: string): string => `${day}T12:00:00Z`;

type EntryCause = Extract<PostingCause, 'premium' | 'credit' | 'fee' | 'interest' | 'payment' | 'refund'>;

/** The account that balances an entry of a customer's account, and how the customer reads it. */
const entryCauses: Record<EntryCause, { from: LedgerAccount; type: Facts<'ledger-entries'>['type'] }> = {
  premium: { from: 'premium', type: 'premium' },
  credit: { from: 'premium', type: 'premium' },
  fee: { from: 'fees', type: 'fee' },
  interest: { from: 'interest', type: 'fee' },
  payment: { from: 'cash', type: 'payment' },
  refund: { from: 'refundPayable', type: 'refund' },
};

export type Entry = Pick<
  Facts<'ledger-entries'>,
  'customer' | 'policy' | 'bookedOn' | 'amount' | 'description'
> & {
  cause: EntryCause;
  /** Key of the instalment that it is about. */
  instalment?: string;
  /** Id of the portal payment, or of the refund of one. */
  payment?: string;
};

/** Posts an entry of a customer's account, each key once: positive for what they owe more, negative for what they owe less. */
export const bookEntry = (book: Book, key: string, entry: Entry): void => {
  const { bookedOn: day, cause, amount, description, ...about } = entry;
  if (amount === 0 || book.get('ledger-entries', key)) return;
  const { from, type } = entryCauses[cause];
  const postings = between(from, 'receivable', amount);
  book.post({ key, day, cause, postings, ...about }, { type, description });
};

const intoAccount = { is: 'Lagt inn á bankareikning þinn', en: 'Paid into your bank account' };

/**
 * Owes a customer an amount of their account instead, and pays it on the same day, once for each key: into their bank account, or to
 * the card with which they paid.
 */
export const bookRefund = (
  book: Book,
  key: string,
  {
    customer,
    policy,
    bookedOn,
    amount,
    payment,
    description = intoAccount,
  }: Pick<Entry, 'customer' | 'policy' | 'bookedOn' | 'amount' | 'payment'> &
    Partial<Pick<Entry, 'description'>>,
): void => {
  if (amount === 0 || book.get('ledger-entries', `refund-${key}`)) return;
  bookEntry(book, `refund-${key}`, {
    ...{ customer, policy, bookedOn, cause: 'refund', amount, description },
    ...(payment !== undefined && { payment }),
  });
  const postings = between('cash', 'refundPayable', amount);
  const paid = { key: `refund-paid-${key}`, customer, policy, day: bookedOn } as const;
  book.post({ ...paid, cause: 'refundPaid', postings }, null);
};

/** Whether the premium of an instalment is on the account; it was before the book was opened, where that was due by then. */
export const isBooked = (book: Book, { key, facts }: Instalment): boolean =>
  facts.dueDate <= book.state.openedOn || book.get('ledger-entries', `premium-${key}`) !== undefined;

/** Books the premium of an instalment, unless it was booked before. */
export const bookPremium = (
  book: Book,
  instalment: Instalment,
  { on, payment }: { on: string; payment?: string },
): void => {
  if (isBooked(book, instalment)) return;
  const { key, facts } = instalment;
  const { customer, policy, sequence, sequenceOf, amount } = facts;
  bookEntry(book, `premium-${key}`, {
    ...{ customer, policy, instalment: key, bookedOn: on, cause: 'premium', amount },
    description: {
      is: `Iðgjald, ${sequence}. greiðsla af ${sequenceOf}`,
      en: `Premium, instalment ${sequence} of ${sequenceOf}`,
    },
    ...(payment !== undefined && { payment }),
  });
};

/**
 * Adds the instalments of a plan to the book.
 * @param keys what their keys begin with, which no other instalment's does
 * @param parts due dates in order, each with whole ISK of at least one króna
 * @returns their amounts by key
 */
export const planInstalments = (
  book: Book,
  { customer, policy, keys }: { customer: string; policy: string | null; keys: string },
  parts: ReadonlyArray<{ dueDate: string; amount: number }>,
): Lines => {
  const method = book.customer(customer)?.facts.paymentMethod ?? 'claim';
  return Object.fromEntries(
    planned(parts).map((instalment) => {
      const key = `${keys}-${instalment.dueDate}`;
      if (book.get('instalments', key)) throw new Error(`There is an instalment ${key} already`);
      book.put('instalments', key, {
        ...{ customer, policy, ...instalment, penaltyInterest: 0, fees: 0, method },
        ...{ paidAt: null, refusedAt: null, cancelledAt: null, lapsesOn: null },
      });
      return [key, instalment.amount];
    }),
  );
};
