import { mkdirSync } from 'node:fs';
import { type Database, openDatabase } from '@hofn/database';
import { readSettings } from '@hofn/service';
import { type Settings, settingsSchema } from './settings.ts';

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
