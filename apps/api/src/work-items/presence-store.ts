import { casePresence, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { sweep } from '../platform/sweep.ts';

/** A desk reports every five seconds: after three that did not come, the employee counts as gone. */
const presentMs = 20_000;
/** How long after the last letter somebody counts as writing. */
const writingMs = 12_000;
/** A row is not written more often than this while nothing changes. */
const writeEveryMs = 8_000;
const retentionMs = 24 * 3_600_000;

const before = (now: Date, ms: number): string => new Date(now.getTime() - ms).toISOString();

/**
 * Who has which work item open (rule DESK-3). In the database, so that it is the same on every replica; by the clock that
 * replicas share.
 */
export const createPresenceStore = (db: Db) => ({
  /** Records that an employee has a work item open. */
  report: async (
    caseId: string,
    employee: { id: string; name: string },
    { isWriting, now }: { isWriting: boolean; now: Date },
  ): Promise<void> => {
    const seenAt = now.toISOString();
    const writingAt = isWriting ? seenAt : null;
    await db
      .insert(casePresence)
      .values({ caseId, employeeId: employee.id, employeeName: employee.name, seenAt, writingAt })
      .onConflictDoUpdate({
        target: [casePresence.caseId, casePresence.employeeId],
        // Another window of the same employee may be the one that is written in.
        set: {
          employeeName: employee.name,
          seenAt,
          writingAt: sql`coalesce(excluded.writing_at, ${casePresence.writingAt})`,
        },
        setWhere: sql`${casePresence.seenAt} < ${before(now, writeEveryMs)} or excluded.writing_at is not null`,
      });
  },
  /** Others who have a work item open now. */
  others: async (
    caseId: string,
    employeeId: string,
    now: Date,
  ): Promise<{ name: string; isWriting: boolean }[]> => {
    const rows = await db
      .select({
        name: casePresence.employeeName,
        isWriting: sql<boolean>`coalesce(${casePresence.writingAt} > ${before(now, writingMs)}, false)`,
      })
      .from(casePresence)
      .where(
        and(
          eq(casePresence.caseId, caseId),
          ne(casePresence.employeeId, employeeId),
          gt(casePresence.seenAt, before(now, presentMs)),
        ),
      )
      .orderBy(asc(casePresence.employeeName), asc(casePresence.employeeId));
    return rows;
  },
});

/** Deletes who had what open before today. */
export const forgetPresence = async ({ db, clock }: { db: Db; clock: Clock }): Promise<void> => {
  await sweep(db, casePresence, sql`${casePresence.seenAt} < ${before(clock.now(), retentionMs)}`);
};
