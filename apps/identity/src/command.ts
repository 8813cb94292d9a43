import { mkdirSync } from 'node:fs';
import { type Database, DatabaseFault, openDatabase } from '@hofn/database';
import { readSettings, SettingsError } from '@hofn/service';
import { type Settings, settingsSchema } from './settings.ts';

/** A command line error, printed without a stack trace. */
export class UsageError extends Error {}

/**
 * Runs work of a command on the database at DATABASE_URL, or else the embedded one in DATABASE_FOLDER, with the settings
 * of the identity service.
 */
export const withCommandDatabase = async (
  work: (database: Database, settings: Settings) => Promise<void>,
): Promise<void> => {
  const settings = readSettings(settingsSchema, process.env);
  const url = process.env.DATABASE_URL || undefined;
  const folder = process.env.DATABASE_FOLDER || '.data/database';
  if (!url) mkdirSync(folder, { recursive: true });
  const database = await openDatabase({ url, folder });
  try {
    // `npm run migrate` migrates a server's database; this runs in the identity service's role.
    await (url ? database.checkMigrated() : database.migrate());
    await work(database, settings);
  } finally {
    await database.close();
  }
};

/** Runs a command; its errors are printed in one line and set the exit code. */
export const runCommand = async (run: () => Promise<void>): Promise<void> => {
  try {
    await run();
  } catch (error) {
    const isExpected =
      error instanceof DatabaseFault || error instanceof UsageError || error instanceof SettingsError;
    if (!isExpected) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
};
