import { lastSourceSequence } from '@hofn/contracts';
import { customers, type Db, transactions } from '@hofn/database';
import { eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

/** A text in both languages: ledger entries are booked once and read in either. */
export type BookedText = { is: string; en: string };
/** A ledger entry of a payment, or of its refund. */
export type Booking = {
  id: string;
  type: 'premium' | 'payment' | 'refund';
  amount: number;
  policyId: string | null;
} & {
  text: BookedText;
};

/** Appends entries to the subject's account, numbered above those of the core system (`ledgerFacts`). */
export const bookEntries = async (
  tx: Db,
  subject: Pick<Customer, 'id'>,
  on: string,
  bookings: readonly Booking[],
): Promise<void> => {
  // Locks the account, so that two payments don't take the same sequence number.
  await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, subject.id)).for('update');
  const [last] = await tx
    .select({ sequence: sql<number>`greatest(max(${transactions.sequence}), ${lastSourceSequence})::int` })
    .from(transactions)
    .where(eq(transactions.customerId, subject.id));
  await tx.insert(transactions).values(
    bookings.map(({ text, ...booking }, place) => ({
      ...booking,
      customerId: subject.id,
      bookedOn: on,
      sequence: (last?.sequence ?? lastSourceSequence) + place + 1,
      descriptionIs: text.is,
      descriptionEn: text.en,
    })),
  );
};
