// What a card payment has charged for an instalment stays exact, whatever the instalment says afterwards (rule PAY-16).
import { hash } from 'node:crypto';
import { type Db, instalments, putRows, transactions } from '@hofn/database';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { textsIn } from '../platform/texts.ts';
import { type BookedText, bookEntries } from './ledger.ts';
import { totalOf } from './payments.ts';

/** An instalment as it is stored. */
export type StoredInstalment = typeof instalments.$inferSelect;

type Parts = Pick<StoredInstalment, 'amount' | 'penaltyInterest' | 'fees'>;

const both = (text: (language: Language) => string): BookedText => ({ is: text('is'), en: text('en') });

/** Id of the premium entry that a payment books for an instalment; two full ids would exceed the length of an id. */
export const premiumEntryId = (paymentId: string, instalmentId: string): string =>
  `premium-${paymentId}-${hash('sha256', instalmentId).slice(0, 16)}`;

/** Splits an instalment into what was charged, fees and interest first, and what is left to pay. */
const splitAt = (charged: number, { amount, penaltyInterest, fees }: Parts): { paid: Parts; rest: Parts } => {
  const paidFees = Math.min(fees, charged);
  const paidInterest = Math.min(penaltyInterest, charged - paidFees);
  const paid = {
    amount: charged - paidFees - paidInterest,
    penaltyInterest: paidInterest,
    fees: paidFees,
  };
  return {
    paid,
    rest: {
      amount: amount - paid.amount,
      penaltyInterest: penaltyInterest - paidInterest,
      fees: fees - paidFees,
    },
  };
};

const restIdOf = (id: string): string =>
  hash('sha256', `rest\n${id}`, 'base64url').replaceAll(/[-_]/g, '').slice(0, 24);

/** The part of an instalment that a payment has paid; all of it where an earlier release began the payment. */
export const paidPartOf = (row: StoredInstalment): number =>
  row.cancelledAt === null ? Math.min(totalOf(row), row.chargedAmount ?? totalOf(row)) : 0;

const byId = ({ customerId }: Pick<StoredInstalment, 'customerId'>, id: string) =>
  and(eq(instalments.customerId, customerId), eq(instalments.id, id));

/** Corrects the premium that a payment has booked for an instalment which has since changed or been cancelled. */
const correctPremium = async (tx: Db, row: StoredInstalment, on: string): Promise<void> => {
  const entryId = premiumEntryId(row.paymentId ?? '', row.id);
  const [booked] = await tx
    .select({
      entries: sql<number>`count(*)::int`,
      sum: sql<number>`coalesce(sum(${transactions.amount}), 0)::int`,
    })
    .from(transactions)
    .where(
      and(eq(transactions.customerId, row.customerId), sql`starts_with(${transactions.id}, ${entryId})`),
    );
  // The core system has booked it itself, or it was due and so booked before.
  if (!booked || booked.entries === 0) return;
  const amount = paidPartOf(row) - booked.sum;
  if (amount === 0) return;
  const { sequence: n, sequenceOf: total, policyId } = row;
  await bookEntries(tx, { id: row.customerId }, on, [
    {
      id: `${entryId}.${booked.entries}`,
      type: 'premium',
      amount,
      policyId,
      text: both((language) => textsIn(language)('payment|bookedCorrection', { n, total })),
    },
  ]);
};

/** Stores what is left of a paid instalment as one of its own, which is due like the first. @returns it */
const putRest = async (tx: Db, row: StoredInstalment, parts: Parts): Promise<StoredInstalment> => {
  const { customerId, policyId, sequence, sequenceOf, dueDate, finalDueDate, method, lapsesOn } = row;
  const id = restIdOf(row.id);
  await putRows(
    tx,
    instalments,
    [
      {
        ...{ customerId, id, policyId, sequence, sequenceOf, dueDate, finalDueDate, method, lapsesOn },
        ...parts,
        restOf: row.restOf ?? row.id,
        cancelledAt: null,
      },
    ],
    { key: ['customerId', 'id'] },
  );
  const [rest] = await tx.select().from(instalments).where(byId(row, id));
  if (!rest) throw new Error(`The rest of instalment ${row.id} was not stored`);
  return rest;
};

/**
 * Makes a paid instalment say what its payment has charged for it: what it costs beyond that stays due, as an instalment of
 * its own; what was charged beyond that is a credit of the account. Called whenever the payment ends or the instalment
 * changes, with the customer's row locked.
 * @param isPaidAtSource whether the core system says that all of it is paid
 */
export const keepCharged = async (
  tx: Db,
  row: StoredInstalment,
  { isPaidAtSource = false, now }: { isPaidAtSource?: boolean; now: Date },
): Promise<void> => {
  const { chargedAmount } = row;
  if (chargedAmount === null || row.paidAt === null) return;
  await correctPremium(tx, row, dayOfInstant(now));
  const isShort = row.cancelledAt === null && !isPaidAtSource && totalOf(row) > chargedAmount;
  if (!isShort) {
    const [rest] = await tx
      .update(instalments)
      .set({ cancelledAt: now.toISOString() })
      .where(and(byId(row, restIdOf(row.id)), isNull(instalments.cancelledAt)))
      .returning();
    if (rest) await keepCharged(tx, rest, { now });
    return;
  }
  const { paid, rest } = splitAt(chargedAmount, row);
  await tx.update(instalments).set(paid).where(byId(row, row.id));
  await keepCharged(tx, await putRest(tx, row, rest), { now });
};

/** Marks an instalment as paid by its payment. One that was paid otherwise meanwhile keeps its day: the payment is a credit. */
export const markPaid = async (tx: Db, row: StoredInstalment, at: Date): Promise<void> => {
  const [paid] = await tx
    .update(instalments)
    .set({
      paidAt: row.paidAt ?? at.toISOString(),
      refusedAt: null,
      chargedAmount: row.chargedAmount ?? totalOf(row),
    })
    .where(byId(row, row.id))
    .returning();
  if (paid) await keepCharged(tx, paid, { isPaidAtSource: row.paidAt !== null, now: at });
};
