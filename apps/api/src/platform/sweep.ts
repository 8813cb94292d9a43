import type { Db } from '@hofn/database';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Rows that one statement of a sweep deletes: it holds their locks for moments, and ends long before its timeout. */
export const portion = 1000;

/**
 * Runs a portion of a sweep again until one comes back short, so that a sweep ends only when nothing is left.
 * @param sweepPortion does at most `most` rows, in a transaction of its own, and returns how many
 */
export const untilDone = async (sweepPortion: () => Promise<number>, most = portion): Promise<number> => {
  let all = 0;
  for (let done = most; done >= most; ) {
    done = await sweepPortion();
    all += done;
  }
  return all;
};

/** Deletes all rows of a table that a condition names, `most` in a statement. @returns how many */
export const sweep = (db: Db, table: PgTable, where: SQL, most = portion): Promise<number> =>
  untilDone(async () => {
    const { rows } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${sql.raw(String(most))} for update skip locked)) returning 1 as gone`,
    );
    return rows.length;
  }, most);
