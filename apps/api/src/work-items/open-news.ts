import type { CaseEvent, deskNewsCalls } from '@hofn/contracts';
import { caseEvents, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, desc, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { StaffMember } from '../platform/authorization.ts';
import { isoInstant } from '../platform/instant.ts';
import { changesOf } from './changes.ts';
import { createPresenceStore } from './presence-store.ts';
import { createWorkItemStore } from './store.ts';

type OpenNews = z.output<(typeof deskNewsCalls)['deskNews']['response']>['open'];

/** The latest event of a work item that is more than a look at it. */
const lastEventOf = async (
  db: Db,
  caseId: string,
): Promise<Pick<CaseEvent, 'sequence' | 'kind' | 'at' | 'by'> | null> => {
  const [event] = await db
    .select()
    .from(caseEvents)
    .where(and(eq(caseEvents.caseId, caseId), or(ne(caseEvents.kind, 'looked'), isNotNull(caseEvents.step))))
    .orderBy(desc(caseEvents.sequence))
    .limit(1);
  if (!event) return null;
  const { sequence, kind, step, at, employeeName } = event;
  return { sequence, kind: step ?? kind, at: isoInstant(at), by: employeeName };
};

/**
 * Creates what reports that an employee has a work item open, and reads what colleagues do with it (rule DESK-3).
 * @param sharedClock the clock that replicas share
 */
export const createOpenNews = ({ db, sharedClock }: { db: Db; sharedClock: Clock }) => {
  const store = createWorkItemStore(db);
  const presence = createPresenceStore(db);
  return async (
    employee: StaffMember,
    { id, isWriting }: { id: string; isWriting: boolean },
  ): Promise<OpenNews> => {
    // The desk then reads the work item itself, which records a conflict of interest, once.
    if (!(await store.find(employee, id, 'is'))) return null;
    const now = sharedClock.now();
    await presence.report(id, employee, { isWriting, now });
    const [changes, last, others] = await Promise.all([
      changesOf(db, id),
      lastEventOf(db, id),
      presence.others(id, employee.id, now),
    ]);
    return { changes, last, others };
  };
};
