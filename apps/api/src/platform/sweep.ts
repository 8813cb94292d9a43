import type { Db } from '@hofn/database';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Rows one statement of a sweep deletes: few enough to hold locks only briefly and stay far from the timeout. */
export const batchSize = 1000;

/**
 * Repeats a batch until one comes back incomplete, so that a sweep ends only when nothing is left.
 * @param sweepPortion processes at most `most` rows in its own transaction and returns how many
 */
export const repeatUntilDone = async (
  sweepPortion: () => Promise<number>,
  most = batchSize,
): Promise<number> => {
  let total = 0;
  for (let done = most; done >= most; ) {
    done = await sweepPortion();
    total += done;
  }
  return total;
};

/** Deletes all rows that match a condition, at most `most` per statement. @returns how many */
export const sweep = (db: Db, table: PgTable, where: SQL, most = batchSize): Promise<number> =>
  repeatUntilDone(async () => {
    const { rows } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${sql.raw(String(most))} for update skip locked)) returning 1 as gone`,
    );
    return rows.length;
  }, most);
