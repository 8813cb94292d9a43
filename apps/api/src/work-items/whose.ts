import type { QueueState } from '@hofn/contracts';
import { cases } from '@hofn/database';
import { addDays, dayOf } from '@hofn/domain';
import { eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Away } from '../absences/store.ts';
import { mayOpen } from './may-open.ts';
import { hasUnseenMention, isMentioned } from './notes.ts';
import { isWaiting } from './waiting.ts';

/** Whose work items a list of the queue shows. */
export type Whose = { employee: string } | 'unassigned' | 'all' | { mentioned: string } | 'overdue';

/** The instant of the list, and who is away then. */
export type Moment = { now: Date; away: readonly Away[] };

/** The first instant after an absence, in Iceland. */
const endOf = ({ until }: Away): string => `${addDays(until, 1)}T00:00:00Z`;

/** Whether a work item of somebody away is promised before they are back. */
const isDueInAbsence = (absence: Away): SQL =>
  sql`(${cases.state} = 'open' and ${cases.assigneeId} = ${absence.employeeId} and ${cases.dueAt} < ${endOf(absence)}::timestamptz)`;

/** As `isDueInAbsence`, of a work item that has been read. */
export const absenceOf = (
  { state, assigneeId, dueAt }: Pick<typeof cases.$inferSelect, 'state' | 'assigneeId' | 'dueAt'>,
  away: readonly Away[],
): Away | undefined =>
  away.find(
    (absence) =>
      state === 'open' && absence.employeeId === assigneeId && new Date(dueAt) < new Date(endOf(absence)),
  );

/** Assigned to an employee, or to somebody away whose deputy they are. */
export const isMine = (employeeId: string, { away }: Moment): SQL =>
  or(
    eq(cases.assigneeId, employeeId),
    ...away.filter(({ deputy }) => deputy?.id === employeeId).map(isDueInAbsence),
  ) ?? sql`false`;

/** Assigned to nobody, or to somebody away whose deputy is away too, missing, or may not open it. */
export const isEverybodys = ({ away }: Moment): SQL =>
  or(
    isNull(cases.assigneeId),
    ...away.map((absence) =>
      absence.deputy === null
        ? isDueInAbsence(absence)
        : sql`(${isDueInAbsence(absence)} and not coalesce((${mayOpen(absence.deputy)}), false))`,
    ),
  ) ?? sql`false`;

/** Whether a promised time has passed. Waiting for the customer moves one that has not passed to the day of return. */
export const isOverdue = ({ now }: Moment): SQL =>
  sql`(${cases.state} = 'open' and ${cases.dueAt} < ${now.toISOString()}::timestamptz)`;

/** Whether a work item can be worked on today: open, and waiting for nobody. */
export const isOpenOn = (today: string): SQL => sql`(${cases.state} = 'open' and not ${isWaiting(today)})`;

/** The condition for a part of the queue, in a list of `whose`. */
export const isInState = (state: QueueState, whose: Whose, { now }: Moment): SQL | undefined => {
  if (state === 'all') return undefined;
  const today = dayOf(now);
  if (state === 'waiting') return isWaiting(today);
  if (state !== 'open') return eq(cases.state, state);
  // An overdue one is overdue also while it waits for a colleague or the bank.
  if (whose === 'overdue') return undefined;
  if (typeof whose === 'object' && 'mentioned' in whose)
    return or(sql`${cases.state} <> 'closed'`, hasUnseenMention(whose.mentioned));
  return isOpenOn(today);
};

/** The condition for whose work items a list shows. */
export const isOf = (whose: Whose, moment: Moment): SQL | undefined => {
  if (whose === 'all') return undefined;
  if (whose === 'unassigned') return isEverybodys(moment);
  if (whose === 'overdue') return isOverdue(moment);
  return 'mentioned' in whose ? isMentioned(whose.mentioned) : isMine(whose.employee, moment);
};
