import { type Db, instalments, type payments } from '@hofn/database';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { StoredInstalment } from './charged.ts';

/** Marks instalments as being paid by a payment. */
export const reserveInstalments = async (
  tx: Db,
  payment: Pick<typeof payments.$inferInsert, 'customerId' | 'id'>,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .update(instalments)
    .set({
      paymentId: payment.id,
      chargedAmount: sql`${instalments.amount} + ${instalments.penaltyInterest} + ${instalments.fees}`,
    })
    .where(and(eq(instalments.customerId, payment.customerId), inArray(instalments.id, [...ids])));
};

/** Instalments of a policy that nobody has paid, or is paying. */
export const unpaidOfPolicy = (
  tx: Db,
  subject: { id: string },
  policyId: string,
): Promise<StoredInstalment[]> =>
  tx
    .select()
    .from(instalments)
    .where(
      and(
        eq(instalments.customerId, subject.id),
        eq(instalments.policyId, policyId),
        isNull(instalments.paidAt),
        isNull(instalments.paymentId),
        isNull(instalments.cancelledAt),
      ),
    );
