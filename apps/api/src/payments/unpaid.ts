import { instalments } from '@hofn/database';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** What an unpaid instalment costs, and how and when it is paid. */
export const unpaidColumns = {
  dueDate: instalments.dueDate,
  finalDueDate: instalments.finalDueDate,
  amount: instalments.amount,
  penaltyInterest: instalments.penaltyInterest,
  fees: instalments.fees,
  method: instalments.method,
  refused: sql<boolean>`${instalments.refusedAt} is not null`,
};

/** Condition for instalments of a customer that are neither paid, nor cancelled, nor being paid. */
export const isUnpaidBy = (customerId: string | PgColumn): SQL | undefined =>
  and(
    eq(instalments.customerId, customerId),
    isNull(instalments.paidAt),
    isNull(instalments.cancelledAt),
    isNull(instalments.paymentId),
  );
