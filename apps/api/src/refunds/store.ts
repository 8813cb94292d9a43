import { approvals, cases, customers, type Db, payments, refunds, transactions } from '@hofn/database';
import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { ApprovalRow } from '../platform/approvals.ts';
import type { Customer } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { isAbout } from '../platform/work-items.ts';

export type RefundRow = typeof refunds.$inferSelect;
type PaymentRow = typeof payments.$inferSelect;

/** What a card service says of a refund, as it is stored. */
type Ending = { state: 'refunded' | 'refused'; at: string; reference: string | null; fault: string | null };

/**
 * The version of a payment that a proposal to refund it is about: grows with each refund that is ordered or answered, so that whatever
 * becomes of another refund makes the proposal lapse.
 */
export const versionOf = (of: readonly Pick<RefundRow, 'state'>[]): number =>
  of.length + of.filter(({ state }) => state !== 'ordered').length;

/** Refunds of card payments (table `refunds`). Only staff calls and jobs may use this store. */
export const createRefundStore = (db: Db) => ({
  payment: async (
    customerId: string,
    id: string,
    tx: Db = db,
  ): Promise<{ payment: PaymentRow; customer: Customer } | undefined> =>
    (
      await tx
        .select({ payment: payments, customer: customerColumns })
        .from(payments)
        .innerJoin(customers, eq(customers.id, payments.customerId))
        .where(and(eq(payments.customerId, customerId), eq(payments.id, id)))
    )[0],

  /** The refunds of a payment, newest first. */
  ofPayment: (customerId: string, paymentId: string, tx: Db = db): Promise<RefundRow[]> =>
    tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.customerId, customerId), eq(refunds.paymentId, paymentId)))
      .orderBy(desc(refunds.orderedAt), asc(refunds.id)),

  find: async (customerId: string, id: string, tx: Db = db): Promise<RefundRow | undefined> =>
    (
      await tx
        .select()
        .from(refunds)
        .where(and(eq(refunds.customerId, customerId), eq(refunds.id, id)))
    )[0],

  add: async (tx: Db, row: typeof refunds.$inferInsert): Promise<void> => {
    await tx.insert(refunds).values(row);
  },

  /** Stores the answer of the card service. @returns false when it was known already */
  end: async (tx: Db, { customerId, id }: RefundRow, ending: Ending): Promise<boolean> => {
    const { state, at, reference, fault } = ending;
    const ended = await tx
      .update(refunds)
      .set({ state, settledAt: at, reference, fault })
      .where(and(eq(refunds.customerId, customerId), eq(refunds.id, id), eq(refunds.state, 'ordered')))
      .returning({ id: refunds.id });
    return ended.length > 0;
  },

  /** Refunds without an answer that were ordered before an instant. */
  orderedBefore: (before: string): Promise<RefundRow[]> =>
    db
      .select()
      .from(refunds)
      .where(and(eq(refunds.state, 'ordered'), lt(refunds.orderedAt, before)))
      .orderBy(asc(refunds.orderedAt))
      .limit(500),

  /** The case of a payment. */
  caseOf: async (paymentId: string, tx: Db = db) =>
    (await tx.select().from(cases).where(isAbout('payment', paymentId)))[0],

  /** The proposal of a refund that waits in a case. */
  waitingIn: async (caseId: string, tx: Db = db): Promise<ApprovalRow | undefined> =>
    (
      await tx
        .select()
        .from(approvals)
        .where(
          and(
            eq(approvals.caseId, caseId),
            eq(approvals.act, 'payment.refund'),
            eq(approvals.state, 'waiting'),
          ),
        )
    )[0],

  /** The balance of a customer's account in whole ISK: positive for what they owe. */
  balance: async (customerId: string): Promise<number> =>
    (
      await db
        .select({ sum: sql<number>`coalesce(sum(${transactions.amount}), 0)::float8` })
        .from(transactions)
        .where(eq(transactions.customerId, customerId))
    )[0]?.sum ?? 0,
});
export type RefundStore = ReturnType<typeof createRefundStore>;
