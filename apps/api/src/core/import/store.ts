import { randomUUID } from 'node:crypto';
import { coreImportErrors, coreImportLines, coreImports, type Db, putRows } from '@hofn/database';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { ImportedFact, LineFault } from './parse.ts';

export type ImportRow = typeof coreImports.$inferSelect;

/** The import was continued by another process meanwhile. */
export class Overtaken extends Error {}

/** Creates an import. @param files what the command recognises its files by */
export const createImport = async (
  db: Db,
  { source, files = null, at }: { source: string; files?: string | null; at: string },
): Promise<ImportRow> => {
  const [row] = await db
    .insert(coreImports)
    .values({ id: randomUUID(), source, files, state: 'open', createdAt: at, changedAt: at })
    .returning();
  if (!row) throw new Error('The import was not stored.');
  return row;
};

/** An import of a source; undefined if the source has no such import. */
export const findImport = async (db: Db, source: string, id: string): Promise<ImportRow | undefined> => {
  const [row] = await db
    .select()
    .from(coreImports)
    .where(and(eq(coreImports.id, id), eq(coreImports.source, source)));
  return row;
};

/** The import of the same files that a command began and did not finish. */
export const findUnfinished = async (
  db: Db,
  source: string,
  files: string,
): Promise<ImportRow | undefined> => {
  const [row] = await db
    .select()
    .from(coreImports)
    .where(
      and(
        eq(coreImports.source, source),
        eq(coreImports.files, files),
        inArray(coreImports.state, ['open', 'loading']),
      ),
    )
    .orderBy(desc(coreImports.createdAt))
    .limit(1);
  return row;
};

/** The import by calls of a source that is next to be loaded, or whose process has died. */
export const findNext = async (db: Db, source: string): Promise<ImportRow | undefined> => {
  const [row] = await db
    .select()
    .from(coreImports)
    .where(
      and(
        eq(coreImports.source, source),
        sql`${coreImports.files} is null`,
        inArray(coreImports.state, ['waiting', 'loading']),
      ),
    )
    .orderBy(asc(coreImports.createdAt), asc(coreImports.id))
    .limit(1);
  return row;
};

/**
 * Writes the next state of an import, in the transaction of what it counts.
 * @throws Overtaken when another process has changed it since `row` was read
 */
export const advance = async (
  tx: Db,
  row: ImportRow,
  changes: Partial<ImportRow> & { changedAt: string },
): Promise<ImportRow> => {
  const [updated] = await tx
    .update(coreImports)
    .set({ ...changes, step: row.step + 1 })
    .where(and(eq(coreImports.id, row.id), eq(coreImports.step, row.step)))
    .returning();
  if (!updated) throw new Overtaken(`Another process has continued the import ${row.id}.`);
  return updated;
};

/** A line by its place in an import. */
export type Place = { part: number; line: number };

/** A line that waits for what it refers to. */
export type WaitingLine = Place & { rank: number; bytes: number; fact: ImportedFact; faults: LineFault[] };

export const keepWaiting = (tx: Db, importId: string, pass: number, lines: readonly WaitingLine[]) =>
  putRows(
    tx,
    coreImportLines,
    lines.map(({ part, line, rank, bytes, fact, faults }) => ({
      ...{ importId, part, line, rank, bytes, pass, fact, faults },
      type: fact.type,
    })),
    { key: ['importId', 'part', 'line'] },
  );

/** Waiting lines of a pass that are loaded in one transaction: at most `most`, with at most `mostBytes`. */
export const waitingLines = async (
  db: Db,
  { importId, pass, most, mostBytes }: { importId: string; pass: number; most: number; mostBytes: number },
): Promise<WaitingLine[]> => {
  const { rows } = await db.execute<WaitingLine>(sql`
    select part, line::int8::float8 as line, rank, bytes, fact, faults from (
      select *, sum(bytes) over (order by rank, part, line) - bytes as before from (
        select * from ${coreImportLines} where import_id = ${importId} and pass = ${pass}
        order by rank, part, line limit ${most}) as next) as next
    where before < ${mostBytes} order by rank, part, line`);
  return rows;
};

export const dropWaiting = async (tx: Db, importId: string, places: readonly Place[]): Promise<void> => {
  if (places.length === 0) return;
  const json = JSON.stringify(places.map(({ part, line }) => ({ part, line })));
  await tx.execute(sql`
    delete from ${coreImportLines} as waiting
    using jsonb_to_recordset(${json}::jsonb) as place(part int, line int8)
    where waiting.import_id = ${importId} and waiting.part = place.part and waiting.line = place.line`);
};

/** Turns waiting lines into errors, the last step of an import. @returns how many, 0 when none is left */
export const refuseWaiting = async (tx: Db, importId: string, most: number): Promise<number> => {
  const { rows } = await tx.execute<{ refused: number }>(sql`
    with given_up as (
      delete from ${coreImportLines} where (import_id, part, line) in (
        select import_id, part, line from ${coreImportLines} where import_id = ${importId}
        order by part, line limit ${most})
      returning part, line, type, fact ->> 'key' as key, faults
    ), written as (
      insert into ${coreImportErrors} (import_id, part, line, place, type, key, path, message)
      select ${importId}, part, line, place, type, key, fault ->> 'path', fault ->> 'message'
      from given_up, jsonb_array_elements(faults) with ordinality as listed(fault, place)
    )
    select count(*)::int as refused from given_up`);
  return rows[0]?.refused ?? 0;
};

/** A refused line with its faults. */
export type RefusedLine = Place & { type: string | null; key: string | null; faults: readonly LineFault[] };

export const writeErrors = (tx: Db, importId: string, lines: readonly RefusedLine[]): Promise<void> =>
  putRows(
    tx,
    coreImportErrors,
    lines.flatMap(({ part, line, type, key, faults }) =>
      faults.map(({ path, message }, index) => ({
        ...{ importId, part, line, place: index + 1, type, key, path, message },
      })),
    ),
    { key: ['importId', 'part', 'line', 'place'] },
  );

export type ImportError = Omit<typeof coreImportErrors.$inferSelect, 'importId' | 'place'>;

const pageSize = 1000;

/** The errors of an import, by part and line. */
export const readErrors = async function* (db: Db, importId: string): AsyncGenerator<ImportError, void> {
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      .select()
      .from(coreImportErrors)
      .where(and(eq(coreImportErrors.importId, importId), after))
      .orderBy(asc(coreImportErrors.part), asc(coreImportErrors.line), asc(coreImportErrors.place))
      .limit(pageSize);
    for (const { importId: _, place: __, ...error } of rows) yield error;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = sql`(${coreImportErrors.part}, ${coreImportErrors.line}, ${coreImportErrors.place}) > (${last.part}, ${last.line}, ${last.place})`;
  }
};
