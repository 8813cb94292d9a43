import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';
import { callCounts } from './schema/call-counts.ts';

/**
 * Increments the counter of `key`, shared by all processes, in the window that began at `windowStart` (ms).
 * @returns the new count
 */
export const addToCount = async (db: Db, key: string, windowStart: number): Promise<number> => {
  const [row] = await db
    .insert(callCounts)
    .values({ key: hash('sha256', key), windowStart: new Date(windowStart).toISOString(), count: 1 })
    .onConflictDoUpdate({
      target: [callCounts.key, callCounts.windowStart],
      set: { count: sql`${callCounts.count} + 1` },
    })
    .returning({ count: callCounts.count });
  if (!row) throw new Error('Incrementing a call counter returned no row');
  return row.count;
};
