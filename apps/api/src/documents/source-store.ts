import {
  type ClaimCoverRow,
  claimEvents,
  claimPayments,
  claims,
  type Db,
  instalments,
  memos,
  policies,
} from '@hofn/database';
import { isDecision, isStanding } from '@hofn/database/documents/facts-sql.ts';
import type { Language } from '@hofn/texts';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';

/** An instalment, as its invoice states it. */
export type InvoiceRow = Pick<
  typeof instalments.$inferSelect,
  'sequence' | 'sequenceOf' | 'dueDate' | 'finalDueDate' | 'amount' | 'method' | 'policyId'
>;

/** A claim with its last decision up to a day. */
export type DecisionRow = {
  number: string;
  title: string;
  dateOfLoss: string;
  place: string | null;
  lossAmount: number | null;
  compensation: number | null;
  status: string | null;
  note: string | null;
  name: string | null;
  /** Missing where an earlier release issued the letter. */
  deductible?: number | null;
  payments?: ReadonlyArray<{ title: string; amount: number; paidOn: string | null; account: string | null }>;
  /** ISK, by cover; missing or empty where the core does not say. */
  covers?: ReadonlyArray<Omit<ClaimCoverRow, 'title'> & { title: string }>;
  approvedBy?: string | null;
};

/** Rows that messages, and documents of earlier releases, are rendered from. */
export const createSourceStore = (db: Db) => ({
  invoice: async (subject: Customer, id: string): Promise<InvoiceRow | undefined> =>
    (
      await db
        .select({
          sequence: instalments.sequence,
          sequenceOf: instalments.sequenceOf,
          dueDate: instalments.dueDate,
          finalDueDate: instalments.finalDueDate,
          amount: instalments.amount,
          method: instalments.method,
          policyId: instalments.policyId,
        })
        .from(instalments)
        .where(and(eq(instalments.customerId, subject.id), eq(instalments.id, id)))
    )[0],

  decision: async (
    subject: Customer,
    language: Language,
    { claimId, day }: { claimId: string; day: string },
  ): Promise<DecisionRow | undefined> => {
    const [row] = await db
      .select({
        number: claims.number,
        title: pick(language, claims.titleIs, claims.titleEn),
        dateOfLoss: claims.dateOfLoss,
        place: claims.place,
        lossAmount: claims.lossAmount,
        compensation: claims.compensation,
        status: claimEvents.status,
        note: pick(language, claimEvents.noteIs, claimEvents.noteEn),
        name: claimEvents.name,
        deductible: policies.deductible,
      })
      .from(claims)
      .innerJoin(
        claimEvents,
        and(eq(claimEvents.customerId, claims.customerId), eq(claimEvents.claimId, claims.id)),
      )
      .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
      .where(
        and(
          eq(claims.customerId, subject.id),
          eq(claims.id, claimId),
          isDecision(),
          sql`(${claimEvents.at} at time zone 'UTC')::date <= ${day}::date`,
        ),
      )
      .orderBy(desc(claimEvents.sequence))
      .limit(1);
    if (!row) return undefined;
    const payments = await db
      .select({
        title: pick(language, claimPayments.titleIs, claimPayments.titleEn),
        amount: claimPayments.amount,
        paidOn: claimPayments.paidOn,
        account: claimPayments.account,
      })
      .from(claimPayments)
      .where(and(eq(claimPayments.customerId, subject.id), eq(claimPayments.claimId, claimId), isStanding))
      .orderBy(claimPayments.id);
    return { ...row, payments };
  },

  /** What the customer wrote, and when. */
  memo: async (subject: Customer, id: string): Promise<{ text: string; writtenAt: string } | undefined> =>
    (
      await db
        .select({ text: memos.text, writtenAt: memos.writtenAt })
        .from(memos)
        .where(and(eq(memos.customerId, subject.id), eq(memos.id, id)))
    )[0],
});
