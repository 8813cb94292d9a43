import { randomUUID } from 'node:crypto';
import type { CaseKind } from '@hofn/contracts';
import { cases, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import { addWorkingDays } from '@hofn/domain/working-days.ts';
import type { Language } from '@hofn/texts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { isAbout, matterColumns } from '../platform/work-items.ts';
import { reportChange } from './changes.ts';
import { addEvent } from './history.ts';

/** What a work item is opened about. */
export type NewWorkItem = {
  kind: CaseKind;
  /** Id in the table of its kind. */
  matterId: string;
  /** The customer who sent it, when they were signed in. */
  customerId?: string;
  /** The language it was written in. */
  language: Language;
  openedAt: Date;
  /** When an answer is due, where that differs from the rule for its kind. */
  dueAt?: Date;
  /** What its history says if it was closed before: by default that something came. */
  reopenedAs?: 'came' | 'reopened';
};

/** Deadlines that the receipts promise; of what nobody has sent, our own. */
const answerWithinWorkingDays: Record<CaseKind, number> = {
  inquiry: 1,
  form: 2,
  claim: 1,
  memo: 2,
  change: 2,
  privacy: 20,
  payment: 1,
  signing: 2,
  mail: 2,
  // Its receipt promises a day of its own.
  complaint: 15,
};

/** The same time of day, `count` working days later. */
export const addWorkingDaysTo = (from: Date, count: number): Date =>
  new Date(addWorkingDays(dayOf(from), count) + from.toISOString().slice(10));

/** When an answer to something of a kind is due. */
export const answerDueOn = (kind: CaseKind, openedAt: Date): Date =>
  addWorkingDaysTo(openedAt, answerWithinWorkingDays[kind]);

/**
 * Adds something we received to the staff work queue (rule STAFF-6), in the transaction that stores it. A work item that was
 * answered or closed is reopened with a new due date; one that waits is back in the open list (rule DESK-5), with a new due date
 * if it waited for the sender and nothing was late when the wait began; another open one is unchanged.
 * @returns the id of the work item
 */
export const openWorkItem = async (tx: Db, item: NewWorkItem): Promise<string> => {
  const { kind, matterId, customerId = null, language, openedAt } = item;
  const dueAt = (item.dueAt ?? answerDueOn(kind, openedAt)).toISOString();
  const at = openedAt.toISOString();
  const addArrival = async (id: string, as: 'came' | 'reopened' = 'came') => {
    await addEvent(tx, id, { kind: as, at });
  };
  const id = randomUUID();
  const [created] = await tx
    .insert(cases)
    .values({ id, ...matterColumns(kind, matterId), customerId, language, openedAt: at, dueAt })
    .onConflictDoNothing({ target: [cases.kind, cases.matterId] })
    .returning({ id: cases.id });
  if (created) {
    await addArrival(id);
    return id;
  }
  const same = isAbout(kind, matterId);
  const [reopened] = await tx
    .update(cases)
    .set({ state: 'open', dueAt, closedAt: null, version: sql`${cases.version} + 1` })
    .where(and(same, ne(cases.state, 'open')))
    .returning({ id: cases.id });
  if (reopened) {
    await addArrival(reopened.id, item.reopenedAs);
    return reopened.id;
  }
  const [returned] = await tx
    .update(cases)
    .set({
      dueAt: sql`case when ${cases.waitsFor} = 'customer' and ${cases.dueAt} >= ${cases.waitsSince} then ${dueAt}::timestamptz else ${cases.dueAt} end`,
      version: sql`${cases.version} + 1`,
    })
    .where(and(same, eq(cases.state, 'open'), eq(cases.waitsVersion, cases.version)))
    .returning({ id: cases.id });
  if (returned) {
    await addArrival(returned.id, item.reopenedAs);
    return returned.id;
  }
  const [open] = await tx.select({ id: cases.id }).from(cases).where(same);
  if (!open) throw new Error(`The work item of ${kind} ${matterId} was deleted while being opened`);
  // Its row does not change, but people who have the case open should see the addition.
  await reportChange(tx, open.id);
  return open.id;
};

/** Whether a work item is open and nobody has taken it. Locks it until the transaction ends, so that nobody does. */
export const isUntouched = async (tx: Db, kind: CaseKind, matterId: string): Promise<boolean> => {
  const [row] = await tx
    .select({ state: cases.state, assigneeId: cases.assigneeId })
    .from(cases)
    .where(isAbout(kind, matterId))
    .for('update');
  return row?.state === 'open' && row.assigneeId === null;
};

/** Closes the work items of things finished, in the transaction that finishes them, where any are open. */
export const closeWorkItems = async (
  tx: Db,
  kind: CaseKind,
  matterIds: readonly string[],
  at: Date,
): Promise<void> => {
  if (matterIds.length === 0) return;
  const closed = await tx
    .update(cases)
    .set({ state: 'closed', closedAt: at.toISOString(), version: sql`${cases.version} + 1` })
    .where(and(isAbout(kind, matterIds), ne(cases.state, 'closed')))
    .returning({ id: cases.id });
  for (const { id } of closed) await addEvent(tx, id, { kind: 'closed', at: at.toISOString() });
};

/** Closes the work item of something finished, in the transaction that finishes it. Does nothing when none is open. */
export const closeWorkItem = (tx: Db, kind: CaseKind, matterId: string, at: Date): Promise<void> =>
  closeWorkItems(tx, kind, [matterId], at);

/** Records the customer of a work item once they are known. */
export const assignCustomer = async (
  tx: Db,
  kind: CaseKind,
  matterId: string,
  customerId: string,
): Promise<void> => {
  await tx
    .update(cases)
    .set({ customerId, version: sql`${cases.version} + 1` })
    .where(isAbout(kind, matterId));
};
