import { hash } from 'node:crypto';
import type { TenMinuteLimit } from '@hofn/contracts';
import { addToCount, callCounts, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Counter } from './limits.ts';
import { sweep } from './sweep.ts';

/** Windows this old are no longer counted in, however far the processes' clocks differ. */
const retentionMs = 3_600_000;

/**
 * Counts in the database, so that a limit covers all processes. Each count costs a query, so use it for calls that are
 * rare and worth abusing.
 */
export const sharedCounter = (db: Db): Counter => ({
  add: (key, windowStart) => addToCount(db, key, windowStart),
});

/** Counts are kept per minute. */
const bucketMs = 60_000;

type Span = { key: string; most: number; spanMs: number; now: Date };

/** Seconds until there is room for one more of `hashed` within its span; 0 when there is room now. */
const secondsUntilRoom = async (db: Db, hashed: string, { most, spanMs, now }: Span): Promise<number> => {
  const since = new Date(now.getTime() - spanMs - bucketMs).toISOString();
  const buckets = await db
    .select({ windowStart: callCounts.windowStart, count: callCounts.count })
    .from(callCounts)
    .where(and(eq(callCounts.key, hashed), gt(callCounts.windowStart, since)))
    .orderBy(asc(callCounts.windowStart));
  let remaining = buckets.reduce((sum, { count }) => sum + count, 0);
  // The first minute whose expiry makes room for one more.
  for (const { windowStart, count } of buckets) {
    if (remaining < most) break;
    remaining -= count;
    if (remaining >= most) continue;
    const free = new Date(windowStart).getTime() + bucketMs + spanMs;
    return Math.max(1, Math.ceil((free - now.getTime()) / 1000));
  }
  return 0;
};

/**
 * Counts one more of `key`, unless `most` were counted within the preceding `spanMs`; refusals are not counted. Counts are
 * kept per minute, so a wait may be up to a minute too long, but never more than `most` fall within the span.
 * @returns seconds to wait, or 0 when it was counted
 */
const countWithin = (db: Db, span: Span): Promise<number> =>
  db.transaction(async (tx) => {
    const hashed = hash('sha256', span.key);
    // Two concurrent calls must not both take the last place.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${hashed}, 0))`);
    const wait = await secondsUntilRoom(tx, hashed, span);
    if (wait > 0) return wait;
    const now = span.now.getTime();
    await tx
      .insert(callCounts)
      .values({ key: hashed, windowStart: new Date(now - (now % bucketMs)).toISOString(), count: 1 })
      .onConflictDoUpdate({
        target: [callCounts.key, callCounts.windowStart],
        set: { count: sql`${callCounts.count} + 1` },
      });
    return 0;
  });

const tenMinutesMs = 10 * 60_000;

/** How often an address may do something in ten minutes, across all processes (rule FORM-10). */
export type TenMinuteCounter = {
  /** Counts one more. @returns seconds to wait, or 0 when it was counted */
  count(what: TenMinuteLimit, address: string): Promise<number>;
  /** @returns seconds until one more would be counted */
  wait(what: TenMinuteLimit, address: string): Promise<number>;
};

/** Creates the ten-minute limit: `most` of each kind. */
export const createTenMinuteCounter = (db: Db, clock: Clock, most: number): TenMinuteCounter => {
  const spanOf = (what: TenMinuteLimit, address: string): Span => ({
    key: `${what} ${address}`,
    most,
    spanMs: tenMinutesMs,
    now: clock.now(),
  });
  return {
    count: (what, address) => countWithin(db, spanOf(what, address)),
    wait: (what, address) => {
      const span = spanOf(what, address);
      return secondsUntilRoom(db, hash('sha256', span.key), span);
    },
  };
};

const dayMs = 24 * 3_600_000;

/** How often an account may do something in a day, across all processes (rule HOLD-13). */
export type DailyLimit = {
  /** Counts one more, even when it is refused. @returns seconds to wait, or 0 when it was within the limit */
  count(account: string): Promise<number>;
};

/** Creates a limit per day, starting at midnight UTC (which is also Icelandic time); `what` names its counter. */
export const createDailyLimit = (
  db: Db,
  clock: Clock,
  { what, most }: { what: string; most: number },
): DailyLimit => ({
  count: async (account) => {
    const now = clock.now().getTime();
    const day = now - (now % dayMs);
    if ((await addToCount(db, `${what} a day ${account}`, day)) <= most) return 0;
    return Math.max(1, Math.ceil((day + dayMs - now) / 1000));
  },
});

/** Deletes counts of windows that are over. Those starting at midnight may cover a whole day. */
export const deleteOldCounts = async (db: Db, now: Date): Promise<void> => {
  const since = (ms: number) => lt(callCounts.windowStart, new Date(now.getTime() - ms).toISOString());
  const ofADay = sql`extract(epoch from ${callCounts.windowStart})::bigint % 86400 = 0`;
  const isOver = sql`${since(retentionMs)} and (not (${ofADay}) or ${since(dayMs + retentionMs)})`;
  await sweep(db, callCounts, isOver);
};
