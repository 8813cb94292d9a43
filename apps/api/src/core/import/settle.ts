import type { Db } from '@hofn/database';
import type { UpsertResult } from '../upsert.ts';
import type { AnyWriters } from '../writers.ts';
import type { ImportedFact, LineFault, ParsedLine } from './parse.ts';
import {
  dropWaiting,
  type ImportRow,
  keepWaiting,
  type RefusedLine,
  type WaitingLine,
  writeErrors,
} from './store.ts';
import { rankOf, upsertLines } from './upsert-lines.ts';

const faultsOf = (result: UpsertResult | undefined): LineFault[] =>
  result?.outcome === 'refused' && result.fields.length > 0
    ? result.fields.map(({ path, literal, reason }) => ({ path, message: literal ?? reason }))
    : [{ path: '', message: 'It was refused.' }];

/** Lines that were loaded and name changes of the customer in vain, as lines with faults (rule CORE-11). */
const vainOf = (
  lines: ReadonlyArray<{ part: number; line: number; fact: ImportedFact }>,
  results: readonly UpsertResult[],
): RefusedLine[] =>
  lines.flatMap(({ part, line, fact: { type, key } }, index) => {
    const result = results[index];
    if (!result || result.outcome === 'refused' || result.unknownChanges.length === 0) return [];
    const faults = result.unknownChanges.map((id) => ({
      path: 'acknowledges',
      message: `No standing change of the customer has the id ${id}. The line is loaded.`,
    }));
    return [{ part, line, type, key, faults }];
  });

type Counts = Pick<ImportRow, 'created' | 'updated' | 'unchanged' | 'outdated'>;

/** The counts of an import with those of more results. */
const countsOf = (row: ImportRow, results: readonly UpsertResult[]): Counts => {
  const { created, updated, unchanged, outdated } = row;
  const counts: Counts = { created, updated, unchanged, outdated };
  for (const { outcome } of results) if (outcome !== 'refused') counts[outcome] += 1;
  return counts;
};

/** Loads lines as they were read, and keeps aside those that refer to something unknown. @returns the next state */
export const settleLines = async (
  tx: Db,
  writers: AnyWriters,
  row: ImportRow,
  at: string,
  lines: readonly ParsedLine[],
): Promise<Partial<ImportRow>> => {
  const { id, part, source } = row;
  const valid = lines.flatMap((line) => ('fact' in line ? [line] : []));
  const results = await upsertLines(
    tx,
    writers,
    { source, at },
    valid.map(({ fact }) => fact),
  );
  const waiting = valid.flatMap(({ line, bytes, fact }, index): WaitingLine[] =>
    results[index]?.outcome === 'refused'
      ? [{ part, line, bytes, rank: rankOf(fact), fact, faults: faultsOf(results[index]) }]
      : [],
  );
  const refused = lines.flatMap((line): RefusedLine[] => ('faults' in line ? [{ part, ...line }] : []));
  await keepWaiting(tx, id, 0, waiting);
  const vain = vainOf(
    valid.map((line) => ({ ...line, part })),
    results,
  );
  await writeErrors(tx, id, [...refused, ...vain]);
  return {
    ...countsOf(row, results),
    line: lines.at(-1)?.line ?? row.line,
    linesRead: row.linesRead + lines.length,
    refused: row.refused + refused.length,
  };
};

/** Loads lines that were kept aside, as far as they can be loaded by now. @returns the next state */
export const settleWaiting = async (
  tx: Db,
  writers: AnyWriters,
  row: ImportRow,
  at: string,
  lines: readonly WaitingLine[],
): Promise<Partial<ImportRow>> => {
  const results = await upsertLines(
    tx,
    writers,
    { source: row.source, at },
    lines.map(({ fact }) => fact),
  );
  const isSettled = (index: number) => results[index]?.outcome !== 'refused';
  const settled = lines.filter((_, index) => isSettled(index));
  const refused = lines.flatMap((line, index) =>
    isSettled(index) ? [] : [{ ...line, faults: faultsOf(results[index]) }],
  );
  await dropWaiting(tx, row.id, settled);
  await writeErrors(tx, row.id, vainOf(lines, results));
  await keepWaiting(tx, row.id, row.pass, refused);
  return { ...countsOf(row, results), hasProgress: row.hasProgress || settled.length > 0 };
};
