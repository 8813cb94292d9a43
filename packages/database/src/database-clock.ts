import type { Clock } from '@hofn/domain/clock.ts';
import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

/** How often a copy looks how far its clock is from the database's. */
const lookMs = 10 * 60_000;

/**
 * The time that all copies share: the database's, so that the windows of shared limits are the same in each, whatever its
 * machine's clock says. The distance is read at the start and every ten minutes, and costs a request nothing.
 * @param own the clock of this copy
 */
export const databaseClock = async (db: Db, own: Clock): Promise<Clock & { stop(): void }> => {
  let distanceMs = 0;
  const look = async (): Promise<void> => {
    const before = own.now().getTime();
    const { rows } = await db.execute<{ ms: string }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`,
    );
    const after = own.now().getTime();
    distanceMs = Number(rows[0]?.ms) - (before + after) / 2;
  };
  await look();
  const timer = setInterval(() => {
    // The distance known before serves on.
    look().catch(() => {});
  }, lookMs);
  timer.unref();
  return { now: () => new Date(own.now().getTime() + distanceMs), stop: () => clearInterval(timer) };
};
