import type { CaseKind, CaseState, FeedbackKind, RequestKind } from '@hofn/contracts';
import { cases, chats, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, count, desc, eq, isNull, not, or, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { anyOf } from '../platform/sql.ts';
import { isOfKind } from '../platform/work-items.ts';
import { lineColumns, type Position, workItemLines } from './lines-query.ts';
import { mayOpen } from './may-open.ts';
import { isFoundBy, type Term } from './search-text.ts';

export type WorkItemSort = 'due' | 'oldest' | 'newest';
export type WorkItemFilter = {
  /** Assigned to this employee, to nobody, or to anyone. */
  whose: { employee: string } | 'unassigned' | 'all';
  kind: CaseKind | undefined;
  /** Of requests, what is asked for. */
  request: RequestKind | undefined;
  state: CaseState | 'all';
  /** Of the form for complaints, which of its kinds. */
  feedback: FeedbackKind | undefined;
  search: Term | undefined;
};

const matchesFilter = (
  db: Db,
  language: Language,
  employee: StaffMember,
  { whose, kind, request: asked, feedback, state, search }: WorkItemFilter,
) => {
  const columns = lineColumns(language);
  return and(
    mayOpen(employee),
    whose === 'all'
      ? undefined
      : whose === 'unassigned'
        ? isNull(cases.assigneeId)
        : eq(cases.assigneeId, whose.employee),
    kind && isOfKind(kind),
    asked && sql`${columns.request} = ${asked}`,
    feedback && sql`${columns.feedback} = ${feedback}`,
    state === 'all' ? undefined : eq(cases.state, state),
    search && isFoundBy(db, language, search),
  );
};
const orders: Record<WorkItemSort, { by: typeof cases.dueAt | typeof cases.openedAt; newest: boolean }> = {
  due: { by: cases.dueAt, newest: false },
  oldest: { by: cases.openedAt, newest: false },
  newest: { by: cases.openedAt, newest: true },
};

/** The staff work queue: filtered, sorted and counted. Only staff calls may use it. */
export const createQueueStore = (db: Db) => ({
  /** A page of work items that the employee may open, after a position. */
  list: (
    language: Language,
    employee: StaffMember,
    filter: WorkItemFilter,
    { sort, after, limit }: { sort: WorkItemSort; after: Position | null; limit: number },
  ) => {
    const { by, newest } = orders[sort];
    const place = after && sql`(${after[0]}::timestamptz, ${after[1]})`;
    const beyond =
      place && (newest ? sql`(${by}, ${cases.id}) < ${place}` : sql`(${by}, ${cases.id}) > ${place}`);
    return workItemLines(db, language)
      .where(and(matchesFilter(db, language, employee, filter), beyond ?? undefined))
      .orderBy(...(newest ? [desc(by), desc(cases.id)] : [asc(by), asc(cases.id)]))
      .limit(limit);
  },
  /** Totals of what the employee may open: what the filter matches, open and assigned to them, open and unassigned. */
  counts: async (language: Language, employee: StaffMember, filter: WorkItemFilter) => {
    const [all] = await db.select({ total: count() }).from(
      workItemLines(db, language)
        .where(matchesFilter(db, language, employee, filter))
        .as('matching'),
    );
    const openLines = workItemLines(db, language)
      .where(and(eq(cases.state, 'open'), mayOpen(employee)))
      .as('open_lines');
    const { assigneeId } = openLines.row;
    const [open] = await db
      .select({
        mine: sql<number>`(count(*) filter (where ${assigneeId} = ${employee.id}))::int`,
        unassigned: sql<number>`(count(*) filter (where ${assigneeId} is null))::int`,
      })
      .from(openLines);
    return { total: all?.total ?? 0, mine: open?.mine ?? 0, unassigned: open?.unassigned ?? 0 };
  },
  /** Chats that no agent has answered yet, and that the employee may. */
  chatsWaiting: ({ conflicts }: StaffMember) =>
    db.$count(
      chats,
      and(
        eq(chats.state, 'waiting'),
        or(isNull(chats.customerId), not(anyOf(chats.customerId, conflicts.customers))),
      ),
    ),
});
export type QueueStore = ReturnType<typeof createQueueStore>;
