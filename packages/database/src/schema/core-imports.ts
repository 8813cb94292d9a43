import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { contents } from './contents.ts';

/** `open` while parts are sent, `waiting` for its turn; `failed` when a part cannot be read to its end. */
export const coreImportState = pgEnum('core_import_state', ['open', 'waiting', 'loading', 'done', 'failed']);

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Bulk imports (rule CORE-4). Position and counts change in the transactions that load the lines. */
export const coreImports = pgTable(
  'core_imports',
  {
    id: text().primaryKey(),
    source: text().notNull(),
    /** What the command recognises the same files by when it is run again; null for imports by calls. */
    files: text(),
    state: coreImportState().notNull(),
    /** Why a part could not be read to its end, for programs; what was read before is loaded. */
    failure: text(),
    /** The part being read, from 1, and how many of its lines are done. */
    part: integer().notNull().default(1),
    line: count('line'),
    /** 0 while parts are read; then the number of the pass over lines that wait for others. */
    pass: integer().notNull().default(0),
    /** Whether this pass has settled a line, so that another pass may settle more. */
    hasProgress: boolean('has_progress').notNull().default(false),
    /** Transactions so far. A loader that finds another number than its own has been overtaken, and stops. */
    step: count('step'),
    linesRead: count('lines_read'),
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    outdated: count('outdated'),
    refused: count('refused'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('core_imports_of_source').on(table.source, table.createdAt)],
);

const ofImport = () =>
  text('import_id')
    .notNull()
    .references(() => coreImports.id, { onDelete: 'cascade' });

/** The parts of an import by calls, in the file store. */
export const coreImportParts = pgTable(
  'core_import_parts',
  {
    importId: ofImport(),
    part: integer().notNull(),
    file: text()
      .notNull()
      .references(() => contents.key),
    bytes: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.part] })],
);

/** Lines that refer to something that no line before them has supplied. Empty once the import has ended. */
export const coreImportLines = pgTable(
  'core_import_lines',
  {
    importId: ofImport(),
    part: integer().notNull(),
    line: bigint({ mode: 'number' }).notNull(),
    type: text().notNull(),
    /** Order of the types: what others refer to first. */
    rank: smallint().notNull(),
    /** The pass that has tried it last. */
    pass: integer().notNull(),
    bytes: integer().notNull(),
    /** The fact, valid by its schema. */
    fact: jsonb().$type<object>().notNull(),
    /** Why it was refused the last time. */
    faults: jsonb().$type<Array<{ path: string; message: string }>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.part, table.line] }),
    index('core_import_lines_to_try').on(table.importId, table.pass, table.rank, table.part, table.line),
  ],
);

/** Why lines were refused: one row for each fault. */
export const coreImportErrors = pgTable(
  'core_import_errors',
  {
    importId: ofImport(),
    part: integer().notNull(),
    line: bigint({ mode: 'number' }).notNull(),
    /** Place among the faults of the line. */
    place: smallint().notNull(),
    type: text(),
    key: text(),
    path: text().notNull(),
    message: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.part, table.line, table.place] })],
);
