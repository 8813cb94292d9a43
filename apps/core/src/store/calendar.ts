import type { Db } from '@hofn/database';
import { insuranceCalendar } from '@hofn/database/schema/insurance.ts';
import { lt, sql } from 'drizzle-orm';

/**
 * The core's day, how many days it is ahead of the clock, the day on which the core was opened, and whether a demo's simulated
 * handler works on its claims.
 */
export type Calendar = { today: string; daysAhead: number; openedOn: string; hasDemoHandler: boolean };

/** The calendar; undefined before the core was opened. */
export const findCalendar = async (db: Db): Promise<Calendar | undefined> => {
  const { today, daysAhead, openedOn, hasDemoHandler } = insuranceCalendar;
  const [row] = await db.select({ today, daysAhead, openedOn, hasDemoHandler }).from(insuranceCalendar);
  return row;
};

/** @throws Error before the core was opened */
export const readCalendar = async (db: Db): Promise<Calendar> => {
  const calendar = await findCalendar(db);
  if (!calendar) throw new Error('The core has no calendar yet');
  return calendar;
};

/** Moves the calendar on to a day; it never goes back. The first day opens the core. */
export const moveCalendar = async (db: Db, today: string): Promise<void> => {
  const opened = await db
    .insert(insuranceCalendar)
    .values({ today, openedOn: today })
    .onConflictDoNothing()
    .returning();
  if (opened.length === 0)
    await db.update(insuranceCalendar).set({ today }).where(lt(insuranceCalendar.today, today));
};

/** Lets the simulated handler of demos work on claims, or stops it. The core must have been opened. */
export const setDemoHandler = (db: Db, hasDemoHandler: boolean) =>
  db.update(insuranceCalendar).set({ hasDemoHandler });

/** Sets the calendar one day further ahead of the clock. @param today the day that it then is */
export const setForward = (db: Db, today: string) =>
  db.update(insuranceCalendar).set({ today, daysAhead: sql`${insuranceCalendar.daysAhead} + 1` });
