import { type Db, approvals as rows } from '@hofn/database';
import { and, asc, desc, eq, gte, or } from 'drizzle-orm';
import type { ApprovalRow } from '../platform/approvals.ts';

/** What ends the waiting of a proposal. */
export type ApprovalEnd = Pick<ApprovalRow, 'decidedAt'> & {
  state: Exclude<ApprovalRow['state'], 'waiting'>;
} & Partial<Pick<ApprovalRow, 'decidedBy' | 'decidedByName' | 'note' | 'lapsedBecause'>>;

/** Most proposals in a list: those that wait are decided in days. */
const most = 200;

/** Proposals (table `approvals`). They are about customers: only staff calls may use this store. */
export const createApprovalStore = (db: Db) => ({
  find: async (id: string, tx: Db = db): Promise<ApprovalRow | undefined> =>
    (await tx.select().from(rows).where(eq(rows.id, id)))[0],
  /** All that wait, the oldest first. */
  waiting: (): Promise<ApprovalRow[]> =>
    db
      .select()
      .from(rows)
      .where(eq(rows.state, 'waiting'))
      .orderBy(asc(rows.proposedAt), asc(rows.id))
      .limit(most),
  /** An employee’s own that wait or were decided since an instant, the newest first. */
  own: (employeeId: string, since: string): Promise<ApprovalRow[]> =>
    db
      .select()
      .from(rows)
      .where(and(eq(rows.proposedBy, employeeId), or(eq(rows.state, 'waiting'), gte(rows.decidedAt, since))))
      .orderBy(desc(rows.proposedAt), asc(rows.id))
      .limit(most),
  /** Those about a work item, the newest first. */
  ofCase: (tx: Db, caseId: string): Promise<ApprovalRow[]> =>
    tx.select().from(rows).where(eq(rows.caseId, caseId)).orderBy(desc(rows.proposedAt), asc(rows.id)),
  lock: async (tx: Db, id: string): Promise<ApprovalRow | undefined> =>
    (await tx.select().from(rows).where(eq(rows.id, id)).for('update'))[0],
  /** Locks the one that waits about a work item and act, if there is one. */
  lockWaiting: async (tx: Db, caseId: string, act: string): Promise<ApprovalRow | undefined> =>
    (
      await tx
        .select()
        .from(rows)
        .where(and(eq(rows.caseId, caseId), eq(rows.act, act), eq(rows.state, 'waiting')))
        .for('update')
    )[0],
  add: async (tx: Db, row: typeof rows.$inferInsert): Promise<ApprovalRow> => {
    const [added] = await tx.insert(rows).values(row).returning();
    if (!added) throw new Error(`The proposal ${row.id} was not added`);
    return added;
  },
  /** Ends the waiting of one, once. @throws Error when it does not wait */
  decide: async (tx: Db, id: string, end: ApprovalEnd): Promise<void> => {
    const ended = await tx
      .update(rows)
      .set(end)
      .where(and(eq(rows.id, id), eq(rows.state, 'waiting')))
      .returning({ id: rows.id });
    if (ended.length !== 1) throw new Error(`The proposal ${id} does not wait`);
  },
});
export type ApprovalStore = ReturnType<typeof createApprovalStore>;
