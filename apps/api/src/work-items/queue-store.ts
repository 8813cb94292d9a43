import type { CaseKind, FeedbackKind, QueueState, RequestKind } from '@hofn/contracts';
import { cases, chats, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, asc, count, desc, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { anyOf } from '../platform/sql.ts';
import { isOfKind } from '../platform/work-items.ts';
import { lineColumns, workItemLines } from './lines-query.ts';
import { mayOpen } from './may-open.ts';
import { hasUnseenMention, unseenMentionsOf } from './notes.ts';
import { isFoundBy, type Term } from './search-text.ts';
import { hasReturned } from './waiting.ts';
import {
  isEverybodys,
  isInState,
  isMine,
  isOf,
  isOpenOn,
  isOverdue,
  type Moment,
  type Whose,
} from './whose.ts';

export type WorkItemSort = 'due' | 'oldest' | 'newest';
export type WorkItemFilter = {
  whose: Whose;
  kind: CaseKind | undefined;
  /** Of requests, what is asked for. */
  request: RequestKind | undefined;
  state: QueueState;
  /** Of the form for complaints, which of its kinds. */
  feedback: FeedbackKind | undefined;
  search: Term | undefined;
};

/** The condition for the work items that a filter finds and the employee may open. */
export const matchesFilter = (
  db: Db,
  language: Language,
  employee: StaffMember,
  { whose, kind, request: asked, feedback, state, search }: WorkItemFilter,
  moment: Moment,
) => {
  const columns = lineColumns(language);
  return and(
    mayOpen(employee),
    isOf(whose, moment),
    kind && isOfKind(kind),
    asked && sql`${columns.request} = ${asked}`,
    feedback && sql`${columns.feedback} = ${feedback}`,
    isInState(state, whose, moment),
    search && isFoundBy(db, language, search),
  );
};
const orders: Record<WorkItemSort, { by: typeof cases.dueAt | typeof cases.openedAt; newest: boolean }> = {
  due: { by: cases.dueAt, newest: false },
  oldest: { by: cases.openedAt, newest: false },
  newest: { by: cases.openedAt, newest: true },
};

/** Position of a work item in the order of the queue: what has returned is before the rest. */
export type QueuePosition = [rank: number, at: string, id: string];

/** Whether what has waited until today comes first: at the top of its owner's list. */
export const putsReturnedFirst = (sort: WorkItemSort, { whose, state }: WorkItemFilter): boolean =>
  sort === 'due' && state === 'open' && typeof whose === 'object' && 'employee' in whose;

/** The staff work queue: filtered, sorted and counted. Only staff calls may use it. */
export const createQueueStore = (db: Db) => ({
  /** A page of work items that the employee may open, after a position. */
  list: (
    language: Language,
    employee: StaffMember,
    filter: WorkItemFilter,
    {
      sort,
      after,
      limit,
      moment,
    }: { sort: WorkItemSort; after: QueuePosition | null; limit: number; moment: Moment },
  ) => {
    const { by, newest } = orders[sort];
    const rank: SQL[] = putsReturnedFirst(sort, filter)
      ? [sql`(case when ${hasReturned(dayOf(moment.now))} then 0 else 1 end)`]
      : [];
    const place = after && [
      ...(rank.length > 0 ? [sql`${after[0]}::int`] : []),
      sql`${after[1]}::timestamptz`,
      sql`${after[2]}`,
    ];
    const beyond =
      place &&
      sql`(${sql.join([...rank, sql`${by}`, sql`${cases.id}`], sql`, `)}) ${newest ? sql`<` : sql`>`} (${sql.join(place, sql`, `)})`;
    return workItemLines(db, language)
      .where(and(matchesFilter(db, language, employee, filter, moment), beyond ?? undefined))
      .orderBy(...rank, ...(newest ? [desc(by), desc(cases.id)] : [asc(by), asc(cases.id)]))
      .limit(limit);
  },
  /** How many work items the filter finds that the employee may open. */
  total: async (
    language: Language,
    employee: StaffMember,
    filter: WorkItemFilter,
    moment: Moment,
  ): Promise<number> => {
    const [all] = await db.select({ total: count() }).from(
      workItemLines(db, language)
        .where(matchesFilter(db, language, employee, filter, moment))
        .as('matching'),
    );
    return all?.total ?? 0;
  },
  /**
   * Totals of what the employee may open: of what can be worked on today, theirs and everybody's; where an unread note mentions
   * them; and what is overdue.
   */
  countsOf: async (employee: StaffMember, language: Language, moment: Moment) => {
    const isOpen = isOpenOn(dayOf(moment.now));
    const mentions = unseenMentionsOf(db, employee.id);
    const lines = workItemLines(db, language, {
      isMine: sql<boolean>`${isOpen} and ${isMine(employee.id, moment)}`.as('is_mine'),
      isEverybodys: sql<boolean>`${isOpen} and ${isEverybodys(moment)}`.as('is_everybodys'),
      isMentioned: sql<boolean>`${hasUnseenMention(employee.id)}`.as('is_mentioned'),
      isOverdue: sql<boolean>`${isOverdue(moment)}`.as('is_overdue'),
    })
      // An array and no `exists`: both sides have an index, and closed cases are not read.
      .where(and(or(eq(cases.state, 'open'), sql`${cases.id} = any(array(${mentions}))`), mayOpen(employee)))
      .as('lines');
    const countOf = (column: SQL.Aliased<boolean>) => sql<number>`(count(*) filter (where ${column}))::int`;
    const [counted] = await db
      .select({
        mine: countOf(lines.isMine),
        unassigned: countOf(lines.isEverybodys),
        mentioned: countOf(lines.isMentioned),
        overdue: countOf(lines.isOverdue),
      })
      .from(lines);
    const { mine = 0, unassigned = 0, mentioned = 0, overdue = 0 } = counted ?? {};
    return {
      ...{ mine, unassigned, mentioned },
      ...(employee.roles.includes('supervisor') && { overdue }),
    };
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
