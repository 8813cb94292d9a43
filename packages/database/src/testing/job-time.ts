// A job queue's clock in tests: it stops until a test moves it.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { TestClock } from '../jobs.ts';
import type { Database } from '../open.ts';
import { patience } from './patience.ts';

const minute = 60_000;
const longestWait = patience(30_000);

export type JobTime = {
  /**
   * Advances the queue's clock by `ms` and then waits until no job is active: jobs run in real time, and one that
   * outlasts its queue's limit would be given up.
   */
  pass(ms: number): Promise<void>;
  /** Lets minutes pass until `find` returns a value. @throws the last error of `find`, after `longestWait` */
  until<Found>(
    find: () => Found | undefined | null | Promise<Found | undefined | null>,
  ): Promise<NonNullable<Found>>;
  /** Lets minutes pass until an assertion passes. @throws its error, after `longestWait` */
  untilHolds(assertion: () => void | Promise<void>): Promise<void>;
};

/** Controls the clock that the job queue of a database was opened with. */
export const jobTime = ({ db }: Database, clock: TestClock): JobTime => {
  const noneActive = () =>
    vi.waitFor(async () => {
      const { rows } = await db.execute(sql`select id from jobs.job where state = 'active'`);
      expect(rows).toEqual([]);
    }, longestWait);
  const pass = async (ms: number) => {
    await clock.setTime(clock.now() + ms);
    // Fires the timers that are due: the queue's workers look for jobs.
    await clock.tick(1000);
    await setImmediate();
    await noneActive();
  };
  const untilHolds = (assertion: () => void | Promise<void>) =>
    vi.waitFor(async () => {
      await pass(minute);
      await assertion();
    }, longestWait);
  return {
    pass,
    untilHolds,
    until: async <Found>(find: () => Found | undefined | null | Promise<Found | undefined | null>) => {
      let value: Found | undefined | null;
      await untilHolds(async () => {
        value = await find();
        if (value === undefined || value === null) throw new Error('not found yet');
      });
      return value as NonNullable<Found>;
    },
  };
};
