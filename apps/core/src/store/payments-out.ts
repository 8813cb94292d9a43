import { hash } from 'node:crypto';
import type { ClaimPaymentToMake } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { insurancePaymentsOut } from '@hofn/database/schema/insurance.ts';
import type { PayoutState } from '@hofn/insurance/claim-amounts.ts';
import { and, count, eq, inArray, sql } from 'drizzle-orm';

/** A payment of a claim by the bank. */
export type Payout = Omit<typeof insurancePaymentsOut.$inferSelect, 'state'> & { state: PayoutState };

/** The key under which the bank is asked for a payment: always the same for it, and no other's. */
export const bankKeyOf = ({
  customer,
  claim,
  payment,
}: Pick<Payout, 'customer' | 'claim' | 'payment'>): string =>
  hash('sha256', JSON.stringify([customer, claim, payment])).slice(0, 40);

/** Adds payments that have been approved, which the bank is asked for from now on. @param at instant */
export const addPayouts = async (
  tx: Db,
  { customer, claim, at }: { customer: string; claim: string; at: string },
  payments: readonly ClaimPaymentToMake[],
): Promise<void> => {
  await tx.insert(insurancePaymentsOut).values(
    payments.map(({ id: payment, amount, recipient, recipientSsn, account }) => ({
      ...{ customer, claim, payment, amount, recipient, recipientSsn, account },
      ...{ key: bankKeyOf({ customer, claim, payment }), state: 'approved', approvedAt: at, askAt: at },
    })),
  );
};

/** Ids of a customer's payments that the core orders from the bank, by the key of their claim. */
export const payoutsOf = async (
  db: Db,
  customer: string,
): Promise<(claim: string) => ReadonlySet<string>> => {
  const { claim, payment } = insurancePaymentsOut;
  const rows = await db
    .select({ claim, payment })
    .from(insurancePaymentsOut)
    .where(eq(insurancePaymentsOut.customer, customer));
  const byClaim = Map.groupBy(rows, (row) => row.claim);
  return (of) => new Set(byClaim.get(of)?.map((row) => row.payment));
};

/** Seconds until an answer that is not known is asked for again, and at most. */
const [firstWait, longestWait] = [30, 900];
/** A payment that was made is asked about once a day: it may come back. */
const dayWait = 86_400;

/**
 * Takes payments that the bank is to be asked about now, and puts each off for longer than an answer takes: no other replica takes
 * them meanwhile, and what a killed one had taken is taken again.
 * @param now instant
 */
export const takePayouts = async (db: Db, now: string, limit: number): Promise<Payout[]> => {
  const { key, state, tries, askAt } = insurancePaymentsOut;
  const due = db
    .select({ key })
    .from(insurancePaymentsOut)
    .where(sql`${askAt} <= ${now}::timestamptz`)
    .orderBy(askAt)
    .limit(limit)
    .for('update', { skipLocked: true });
  const wait = sql`case when ${state} = 'paid' then ${dayWait}
    else least(${longestWait}, ${firstWait} * power(2, least(${tries}, 5))) end`;
  const rows = await db
    .update(insurancePaymentsOut)
    .set({ tries: sql`${tries} + 1`, askAt: sql`${now}::timestamptz + make_interval(secs => ${wait})` })
    .where(inArray(key, due))
    .returning();
  return rows as Payout[];
};

/** A payment as it is stored; undefined for an unknown key. */
export const findPayout = async (db: Db, key: string): Promise<Payout | undefined> => {
  const [row] = await db.select().from(insurancePaymentsOut).where(eq(insurancePaymentsOut.key, key));
  return row as Payout | undefined;
};

/** Notes what has become of a payment. */
export const notePayout = (
  tx: Db,
  key: string,
  change: Partial<Pick<Payout, 'state' | 'orderedAt' | 'paidOn' | 'fault' | 'askAt'>>,
): Promise<unknown> => tx.update(insurancePaymentsOut).set(change).where(eq(insurancePaymentsOut.key, key));

/** How many payments the bank has not made: approved or ordered. */
export const countUnpaid = async (db: Db): Promise<number> => {
  const { state } = insurancePaymentsOut;
  const [row] = await db
    .select({ unpaid: count() })
    .from(insurancePaymentsOut)
    .where(and(inArray(state, ['approved', 'ordered'])));
  return row?.unpaid ?? 0;
};
