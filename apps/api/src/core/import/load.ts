import type { Readable } from 'node:stream';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { refusalOf, withRetries } from '../database-refusal.ts';
import { type AnyWriters, createImportWriters } from '../writers.ts';
import { readLines, UnreadablePart } from './lines.ts';
import { type ParsedLine, readChunks } from './parse.ts';
import { settleLines, settleWaiting } from './settle.ts';
import { advance, type ImportRow, keepWaiting, refuseWaiting, waitingLines } from './store.ts';

export type ImportParts = {
  db: Db;
  clock: Clock;
  /** Opens a part, from 1. */
  open(part: number): Promise<Readable>;
  /** Number of parts. */
  parts: number;
  /** Largest part when unpacked; unlimited for files of the command. */
  mostBytes?: number;
  /** Called after every transaction. */
  onProgress?(row: ImportRow): void;
};

/** An import while it is loaded: each step is one transaction, which ends with the next state. */
type Loading = {
  readonly writers: AnyWriters;
  readonly row: ImportRow;
  step(work: (tx: Db, at: string) => Promise<Partial<ImportRow>>): Promise<void>;
};

const begin = ({ db, clock, onProgress }: ImportParts, start: ImportRow): Loading => {
  let row = start;
  return {
    writers: createImportWriters({ db, clock }),
    get row() {
      return row;
    },
    step: async (work) => {
      row = await withRetries('import', () =>
        db.transaction(async (tx) => {
          const at = clock.now().toISOString();
          return advance(tx, row, { ...(await work(tx, at)), changedAt: at });
        }),
      );
      onProgress?.(row);
    },
  };
};

/** Loads lines in one transaction, or in halves down to the one line that the database refuses. */
const loadOrSplit = async <Line>(
  lines: readonly Line[],
  load: (lines: readonly Line[]) => Promise<void>,
  refuse: (line: Line, message: string) => Promise<void>,
): Promise<void> => {
  try {
    await load(lines);
  } catch (error) {
    const message = refusalOf(error);
    const [first] = lines;
    if (message === undefined || first === undefined) throw error;
    if (lines.length === 1) return refuse(first, message);
    const half = lines.length >> 1;
    await loadOrSplit(lines.slice(0, half), load, refuse);
    await loadOrSplit(lines.slice(half), load, refuse);
  }
};

/** The field that the database's refusals name: it does not say which one it is. */
const wholeFact = 'facts';

const loadRead = (loading: Loading, lines: readonly ParsedLine[]): Promise<void> => {
  const load = (some: readonly ParsedLine[]) =>
    loading.step((tx, at) => settleLines(tx, loading.writers, loading.row, at, some));
  return loadOrSplit(lines, load, async (line, message) => {
    const { type, key } = 'fact' in line ? line.fact : line;
    await load([{ line: line.line, bytes: line.bytes, type, key, faults: [{ path: wholeFact, message }] }]);
  });
};

/** Reads the rest of a part. While the database writes a chunk, the next one is read and parsed. */
const loadPart = async ({ open, mostBytes }: ImportParts, loading: Loading): Promise<void> => {
  const { part, line } = loading.row;
  const file = await open(part);
  let writing: Promise<void> = Promise.resolve();
  let failure: string | null = null;
  try {
    for await (const lines of readChunks(readLines(file, mostBytes), line)) {
      await writing;
      writing = loadRead(loading, lines);
      // Reported when it is awaited.
      writing.catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof UnreadablePart)) throw error;
    failure = error.message;
  } finally {
    file.destroy();
  }
  await writing;
  await loading.step(async () =>
    failure === null
      ? { part: part + 1, line: 0 }
      : { failure: `Part ${part}, after line ${loading.row.line}: ${failure}` },
  );
};

const passLines = 1000;
const passBytes = 4_000_000;

/** Tries the waiting lines once. */
const passOverWaiting = async ({ db }: ImportParts, loading: Loading): Promise<void> => {
  for (;;) {
    const { id: importId, pass } = loading.row;
    const place = { importId, pass: pass - 1, most: passLines, mostBytes: passBytes };
    const lines = await waitingLines(db, place);
    if (lines.length === 0) return;
    await loadOrSplit(
      lines,
      (some) => loading.step((tx, at) => settleWaiting(tx, loading.writers, loading.row, at, some)),
      (line, message) =>
        loading.step(async (tx) => {
          await keepWaiting(tx, importId, pass, [{ ...line, faults: [{ path: wholeFact, message }] }]);
          return {};
        }),
    );
  }
};

const errorLines = 5000;

/** Reports the lines that still wait as errors. */
const giveUpWaiting = async (loading: Loading): Promise<void> => {
  for (let refused = errorLines; refused > 0; )
    await loading.step(async (tx) => {
      refused = await refuseWaiting(tx, loading.row.id, errorLines);
      return { refused: loading.row.refused + refused };
    });
};

/**
 * Loads an import from where it was left to its end (rule CORE-4), in transactions of a thousand lines, each with the
 * position and the counts, so that a killed import continues without repeating anything. Lines that refer to something
 * not yet supplied are kept aside, and tried again at the end until a pass settles none. Sends no e-mails; documents are
 * issued in the next night.
 * @throws Overtaken when another process continues the same import
 */
export const loadImport = async (parts: ImportParts, start: ImportRow): Promise<ImportRow> => {
  const loading = begin(parts, start);
  if (start.state !== 'loading') await loading.step(async () => ({ state: 'loading' }));
  while (loading.row.pass === 0 && loading.row.part <= parts.parts && loading.row.failure === null)
    await loadPart(parts, loading);
  if (loading.row.pass === 0) await loading.step(async () => ({ pass: 1 }));
  for (;;) {
    await passOverWaiting(parts, loading);
    if (!loading.row.hasProgress) break;
    await loading.step(async () => ({ pass: loading.row.pass + 1, hasProgress: false }));
  }
  await giveUpWaiting(loading);
  await loading.step(async () => ({ state: loading.row.failure === null ? 'done' : 'failed' }));
  return loading.row;
};
