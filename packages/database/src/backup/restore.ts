import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { DatabaseFault } from '../database-fault.ts';
import { startParams } from '../embedded.ts';
import { lockFolder } from '../folder-lock.ts';
import { readMigrations } from '../migrations.ts';
import type { PostgresTools } from './postgres-tools.ts';

/** Where to restore: PostgreSQL, or the folder of the embedded engine. */
export type RestoreTarget = { url: string } | { folder: string };

const notEmpty = (place: string) =>
  new DatabaseFault(`${place} is not empty. Restore into an empty one, or replace it with --replace.`);

/** @throws DatabaseFault if this code cannot use a database with these migrations */
export const checkMigrationsKnown = (migrations: readonly string[]): void => {
  const known = new Set(readMigrations().map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new DatabaseFault(
      `The backup is newer than this code: it has ${unknown.join(', ')}. Restore it with the release that made it, or a later one.`,
    );
};

const clusterOf = (folder: string) => join(folder, 'cluster');

const restoreEmbedded = async (folder: string, file: string, replace: boolean): Promise<void> => {
  const release = await lockFolder(folder);
  const cluster = clusterOf(folder);
  const previous = `${cluster}.previous`;
  try {
    if (existsSync(cluster)) {
      if (!replace) throw notEmpty(`The database in ${folder}`);
      rmSync(previous, { recursive: true, force: true });
      renameSync(cluster, previous);
    }
    try {
      const loadDataDir = new Blob([readFileSync(file)]);
      const client = await PGlite.create({ dataDir: cluster, loadDataDir, startParams });
      await client.close();
    } catch (error) {
      rmSync(cluster, { recursive: true, force: true });
      if (existsSync(previous)) renameSync(previous, cluster);
      throw error;
    }
    rmSync(previous, { recursive: true, force: true });
  } finally {
    release();
  }
};

const withClient = async <Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: Error) => {
    throw new DatabaseFault(`PostgreSQL cannot be reached: ${error.message}.`, { cause: error });
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const schemasOf = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
  );
  return rows.map(({ name }) => name);
};

const previousOf = (schema: string) => `previous_${schema}`;
const quoted = (name: string) => pg.escapeIdentifier(name);

/** Moves the present schemas aside, so that nothing is lost if restoring fails. */
const moveAside = async (client: pg.Client): Promise<string[]> => {
  const schemas = await schemasOf(client);
  await client.query('begin');
  for (const schema of schemas)
    await client.query(`alter schema ${quoted(schema)} rename to ${quoted(previousOf(schema))}`);
  await client.query('create schema public');
  // As in a new database.
  await client.query('grant usage on schema public to public');
  await client.query('commit');
  return schemas;
};

const dropAll = async (client: pg.Client, schemas: readonly string[]): Promise<void> => {
  for (const schema of schemas) await client.query(`drop schema if exists ${quoted(schema)} cascade`);
};

const hasTables = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' limit 1`,
  );
  return rows.length > 0;
};

const refuseInUse = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and application_name like 'hofn%' limit 1`,
  );
  if (rows.length > 0)
    throw new DatabaseFault('The database is in use. Stop every service that uses it, then restore.');
};

const restorePostgres = (url: string, file: string, replace: boolean, tools: PostgresTools): Promise<void> =>
  withClient(url, async (client) => {
    const replaced = await hasTables(client);
    if (replaced && !replace) throw notEmpty('The database');
    const previous = replaced ? await moveAside(client) : [];
    try {
      await tools.restore(url, file);
    } catch (error) {
      if (replaced) {
        const restored = (await schemasOf(client)).filter((schema) => !schema.startsWith('previous_'));
        await dropAll(client, restored);
        for (const schema of previous)
          await client.query(`alter schema ${quoted(previousOf(schema))} rename to ${quoted(schema)}`);
      }
      throw error;
    }
    await dropAll(client, previous.map(previousOf));
  });

/**
 * Checks that a database can be restored, without changing anything.
 * @throws DatabaseFault if the target is not empty and must not be replaced, is in use, or pg_restore is missing
 */
export const checkTarget = async (
  target: RestoreTarget,
  { replace, tools }: { replace: boolean; tools: PostgresTools },
): Promise<{ isEmpty: boolean }> => {
  if ('folder' in target) {
    const release = await lockFolder(target.folder);
    release();
    const isEmpty = !existsSync(clusterOf(target.folder));
    if (!isEmpty && !replace) throw notEmpty(`The database in ${target.folder}`);
    return { isEmpty };
  }
  return withClient(target.url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    await tools.check('pg_restore', Number.parseInt(rows[0]?.server_version ?? '', 10));
    const isEmpty = !(await hasTables(client));
    if (!isEmpty && !replace) throw notEmpty('The database');
    if (!isEmpty) await refuseInUse(client);
    return { isEmpty };
  });
};

/** Restores a file of `dumpDatabase` into a target that `checkTarget` has accepted. If that fails, the target is as before. */
export const restoreDump = (
  target: RestoreTarget,
  { file, replace, tools }: { file: string; replace: boolean; tools: PostgresTools },
): Promise<void> =>
  'url' in target
    ? restorePostgres(target.url, file, replace, tools)
    : restoreEmbedded(target.folder, file, replace);
