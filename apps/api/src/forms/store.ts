import {
  cases,
  customers,
  type Db,
  preventionSubscribers,
  submissionNumbers,
  submissions,
  uploads,
} from '@hofn/database';
import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm';
import { submissionTarget } from '../platform/uploads/uploads.ts';

export type SubmissionRow = typeof submissions.$inferSelect;

const batchSize = 500;

/**
 * Forms that visitors sent. They belong to nobody, so queries name the submission instead of a subject; no call lets a
 * visitor read one.
 */
export const createSubmissionStore = (db: Db) => ({
  /** The next reference of a year: `F-2026-100001`. */
  nextReference: async (tx: Db, year: string): Promise<string> => {
    const sequence = sql.raw(submissionNumbers.seqName ?? 'submission_numbers');
    const [row] = await tx
      .select({ next: sql<string>`nextval('${sequence}')` })
      .from(sql`(values (1)) as once`);
    return `F-${year}-${row?.next ?? ''}`;
  },
  /** @returns false when it was sent before and may be sent only once: see the column `once` */
  add: async (tx: Db, row: typeof submissions.$inferInsert): Promise<boolean> =>
    (
      await tx
        .insert(submissions)
        .values(row)
        .onConflictDoNothing({ target: submissions.once })
        .returning({ id: submissions.id })
    ).length > 0,
  /** Whether one that may be sent only once is stored: see the column `once`. */
  isStored: async (tx: Db, once: string): Promise<boolean> =>
    (await tx.$count(submissions, eq(submissions.once, once))) > 0,
  setFields: async (tx: Db, id: string, fields: SubmissionRow['fields']): Promise<void> => {
    await tx.update(submissions).set({ fields }).where(eq(submissions.id, id));
  },
  find: async (id: string): Promise<SubmissionRow | undefined> =>
    (await db.select().from(submissions).where(eq(submissions.id, id)))[0],
  /**
   * A submission whose receipt has not been sent, with the address for it, and whether that is the one on file of the
   * customer who was signed in.
   */
  unanswered: async (
    id: string,
  ): Promise<(SubmissionRow & { email: string; isOnFile: boolean }) | undefined> => {
    const [found] = await db
      .select({ row: submissions, onFile: customers.email })
      .from(submissions)
      .leftJoin(cases, and(eq(cases.kind, 'inquiry'), eq(cases.matterId, submissions.id)))
      .leftJoin(customers, eq(customers.id, cases.customerId))
      .where(and(eq(submissions.id, id), isNull(submissions.receiptSentAt), isNotNull(submissions.email)));
    if (!found?.row.email) return undefined;
    const { row, onFile } = found;
    const email = found.row.email;
    return { ...row, email, isOnFile: onFile?.toLowerCase() === email.toLowerCase() };
  },
  /** Number of its files, except refused ones. */
  documents: (id: string): Promise<number> =>
    db.$count(
      uploads,
      and(eq(uploads.holder, submissionTarget), eq(uploads.ownerId, id), ne(uploads.state, 'refused')),
    ),
  /** Records what has been done about it. */
  note: async (
    id: string,
    done: Partial<Pick<SubmissionRow, 'receiptSentAt' | 'handedOverAt' | 'confirmation'>>,
  ): Promise<void> => {
    await db.update(submissions).set(done).where(eq(submissions.id, id));
  },
  /** Confirms the submission with this secret; undefined when there is none, or it has expired. */
  confirm: async (tx: Db, confirmation: string, now: Date): Promise<SubmissionRow | undefined> =>
    (
      await tx
        .update(submissions)
        .set({ state: 'closed' })
        .where(and(eq(submissions.confirmation, confirmation), gt(submissions.forgetAt, now.toISOString())))
        .returning()
    )[0],
  /** A second subscription replaces the first. */
  subscribe: async (tx: Db, row: typeof preventionSubscribers.$inferInsert): Promise<void> => {
    await tx
      .insert(preventionSubscribers)
      .values(row)
      .onConflictDoUpdate({ target: preventionSubscribers.email, set: row });
  },
  /** Ends a subscription, and invalidates links that would start it again. @param email in lower case */
  unsubscribe: async (tx: Db, email: string): Promise<void> => {
    // First, so that it waits for a confirmation under way and then ends the subscription that it started.
    await tx
      .update(submissions)
      .set({ confirmation: null, state: 'closed' })
      .where(and(isNotNull(submissions.confirmation), eq(sql`lower(${submissions.email})`, email)));
    await tx.delete(preventionSubscribers).where(eq(preventionSubscribers.email, email));
  },
  /** Deletes expired submissions, with their files and work items. */
  forget: async (now: Date): Promise<void> => {
    const expired = db
      .select({ id: submissions.id })
      .from(submissions)
      .where(lte(submissions.forgetAt, now.toISOString()))
      .limit(batchSize);
    for (let deleted = batchSize; deleted === batchSize; ) {
      deleted = await db.transaction(async (tx) => {
        const rows = await tx
          .delete(submissions)
          .where(inArray(submissions.id, expired))
          .returning({ id: submissions.id });
        const ids = rows.map(({ id }) => id);
        if (ids.length > 0) {
          await tx
            .delete(uploads)
            .where(and(eq(uploads.holder, submissionTarget), inArray(uploads.ownerId, ids)));
          await tx
            .delete(cases)
            .where(and(inArray(cases.kind, ['inquiry', 'form']), inArray(cases.matterId, ids)));
        }
        return ids.length;
      });
    }
  },
});
