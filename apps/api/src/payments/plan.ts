import { randomUUID } from 'node:crypto';
import { customers, type Db, instalments, invoiceNoticeDays, policies } from '@hofn/database';
import { addDays, addMonths, isCurrent, roundIsk, splitIsk } from '@hofn/domain';
import { and, asc, eq, gt, gte, isNull, or } from 'drizzle-orm';
import { isUnpaidBy } from './unpaid.ts';

const daysToPay = 14;

type PolicyKey = { customerId: string; policyId: string };

/** Adds a policy's instalments for its first year: monthly from its first day, by the customer's payment method. */
export const planInstalments = async (
  tx: Db,
  { customerId, policyId }: PolicyKey,
  plan: { premium: number; count: number; from: string; today: string },
): Promise<void> => {
  const { premium, count, from, today } = plan;
  const [customer] = await tx
    .select({ method: customers.paymentMethod })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!customer || premium <= 0) return;
  await tx.insert(instalments).values(
    splitIsk(premium, Array<number>(count).fill(1)).map((amount, index) => {
      const day = addMonths(from, index);
      // Cover that began before the decision is not due in the past.
      const [, dueDate = day] = [day, today].toSorted();
      return {
        customerId,
        id: randomUUID(),
        policyId,
        sequence: index + 1,
        sequenceOf: count,
        dueDate,
        finalDueDate: addDays(dueDate, daysToPay),
        amount,
        method: customer.method ?? 'claim',
      };
    }),
  );
};

/**
 * Changes the instalments that have not been invoiced when a policy's premium changes or, with `becomes` zero, the policy
 * ends: its own in full, those for all policies of the customer by the policy's share. Called before the policy changes.
 */
export const repriceInstalments = async (
  tx: Db,
  { customerId, policyId }: PolicyKey,
  change: { was: number; becomes: number; from: string; today: string; now: Date },
): Promise<void> => {
  const { was, becomes, from, today, now } = change;
  if (was <= 0 || was === becomes) return;
  const held = await tx.select().from(policies).where(eq(policies.customerId, customerId));
  const total = held
    .filter((policy) => isCurrent(policy, today))
    .reduce((sum, policy) => sum + policy.premiumPerYear, 0);
  const rows = await tx
    .select()
    .from(instalments)
    .where(
      and(
        isUnpaidBy(customerId),
        or(eq(instalments.policyId, policyId), isNull(instalments.policyId)),
        gte(instalments.dueDate, from),
        gt(instalments.dueDate, addDays(today, invoiceNoticeDays)),
      ),
    )
    .orderBy(asc(instalments.dueDate))
    .for('update');
  for (const { id, amount, policyId: own } of rows) {
    const share = own === null ? Math.min(1, was / Math.max(total, was)) : 1;
    const changed = Math.max(0, amount + roundIsk(amount * share * (becomes / was - 1)));
    await tx
      .update(instalments)
      .set(changed > 0 ? { amount: changed } : { cancelledAt: now.toISOString() })
      .where(and(eq(instalments.customerId, customerId), eq(instalments.id, id)));
  }
};
