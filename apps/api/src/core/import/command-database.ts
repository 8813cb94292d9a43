import { mkdirSync } from 'node:fs';
import { type Database, openDatabase } from '@hofn/database';
import { describeSettings, readSettings } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { z } from 'zod';

const settingsSchema = z.object(databaseSettings);

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
