import { mkdirSync } from 'node:fs';
import { type Database, DatabaseFault, openDatabase } from '@hofn/database';
import { describeSettings, readSettings, SettingsError } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { z } from 'zod';

const settingsSchema = z.object(databaseSettings);

/** A command line error, printed without a stack trace. */
export class UsageError extends Error {}

/** The settings that the commands read, for their help. */
export const settingsHelp = (): string => describeSettings(settingsSchema);

/** Runs work of a command on the database of the API's settings. Statements may take a long time. */
export const withCommandDatabase = async <Result>(
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const settings = readSettings(settingsSchema, process.env);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_FOLDER: folder } = settings;
  if (!url) mkdirSync(folder, { recursive: true });
  const limits = { connections: 4, statementMs: 3_600_000, idleInTransactionMs: 3_600_000 };
  const database = await openDatabase({ url, directUrl, folder, pool: limits });
  try {
    // `npm run migrate` migrates a server's database; this runs in the API's role.
    await (url ? database.checkMigrated() : database.migrate());
    return await work(database);
  } finally {
    await database.close();
  }
};

/** Runs a command; its errors are printed in one line and set the exit code. */
export const runCommand = async (run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    const isExpected = [DatabaseFault, SettingsError, UsageError].some((kind) => error instanceof kind);
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') === true;
    if (!isExpected && !isUsage) throw error;
    console.error((error as Error).message);
    process.exitCode = isUsage || error instanceof UsageError ? 2 : 1;
  }
};
