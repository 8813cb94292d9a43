import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A step of the schema, in `packages/database/migrations`. */
export type Migration = {
  name: string;
  /** SHA-256 of the file. */
  hash: string;
  statements: string[];
  /** The oldest migration that code must know to work after this one, if this one breaks older code (rule HOLD-9). */
  floor?: string;
  /** Runs outside a transaction, as `create index concurrently` must. */
  isConcurrent: boolean;
};

/** A database connection, of either engine. */
export type Connection = {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs statements without results. */
  run(text: string): Promise<void>;
};

const folder = new URL('../migrations/', import.meta.url);

const concurrentStatement =
  /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists)\s/i;

/** Comments are left out of `statement`: those that a migration begins with are instructions to us. */
const withoutComments = (statement: string): string => statement.replace(/^\s*--.*$/gm, '').trim();

/**
 * Parses a migration. Two comment lines instruct the runner: `-- oldest code: 0041_name` names the floor, and
 * `-- concurrently` marks a migration that runs outside a transaction.
 * @throws Error when a concurrent migration is more than one statement, or cannot be repeated after it was interrupted
 */
export const parseMigration = (name: string, text: string): Migration => {
  const floor = /^-- oldest code: (\S+)\s*$/m.exec(text)?.[1];
  const isConcurrent = /^-- concurrently\s*$/m.test(text);
  const statements = text.split('--> statement-breakpoint').map((statement) => statement.trim());
  const [first = ''] = statements;
  if (isConcurrent && (statements.length > 1 || !concurrentStatement.test(withoutComments(first))))
    throw new Error(
      `${name}: a concurrent migration is one "create index concurrently if not exists" or "drop index concurrently if exists"`,
    );
  return {
    name,
    hash: createHash('sha256').update(text).digest('hex'),
    statements,
    ...(floor && { floor }),
    isConcurrent,
  };
};

/** @throws Error when a floor is not an earlier migration or the migration itself */
export const checkFloors = (migrations: readonly Migration[]): void => {
  const known = new Set<string>();
  for (const { name, floor } of migrations) {
    known.add(name);
    if (floor && !known.has(floor))
      throw new Error(`${name}: its oldest code, ${floor}, is no migration up to this one`);
  }
};

/** The migrations known to this code, in order. */
export const readMigrations = (): Migration[] => {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[];
  };
  const migrations = journal.entries.map(({ tag }) =>
    parseMigration(tag, readFileSync(new URL(`${tag}.sql`, folder), 'utf8')),
  );
  checkFloors(migrations);
  return migrations;
};
