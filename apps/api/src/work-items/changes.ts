import { caseChanges, type Db } from '@hofn/database';
import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';

/** Transaction ids have 64 bits; the database's own are positive numbers of a signed column. */
const mostId = 2n ** 63n;

/** Whether PostgreSQL can read a text as a snapshot `xmin:xmax:xip,xip`: a forged cursor must not fail in the database. */
const isSnapshot = (text: string): boolean => {
  if (!/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/.test(text)) return false;
  const [from = '', to = '', running = ''] = text.split(':');
  const first = BigInt(from);
  const end = BigInt(to);
  if (first === 0n || end < first || end >= mostId) return false;
  const ids = running === '' ? [] : running.split(',').map(BigInt);
  return ids.every((id, index) => id >= (index === 0 ? first : (ids[index - 1] ?? 0n) + 1n) && id < end);
};

const cursor = defineCursor<string | null>(z.string().max(3000).refine(isSnapshot), null, 'since');
const list = 'desk news';

/**
 * A position in the changes of work items (rule DESK-3): the transactions that a reader has seen. A time or a number would skip what
 * a slow transaction commits late; what this snapshot does not contain is exactly what the reader has not seen.
 */
export const newsCursor = {
  write: (snapshot: string): string => cursor.write(snapshot, list),
  /** @throws Fault `validation` naming `since` */
  read: (text: string | undefined): string | null => cursor.read(text, list),
};

/** The present position. Read it before the rows: a change in between is then reported twice, and not never. */
export const presentSnapshot = async (db: Db): Promise<string> => {
  const { rows } = await db.execute<{ now: string }>(sql`select pg_current_snapshot()::text as now`);
  return rows[0]?.now ?? '';
};

/** Whether a work item has changed in a transaction that a snapshot does not contain, as a condition on the rows of `caseChanges`. */
const isBeyond = (snapshot: string): SQL =>
  // The first is found by the index. The last leaves out ids of the server of a restored backup, which was further ahead.
  sql`(${caseChanges.changedIn} >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(${caseChanges.changedIn}, ${snapshot}::pg_snapshot)
    and ${caseChanges.changedIn} < pg_snapshot_xmax(pg_current_snapshot()))`;

/** Ids of the work items that have changed beyond a snapshot, as a query. */
export const changedBeyond = (db: Db, snapshot: string) =>
  db.select({ caseId: caseChanges.caseId }).from(caseChanges).where(isBeyond(snapshot));

/**
 * Whether anything has changed beyond a snapshot, and the present one.
 * @returns `isForeign` for a snapshot that is ahead of the database: of the server that a backup was restored from
 */
export const lookBeyond = async (
  db: Db,
  snapshot: string,
): Promise<{ now: string; hasNews: boolean; isForeign: boolean }> => {
  const { rows } = await db.execute<{ now: string; has_news: boolean; is_foreign: boolean }>(sql`
    select now::text, exists (select from ${caseChanges} where ${isBeyond(snapshot)}) as has_news,
      pg_snapshot_xmin(${snapshot}::pg_snapshot) > pg_snapshot_xmax(now) as is_foreign
    from pg_current_snapshot() as now`);
  const [found] = rows;
  if (!found) throw new Error('The database has no snapshot');
  return { now: found.now, hasNews: found.has_news, isForeign: found.is_foreign };
};

/** Whether the latest change of a work item is that it was added, as a condition on the rows of `cases`. */
export const isFirstChange = sql<boolean>`exists (select from case_changes c where c.case_id = cases.id and c.changes = 1)`;

/** How often a work item has changed. */
export const changesOf = async (db: Db, caseId: string): Promise<number> => {
  const [row] = await db
    .select({ changes: caseChanges.changes })
    .from(caseChanges)
    .where(eq(caseChanges.caseId, caseId));
  return row?.changes ?? 0;
};

/** Reports a change that is none of the work item’s own row: a note, or a message about one that is open. */
export const reportChange = async (tx: Db, caseId: string): Promise<void> => {
  await tx
    .insert(caseChanges)
    .values({ caseId })
    .onConflictDoUpdate({
      target: caseChanges.caseId,
      set: { changes: sql`${caseChanges.changes} + 1`, changedIn: sql`pg_current_xact_id()` },
    });
};
