import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '@hofn/database';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/**
 * The tables that a night adds rows to, parents before children, each with the condition for those of a night on which $day is
 * the new day, and on which everything that the customers were filled in with was sent and is due.
 */
const addedTo: Readonly<Record<string, string>> = {
  policy_versions: 'recorded_on = $day',
  premium_charges: 'charged_on = $day',
  instalments: `key <> 'instalment-' || customer`,
  ledger_entries: 'booked_on = $day',
  posting_groups: 'booked_on = $day',
  postings: `exists (select from insurance.posting_groups of where of.customer = one.customer
    and of.key = one.group_key and of.booked_on = $day)`,
  outbox: 'true',
};

/** Rows of each table that a night adds to. */
export const countRows = async ({ db }: Database): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(addedTo)) {
    const { rows } = await db.execute<{ count: string }>(`select count(*) from insurance.${table}`);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
};

/**
 * Writes the rows that a night has added to another database with the same indexes, keys and triggers, by COPY. They are in
 * files meanwhile, so that memory stays flat.
 * @returns how many, and the seconds of the writing
 */
export const copyAdded = async (parts: {
  from: string;
  to: string;
  day: string;
}): Promise<{ rows: number; seconds: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-night-'));
  const [source, target] = [new pg.Client(parts.from), new pg.Client(parts.to)];
  await source.connect();
  await target.connect();
  let [rows, seconds] = [0, 0];
  const copy = async (table: string, condition: string) => {
    const file = join(folder, table);
    const query = `select * from insurance.${table} one where ${condition.replaceAll('$day', `'${parts.day}'`)}`;
    const read = source.query(copyTo(`copy (${query}) to stdout`));
    await pipeline(read, createWriteStream(file));
    const started = performance.now();
    const written = target.query(copyFrom(`copy insurance.${table} from stdin`));
    await pipeline(createReadStream(file), written);
    rows += written.rowCount ?? 0;
    seconds += (performance.now() - started) / 1000;
  };
  try {
    // To which the other tables refer; not counted.
    await copy('customers', 'true');
    [rows, seconds] = [0, 0];
    for (const [table, condition] of Object.entries(addedTo)) await copy(table, condition);
    return { rows, seconds };
  } finally {
    await source.end();
    await target.end();
    rmSync(folder, { recursive: true, force: true });
  }
};
