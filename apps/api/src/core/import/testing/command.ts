import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { findPostgres } from '@hofn/database/test-server.ts';
import {
  connectionTo,
  createMigratedFolder,
  migratedDatabase,
  serverOfRun,
  settingsOf,
  urlOfRole,
} from '@hofn/database/testing.ts';
import { sql } from 'drizzle-orm';

/** A database of its own for commands, with products and codes alone. */
export type CommandDatabase = {
  /** What the commands read it from. */
  env: Record<string, string>;
  /** Opens it for a test, while no command runs. */
  use<Result>(work: (database: Database) => Promise<Result>): Promise<Result>;
};

const usedAt = async <Result>(
  open: () => Promise<Database>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const database = await open();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
};

const fill = (database: Database) => database.db.transaction((tx) => seedReference(tx));

let embeddedTemplate: Promise<string> | undefined;

/** A folder with an embedded database, which is copied for each test. */
const createTemplate = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-import-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const place = join(folder, 'database');
  await createMigratedFolder(place);
  await usedAt(() => openDatabase({ folder: place }), fill);
  return place;
};

const embedded = async (): Promise<CommandDatabase> => {
  embeddedTemplate ??= createTemplate();
  const folder = mkdtempSync(join(tmpdir(), 'hofn-import-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const place = join(folder, 'database');
  cpSync(await embeddedTemplate, place, { recursive: true });
  return {
    env: { DATABASE_URL: '', DATABASE_FOLDER: place },
    use: (work) => usedAt(() => openDatabase({ folder: place }), work),
  };
};

/** As the API has it in production: in its role. */
const postgres = async (): Promise<CommandDatabase> => {
  const server = await serverOfRun();
  const url = await migratedDatabase(server);
  const open = () => openDatabase({ url });
  await usedAt(open, fill);
  return {
    env: settingsOf(connectionTo(server, urlOfRole(url, 'api'))),
    use: (work) => usedAt(open, work),
  };
};

/** The engines of this machine, each with a function that creates a database. */
export const commandDatabases: ReadonlyArray<readonly [string, () => Promise<CommandDatabase>]> = [
  ['embedded', embedded],
  ...(typeof findPostgres() === 'string' ? [] : ([['PostgreSQL', postgres]] as const)),
];

/** The last of them: PostgreSQL, where a command takes a third of the CPU. */
export const commandDatabase = commandDatabases.slice(-1);

export type CommandResult = { code: number | null; out: string; err: string };

/**
 * Runs a command of this folder as a process of its own.
 * @param killAt kills it with SIGKILL when it has written this to its standard error
 */
export const runCommand = async (
  file: string,
  { env }: CommandDatabase,
  words: readonly string[],
  killAt?: RegExp,
): Promise<CommandResult> => {
  const script = fileURLToPath(new URL(`../${file}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (data: string) => {
    err += data;
    if (killAt?.test(err)) child.kill('SIGKILL');
  });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: code as number | null, out, err };
};

const tables = [
  ...['customers', 'company_involvement', 'policies', 'policy_items', 'policy_covers', 'premium_parts'],
  ...['policy_figures', 'instalments', 'transactions', 'core_records', 'mails', 'core_import_lines'],
  ...['premium_part_types', 'item_fact_types', 'terms', 'products', 'product_covers', 'tariffs', 'claims'],
  ...['claim_events', 'claim_payments', 'proposals', 'documents', 'documents_to_sign', 'signed_documents'],
];
// Times of arrival.
const times = sql`'{received_at,created_at,announced_at}'::text[]`;

/** All that an import writes, without the times of arrival. */
export const contentOf = (place: CommandDatabase): Promise<Record<string, string[]>> =>
  place.use(async ({ db }) => {
    const content: Record<string, string[]> = {};
    for (const table of tables) {
      const { rows } = await db.execute<{ row: string }>(
        sql`select (to_jsonb(t) - ${times})::text as row from ${sql.identifier(table)} t order by 1`,
      );
      content[table] = rows.map(({ row }) => row);
    }
    return content;
  });
