import { hash } from 'node:crypto';
import { callCounts, type Db } from '@hofn/database';
import { lt, sql } from 'drizzle-orm';
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

/** Takes away what was counted in windows that are over. */
export const forgetCounts = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - forgottenAfterMs).toISOString();
  await db.delete(callCounts).where(lt(callCounts.windowStart, before));
};
