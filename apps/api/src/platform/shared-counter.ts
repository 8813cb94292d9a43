import { hash } from 'node:crypto';
import { callCounts, type Db } from '@hofn/database';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Counter } from './limits.ts';

/** A window this old is counted in no more, whatever the copies' clocks say. */
const forgottenAfterMs = 3_600_000;

/**
 * Counts in the database, so that a limit holds for all copies of the service together. Each call costs a query: it is
 * for what is rare, and worth abusing.
 */
export const sharedCounter = (db: Db): Counter => ({
  add: async (key, windowStart) => {
    const [row] = await db
      .insert(callCounts)
      .values({ key: hash('sha256', key), windowStart: new Date(windowStart).toISOString(), count: 1 })
      .onConflictDoUpdate({
        target: [callCounts.key, callCounts.windowStart],
        set: { count: sql`${callCounts.count} + 1` },
      })
      .returning({ count: callCounts.count });
    if (!row) throw new Error('The count of a call came back empty');
    return row.count;
  },
});

/** A minute each: what was counted in one is forgotten together. */
const bucketMs = 60_000;

/**
 * Counts one more of `key`, unless there were `most` within `spanMs` before it; what is refused is not counted. Counted by
 * minutes, so a wait may be up to a minute longer than it had to be, and no more than `most` ever go within the span.
 * @returns seconds to wait, or 0 when it was counted
 */
export const countWithin = (
  db: Db,
  { key, most, spanMs, now }: { key: string; most: number; spanMs: number; now: Date },
): Promise<number> =>
  db.transaction(async (tx) => {
    const hashed = hash('sha256', key);
    // Two at once must not both be the last one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hashed}, 0))`);
    const since = new Date(now.getTime() - spanMs - bucketMs).toISOString();
    const buckets = await tx
      .select({ windowStart: callCounts.windowStart, count: callCounts.count })
      .from(callCounts)
      .where(and(eq(callCounts.key, hashed), gt(callCounts.windowStart, since)))
      .orderBy(asc(callCounts.windowStart));
    let left = buckets.reduce((sum, { count }) => sum + count, 0);
    // The first minute without which there would be room for one more.
    for (const { windowStart, count } of buckets) {
      if (left < most) break;
      left -= count;
      if (left >= most) continue;
      const free = new Date(windowStart).getTime() + bucketMs + spanMs;
      return Math.max(1, Math.ceil((free - now.getTime()) / 1000));
    }
    const bucket = now.getTime() - (now.getTime() % bucketMs);
    await tx
      .insert(callCounts)
      .values({ key: hashed, windowStart: new Date(bucket).toISOString(), count: 1 })
      .onConflictDoUpdate({
        target: [callCounts.key, callCounts.windowStart],
        set: { count: sql`${callCounts.count} + 1` },
      });
    return 0;
  });

/** Takes away what was counted in windows that are over. */
export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - forgottenAfterMs).toISOString();
  await db.delete(callCounts).where(lt(callCounts.windowStart, before));
};
