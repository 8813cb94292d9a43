import { caseAnswers, cases, customers, type Db } from '@hofn/database';
import { and, asc, eq, isNull } from 'drizzle-orm';

export type WorkItemAnswerRow = typeof caseAnswers.$inferSelect;

/** Employees' answers to the senders of work items, and their delivery by e-mail. */
export const createAnswerStore = (db: Db) => ({
  list: (id: string, tx: Db = db): Promise<WorkItemAnswerRow[]> =>
    tx
      .select()
      .from(caseAnswers)
      .where(eq(caseAnswers.caseId, id))
      .orderBy(asc(caseAnswers.writtenAt), asc(caseAnswers.id)),
  add: async (tx: Db, row: typeof caseAnswers.$inferInsert): Promise<void> => {
    await tx.insert(caseAnswers).values(row);
  },
  /** An answer that has not been sent or given up, with its work item and customer. */
  unsent: async (caseId: string, id: string) => {
    const [row] = await db
      .select({ answer: caseAnswers, row: cases, kind: customers.kind, fullName: customers.fullName })
      .from(caseAnswers)
      .innerJoin(cases, eq(cases.id, caseAnswers.caseId))
      .leftJoin(customers, eq(customers.id, cases.customerId))
      .where(
        and(
          eq(caseAnswers.caseId, caseId),
          eq(caseAnswers.id, id),
          isNull(caseAnswers.sentAt),
          isNull(caseAnswers.failedAt),
        ),
      );
    return row;
  },
  /** Records that an answer's e-mail was sent, or given up. */
  recordDelivery: async (
    caseId: string,
    id: string,
    outcome: { sentAt: string } | { failedAt: string; fault: string },
    tx: Db = db,
  ): Promise<void> => {
    await tx
      .update(caseAnswers)
      .set(outcome)
      .where(and(eq(caseAnswers.caseId, caseId), eq(caseAnswers.id, id)));
  },
});
export type AnswerStore = ReturnType<typeof createAnswerStore>;
