import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DatabaseFault } from '../database-fault.ts';

type Tool = 'pg_dump' | 'pg_restore';

/** The address without its password, which other users of the machine could read in the list of processes. */
const connectionOf = (url: string): { address: string; env: NodeJS.ProcessEnv } => {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { address: address.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } };
};

const majorOf = (version: string): number => Number(/\) (\d+)/.exec(version)?.[1] ?? Number.NaN);

/** The first line of a program's errors, or what to do about it. */
const describeFailure = (tool: Tool, code: number | null, errors: string): string => {
  const [, role] = /role "(hofn_\w+)" does not exist/.exec(errors) ?? [];
  return role
    ? `The role ${role} does not exist on this server. Create the roles with npm run migrate -- --roles, then restore with --replace.`
    : `${tool} failed: ${errors.trim().split('\n')[0] ?? code}`;
};

/** Resolves when the program has succeeded. @throws DatabaseFault with the first line of its errors */
const ended = async (tool: Tool, child: ChildProcess): Promise<void> => {
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, errors] = await Promise.all([exit, text(child.stderr as Readable)]);
  if (code !== 0) throw new DatabaseFault(describeFailure(tool, code, errors));
};

/**
 * PostgreSQL's own dump programs.
 * @param folder where they are installed; undefined for the PATH
 */
export const postgresTools = (folder: string | undefined) => {
  const pathOf = (tool: Tool): string => (folder ? join(folder, tool) : tool);
  const start = (tool: Tool, args: string[], env = process.env) =>
    spawn(pathOf(tool), args, { env, stdio: ['ignore', 'pipe', 'pipe'] });

  return {
    /** @throws DatabaseFault if a program is missing, or older than the server, whose databases it could not read */
    check: async (tool: Tool, serverMajor: number): Promise<void> => {
      const child = start(tool, ['--version']);
      const install = `Install the client programs of PostgreSQL ${serverMajor} or later, or name their folder in POSTGRES_TOOLS.`;
      const version = await Promise.all([text(child.stdout), ended(tool, child)]).then(
        ([line]) => line,
        (error) => {
          throw new DatabaseFault(`${pathOf(tool)} was not found. ${install}`, { cause: error });
        },
      );
      if (!(majorOf(version) >= serverMajor))
        throw new DatabaseFault(`${version.trim()} is older than the server (${serverMajor}). ${install}`);
    },

    /** Writes the database as one transaction's snapshot sees it. @returns the dump, and when it is complete */
    dump: (url: string, snapshot: string): { content: Readable; done: Promise<void> } => {
      const { address, env } = connectionOf(url);
      const args = ['--format=custom', `--snapshot=${snapshot}`, `--dbname=${address}`];
      const child = start('pg_dump', args, env);
      return { content: child.stdout, done: ended('pg_dump', child) };
    },

    /** Restores a dump, all or nothing. Objects belong to the user who restores; rights are restored as they were. */
    restore: async (url: string, file: string): Promise<void> => {
      const { address, env } = connectionOf(url);
      const args = ['--single-transaction', '--exit-on-error', '--no-owner', `--dbname=${address}`, file];
      const child = start('pg_restore', args, env);
      child.stdout.resume();
      await ended('pg_restore', child);
    },
  };
};
export type PostgresTools = ReturnType<typeof postgresTools>;
