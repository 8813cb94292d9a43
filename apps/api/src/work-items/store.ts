import { cases, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import type { WorkItemRow } from '../platform/work-items.ts';
import { historyOf } from './history.ts';
import { workItemLines } from './lines-query.ts';
import { mayOpen } from './may-open.ts';

/** What an act changes in a work item, besides its version. */
export type WorkItemChange = Partial<
  Pick<
    WorkItemRow,
    | 'state'
    | 'assigneeId'
    | 'assigneeName'
    | 'closedAt'
    | 'dueAt'
    | 'waitsFor'
    | 'waitsSince'
    | 'waitsUntil'
    | 'waitsVersion'
  >
>;

/** Single work items (table `cases`). They are about everyone who wrote to us: only staff calls may use this store. */
export const createWorkItemStore = (db: Db) => ({
  /** A work item that the employee may open. */
  find: async (employee: StaffMember, id: string, language: Language, tx: Db = db) =>
    (await workItemLines(tx, language).where(and(eq(cases.id, id), mayOpen(employee))))[0],
  /** Any work item, for e-mails about it: no employee reads it. */
  findForMail: async (id: string, language: Language) =>
    (await workItemLines(db, language).where(eq(cases.id, id)))[0],
  /** Locks a work item until the transaction ends. */
  lockForUpdate: async (tx: Db, id: string): Promise<WorkItemRow | undefined> =>
    (await tx.select().from(cases).where(eq(cases.id, id)).for('update'))[0],
  /** Changes a work item that the caller has locked. */
  change: async (tx: Db, id: string, to: WorkItemChange): Promise<void> => {
    await tx
      .update(cases)
      .set({ ...to, version: sql`${cases.version} + 1` })
      .where(eq(cases.id, id));
  },
  events: (id: string, tx: Db = db) => historyOf(tx, id),
});
export type WorkItemStore = ReturnType<typeof createWorkItemStore>;
