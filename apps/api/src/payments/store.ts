import { cases, customers, type Db, instalments, payments } from '@hofn/database';
import { and, asc, desc, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { isAboutRow } from '../platform/work-items.ts';
import type { StoredInstalment } from './charged.ts';
import { reserveInstalments } from './reserve.ts';

export type PaymentRow = typeof payments.$inferSelect;
type Subject = Pick<Customer, 'id'>;
/** Card payments and the instalments they pay. Every query names the subject. */
export const createPaymentStore = (db: Db) => {
  const ofSubject = (subject: Subject, id: string) =>
    and(eq(payments.customerId, subject.id), eq(payments.id, id));

  return {
    /** The subject's instalments by id, locked until the transaction ends, so that nobody else starts to pay them. */
    lockInstalments: async (tx: Db, subject: Subject, ids: readonly string[]) => {
      const [card] = await tx
        .select({
          brand: customers.cardBrand,
          masked: customers.cardNumberMasked,
          expires: customers.cardExpires,
          token: customers.cardToken,
        })
        .from(customers)
        .where(eq(customers.id, subject.id))
        .for('update');
      const rows = await tx
        .select({
          id: instalments.id,
          amount: instalments.amount,
          penaltyInterest: instalments.penaltyInterest,
          fees: instalments.fees,
          paidOn: sql<string | null>`${instalments.paidAt}::text`,
          paymentId: instalments.paymentId,
        })
        .from(instalments)
        .where(
          and(
            eq(instalments.customerId, subject.id),
            inArray(instalments.id, [...ids]),
            isNull(instalments.cancelledAt),
          ),
        );
      return { rows, card };
    },

    /** Stores a payment that is about to be charged, and marks its instalments as being paid. */
    begin: async (tx: Db, payment: typeof payments.$inferInsert, ids: readonly string[]): Promise<void> => {
      await tx.insert(payments).values(payment);
      if (ids.length > 0) await reserveInstalments(tx, payment, ids);
    },

    /** The subject's payment. */
    payment: async (subject: Subject, id: string): Promise<PaymentRow | undefined> =>
      (await db.select().from(payments).where(ofSubject(subject, id)))[0],

    /** A payment and its customer, for jobs. */
    due: async (
      customerId: string,
      id: string,
    ): Promise<{ payment: PaymentRow; subject: Customer } | undefined> => {
      const [row] = await db
        .select({
          payment: payments,
          subject: customerColumns,
        })
        .from(payments)
        .innerJoin(customers, eq(customers.id, payments.customerId))
        .where(and(eq(payments.customerId, customerId), eq(payments.id, id)));
      return row;
    },

    /** Payments without a result that began before an instant and that staff have no case about. */
    startedWithoutCase: (before: string) =>
      db
        .select({ customerId: payments.customerId, id: payments.id, language: payments.language })
        .from(payments)
        .where(
          and(
            eq(payments.state, 'started'),
            // A purchase follows up what it holds.
            isNull(payments.heldFor),
            lt(payments.createdAt, before),
            notExists(db.select().from(cases).where(isAboutRow('payment', payments))),
          ),
        )
        .orderBy(asc(payments.createdAt)),

    /** The subject's payments without a result, and whether staff have a case about each. */
    started: (subject: Subject) =>
      db
        .select({
          amount: payments.amount,
          startedAt: payments.createdAt,
          hasCase: sql<boolean>`exists (select from ${cases} where ${isAboutRow('payment', payments)})`,
        })
        .from(payments)
        .where(and(eq(payments.customerId, subject.id), eq(payments.state, 'started')))
        .orderBy(asc(payments.createdAt)),

    /** Locks the subject's account, as everything does that books entries or changes instalments being paid. */
    lockAccount: async (tx: Db, subject: Subject): Promise<void> => {
      await tx.select({ id: customers.id }).from(customers).where(eq(customers.id, subject.id)).for('update');
    },

    /**
     * Ends a started payment, and releases its instalments unless they were paid.
     * @returns false when it had already ended
     */
    end: async (
      tx: Db,
      subject: Subject,
      id: string,
      ending: { state: 'paid' | 'declined' | 'cancelled'; reference?: string; at: string },
    ): Promise<boolean> => {
      const { state, reference = null, at } = ending;
      const ended = await tx
        .update(payments)
        .set({ state, reference, settledAt: at })
        .where(and(ofSubject(subject, id), eq(payments.state, 'started')))
        .returning({ id: payments.id });
      if (ended.length === 0) return false;
      if (state !== 'paid')
        await tx
          .update(instalments)
          .set({ paymentId: null, chargedAmount: null })
          .where(and(eq(instalments.customerId, subject.id), eq(instalments.paymentId, id)));
      return true;
    },

    /** The instalments that a payment pays, as they are now. */
    paidBy: (tx: Db, subject: Subject, id: string): Promise<StoredInstalment[]> =>
      tx
        .select()
        .from(instalments)
        .where(and(eq(instalments.customerId, subject.id), eq(instalments.paymentId, id)))
        .orderBy(desc(instalments.dueDate), asc(instalments.id)),
  };
};
export type PaymentStore = ReturnType<typeof createPaymentStore>;
