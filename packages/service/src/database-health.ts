// A separate entry point, so that a server without a database does not load one.
import { clockOffset, type Database, hadDiskSpace } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { Gauge, type Registry } from 'prom-client';
import type { ServerParts } from './server.ts';

/** Largest difference between the clock of a process and the database's with which the process is ready. */
const mostOffsetMs = 3 * 60_000;

/**
 * The process's own clock, whatever clock its requests use: tokens are checked, and rows written, by both clocks. With a wrong
 * one a process refuses good tokens, or accepts expired ones.
 */
const checkClock = async ({ db }: Database): Promise<void> => {
  const offsetMs = await clockOffset(db, systemClock);
  if (Math.abs(offsetMs) > mostOffsetMs)
    throw new Error(
      `the clock of this process is ${Math.abs(Math.round(offsetMs / 1000))} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the database's`,
    );
};

/** Adds the difference between both clocks to a server's metrics; omitted while the database does not answer. */
const exposeClock = (metrics: Registry, { db }: Database): void => {
  new Gauge({
    name: 'database_clock_offset_seconds',
    help: 'Seconds that the clock of the database is ahead of that of this process.',
    registers: [metrics],
    async collect() {
      const offsetMs = await clockOffset(db, systemClock).catch(() => undefined);
      if (offsetMs === undefined) this.remove();
      else this.set(offsetMs / 1000);
    },
  });
};

/**
 * What `/ready` and `/metrics` say about the database of a server: that it answers, that both have the same time, that its
 * disk has room.
 */
export const databaseHealth = (
  database: Database,
): Required<Pick<ServerParts, 'parts' | 'reports' | 'expose'>> => ({
  parts: { database: () => database.ping(), clock: () => checkClock(database) },
  reports: { databaseSpace: hadDiskSpace },
  expose: (metrics) => exposeClock(metrics, database),
});
