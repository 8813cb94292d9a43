import { type CaseKind, type CaseState, type RequestKind, requestKinds } from '@hofn/contracts';
import { cases, chats, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { folded } from '../platform/sql.ts';
import { textsIn } from '../platform/texts.ts';
import { lineColumns, type Position, workItemLines } from './lines-query.ts';

export type WorkItemSort = 'due' | 'oldest' | 'newest';
export type WorkItemFilter = {
  /** Assigned to this employee, to nobody, or to anyone. */
  whose: { employee: string } | 'unassigned' | 'all';
  kind: CaseKind | undefined;
  /** Of requests, what is asked for. */
  request: RequestKind | undefined;
  state: CaseState | 'all';
  /** Normalised by `foldForSearch`. */
  search: string | undefined;
};

/** What is asked for, in the words of the line. */
const kindName = (language: Language, request: SQL): SQL => {
  const t = textsIn(language);
  const names = requestKinds.map((kind) => sql`when ${kind} then ${t(`requestCase|kind.${kind}`)}`);
  return sql`case ${request} ${sql.join(names, sql` `)} end`;
};

const matchesFilter = (
  language: Language,
  { whose, kind, request: asked, state, search }: WorkItemFilter,
) => {
  const { reference, about, sender, request } = lineColumns(language);
  return and(
    whose === 'all'
      ? undefined
      : whose === 'unassigned'
        ? isNull(cases.assigneeId)
        : eq(cases.assigneeId, whose.employee),
    kind && eq(cases.kind, kind),
    asked && sql`${request} = ${asked}`,
    state === 'all' ? undefined : eq(cases.state, state),
    search
      ? sql`position(${search} in ${folded(sql`concat_ws(' ', ${reference}, ${sender}, ${kindName(language, request)}, ${about}, ${kindName(language, request)} || ': ' || ${about})`)}) > 0`
      : undefined,
  );
};
const orders: Record<WorkItemSort, { by: typeof cases.dueAt | typeof cases.openedAt; newest: boolean }> = {
  due: { by: cases.dueAt, newest: false },
  oldest: { by: cases.openedAt, newest: false },
  newest: { by: cases.openedAt, newest: true },
};

/** The staff work queue: filtered, sorted and counted. Only staff calls may use it. */
export const createQueueStore = (db: Db) => ({
  /** A page of work items after a position. */
  list: (
    language: Language,
    filter: WorkItemFilter,
    { sort, after, limit }: { sort: WorkItemSort; after: Position | null; limit: number },
  ) => {
    const { by, newest } = orders[sort];
    const place = after && sql`(${after[0]}::timestamptz, ${after[1]})`;
    const beyond =
      place && (newest ? sql`(${by}, ${cases.id}) < ${place}` : sql`(${by}, ${cases.id}) > ${place}`);
    return workItemLines(db, language)
      .where(and(matchesFilter(language, filter), beyond ?? undefined))
      .orderBy(...(newest ? [desc(by), desc(cases.id)] : [asc(by), asc(cases.id)]))
      .limit(limit);
  },
  /** Totals: what the filter matches, open and assigned to the employee, open and unassigned. */
  counts: async (language: Language, filter: WorkItemFilter, employeeId: string) => {
    const [all] = await db
      .select({ total: count() })
      .from(workItemLines(db, language).where(matchesFilter(language, filter)).as('matching'));
    const [open] = await db
      .select({
        mine: sql<number>`(count(*) filter (where ${cases.assigneeId} = ${employeeId}))::int`,
        unassigned: sql<number>`(count(*) filter (where ${cases.assigneeId} is null))::int`,
      })
      .from(cases)
      .where(eq(cases.state, 'open'));
    return { total: all?.total ?? 0, mine: open?.mine ?? 0, unassigned: open?.unassigned ?? 0 };
  },
  /** Chats that no agent has answered yet. */
  chatsWaiting: () => db.$count(chats, eq(chats.state, 'waiting')),
});
export type QueueStore = ReturnType<typeof createQueueStore>;
