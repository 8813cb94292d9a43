import type { Clock } from '@hofn/domain/clock.ts';
import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** How often a process measures its clock's offset from the database's. */
const measureIntervalMs = 10 * 60_000;

/** Milliseconds that the database's clock is ahead of `own`. */
export const clockOffset = async (db: Db, own: Clock): Promise<number> => {
  const before = own.now().getTime();
  const { rows } = await db.execute<{ ms: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`,
  );
  const after = own.now().getTime();
  return Number(rows[0]?.ms) - (before + after) / 2;
};

/**
 * The database's time, shared by all processes, so that they agree on the windows of shared rate limits. The offset is
 * measured at the start and every ten minutes, so requests cost no query.
 * @param own the clock of this process
 */
export const databaseClock = async (db: Db, own: Clock): Promise<Clock & { stop(): void }> => {
  let offsetMs = 0;
  const measureOffset = async (): Promise<void> => {
    offsetMs = await clockOffset(db, own);
  };
  await measureOffset();
  const timer = setInterval(() => {
    // On failure the previous offset stays in use.
    measureOffset().catch(() => {});
  }, measureIntervalMs);
  timer.unref();
  return { now: () => new Date(own.now().getTime() + offsetMs), stop: () => clearInterval(timer) };
};
