import { createReadStream } from 'node:fs';
import type { FactType } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { readLines, UnreadablePart } from '../import/lines.ts';
import { importedTypes, type ParsedLine, readChunks } from '../import/parse.ts';
import { digestsOf, type Facts, type KeyRange, splitRange, storedFacts, within } from './digests.ts';

/**
 * A fact that is not the same on both sides: `missing` here, `extra` here because the file does not have it, or here with
 * an `older` or `newer` version.
 */
export type Difference = {
  difference: 'missing' | 'extra' | 'older' | 'newer';
  type: FactType;
  key: string;
  /** The newest version in the files. */
  version: number | null;
  stored: number | null;
};

export type Comparison = {
  /** Facts in the files. */
  facts: number;
  /** Lines that are no valid facts. */
  faulty: number;
  differences: number;
};

const compared = sql.identifier('compared_facts');

const createTable = (tx: Db) =>
  tx.execute(
    sql`create temporary table ${compared} (type text, key text collate "C", version bigint, primary key (type, key)) on commit drop`,
  );

/** Adds the keys and versions of lines. @returns how many lines are no valid facts */
const addLines = async (tx: Db, lines: readonly ParsedLine[]): Promise<number> => {
  const newest = new Map<string, { type: string; key: string; version: number }>();
  let faulty = 0;
  for (const line of lines) {
    if (!('fact' in line)) {
      faulty += 1;
      continue;
    }
    const { type, key, version } = line.fact;
    const place = `${type} ${key}`;
    if (version > (newest.get(place)?.version ?? 0)) newest.set(place, { type, key, version });
  }
  await tx.execute(sql`
    insert into ${compared} select type, key, version
    from jsonb_to_recordset(${JSON.stringify([...newest.values()])}::jsonb) as fact(type text, key text, version bigint)
    on conflict (type, key) do update set version = greatest(${compared}.version, excluded.version)`);
  return faulty;
};

/** Reads a file into the table. @returns how many lines are no valid facts */
const addFile = async (tx: Db, file: string): Promise<number> => {
  const content = createReadStream(file, { highWaterMark: 256 * 1024 });
  let faulty = 0;
  try {
    for await (const lines of readChunks(readLines(content), 0)) faulty += await addLines(tx, lines);
  } catch (error) {
    throw error instanceof UnreadablePart ? new UnreadablePart(`${file}: ${error.message}`) : error;
  } finally {
    content.destroy();
  }
  return faulty;
};

type Row = { key: string; version: number | null; stored: number | null };

const pageSize = 5000;

/** The facts of a range that differ. */
const differencesOf = async function* (
  tx: Db,
  { ours, theirs }: { ours: Facts; theirs: Facts },
  range: KeyRange,
): AsyncIterable<Row> {
  let after: string | null = null;
  for (;;) {
    const { rows }: { rows: Row[] } = await tx.execute<Row>(sql`
      select coalesce(theirs.key, ours.key) as key, theirs.version::float8 as version, ours.version::float8 as stored
      from (${within(theirs, range)}) as theirs full join (${within(ours, range)}) as ours on ours.key = theirs.key
      where theirs.version is distinct from ours.version
        and (${after}::text is null or coalesce(theirs.key, ours.key) > ${after}::text)
      order by 1 limit ${pageSize}`);
    yield* rows;
    if (rows.length < pageSize) return;
    after = rows.at(-1)?.key ?? null;
  }
};

const nameOf = ({ version, stored }: Row): Difference['difference'] => {
  if (stored === null) return 'missing';
  if (version === null) return 'extra';
  return stored < version ? 'older' : 'newer';
};

const mostRanges = 100;

/**
 * Compares files with what a source has stored, for the types that the files have (rule CORE-12). Only ranges of keys
 * whose digests differ are read fact by fact; memory does not grow with the files.
 * @throws UnreadablePart
 */
export const compareFiles = (
  db: Db,
  source: string,
  files: readonly string[],
  onDifference: (difference: Difference) => void,
): Promise<Comparison> =>
  db.transaction(async (tx) => {
    const comparison: Comparison = { facts: 0, faulty: 0, differences: 0 };
    await createTable(tx);
    for (const file of files) comparison.faulty += await addFile(tx, file);
    await tx.execute(sql`analyze ${compared}`);
    for (const type of importedTypes) {
      const ours = storedFacts(source, type);
      const theirs = sql`select key, version from ${compared} where type = ${type}`;
      const ranges = await splitRange(tx, theirs, { from: null, to: null }, mostRanges);
      const digests = await digestsOf(tx, theirs, ranges);
      const count = digests.reduce((sum, digest) => sum + digest.count, 0);
      comparison.facts += count;
      if (count === 0) continue;
      const stored = await digestsOf(tx, ours, ranges);
      for (const [index, range] of digests.entries()) {
        if (range.digest === stored[index]?.digest && range.count === stored[index]?.count) continue;
        for await (const row of differencesOf(tx, { ours, theirs }, range)) {
          comparison.differences += 1;
          onDifference({ difference: nameOf(row), type, ...row });
        }
      }
    }
    return comparison;
  });
