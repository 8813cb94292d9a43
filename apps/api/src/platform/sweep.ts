import type { Db } from '@hofn/database';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Rows that one statement of a sweep deletes: it holds their locks for moments, and ends long before its timeout. */
export const portion = 1000;

/**
 * Runs a portion of a sweep again until one comes back short, so that a sweep ends only when nothing is left.
 * @param sweepPortion does at most `portion` rows, in a transaction of its own, and returns how many
 */
export const untilDone = async (sweepPortion: () => Promise<number>): Promise<number> => {
  let all = 0;
  for (let done = portion; done >= portion; ) {
    done = await sweepPortion();
    all += done;
  }
  return all;
};

/** Deletes all rows of a table that a condition names, in portions. @returns how many */
export const sweep = (db: Db, table: PgTable, where: SQL): Promise<number> =>
  untilDone(async () => {
    const { rows } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${sql.raw(String(portion))} for update skip locked)) returning 1 as gone`,
    );
    return rows.length;
  });
