import type { CaseAct, CaseLine, CaseWaitsFor } from '@hofn/contracts';
import { caseLimits } from '@hofn/contracts';
import { cases } from '@hofn/database';
import { addDays, dayOf } from '@hofn/domain';
import { type SQL, sql } from 'drizzle-orm';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import type { WorkItemRow } from '../platform/work-items.ts';

/** Whether the wait of an open work item has not been ended by a change of it. */
const hasWait = sql`${cases.state} = 'open' and ${cases.waitsVersion} is not distinct from ${cases.version}`;

/**
 * Whether a work item waits on a day (rule DESK-5). A condition on the day and not a job: it is back in the open list on its day
 * whether or not anything ran in the night.
 */
export const isWaiting = (today: string): SQL =>
  sql`(${hasWait} and coalesce(${cases.waitsUntil} > ${today}, false))`;

/** Whether the day has come on which a work item that waited is back in the open list. */
export const hasReturned = (today: string): SQL =>
  sql`(${hasWait} and coalesce(${cases.waitsUntil} <= ${today}, false))`;

/** Who a work item waits for, or waited for until today; null if it does not wait. */
export const waitOf = (row: WorkItemRow, today: string): CaseLine['waits'] => {
  const { state, version, waitsFor, waitsSince, waitsUntil, waitsVersion } = row;
  if (state !== 'open' || waitsVersion !== version) return null;
  if (waitsFor === null || waitsSince === null || waitsUntil === null) return null;
  return {
    for: waitsFor,
    since: isoInstant(waitsSince),
    until: waitsUntil,
    returned: waitsUntil <= today,
  };
};

/**
 * Whether a wait moves the promised time to the day of return: when the customer is waited for, or has been answered, the next step is
 * not ours until then. Nothing moves a promise that is broken, nor the statutory term of a request for personal data.
 */
const movesPromise = ({ kind, state, dueAt }: WorkItemRow, waitsFor: CaseWaitsFor, now: Date): boolean => {
  if (kind === 'privacy') return false;
  return state === 'answered' || (waitsFor === 'customer' && new Date(dueAt) >= now);
};

/**
 * The columns of a wait that begins now.
 * @throws Fault `validation` naming `until` or `note`
 */
export const beginWait = (
  row: WorkItemRow,
  act: Pick<Extract<CaseAct, { act: 'wait' }>, 'for' | 'until' | 'note'>,
  now: Date,
): Partial<WorkItemRow> => {
  const today = dayOf(now);
  if (act.until <= today) throw new Fault('validation', { fields: [{ path: 'until', reason: 'laterDay' }] });
  if (act.until > addDays(today, caseLimits.waitDays))
    throw new Fault('validation', { fields: [{ path: 'until', reason: 'withinYear' }] });
  if (act.for === 'something' && act.note === '')
    throw new Fault('validation', { fields: [{ path: 'note', reason: 'required' }] });
  const onReturn = act.until + isoInstant(row.dueAt).slice(10);
  return {
    waitsFor: act.for,
    waitsSince: now.toISOString(),
    waitsUntil: act.until,
    waitsVersion: row.version + 1,
    ...(movesPromise(row, act.for, now) && new Date(onReturn) > new Date(row.dueAt) && { dueAt: onReturn }),
  };
};
