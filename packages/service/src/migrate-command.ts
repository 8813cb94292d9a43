// `node packages/service/src/migrate-command.ts`: migrates the database, before a release is started.
import { z } from 'zod';
import { databaseSettings, openFromSettings } from './database.ts';
import { runProgram } from './program.ts';

await runProgram('migrate', z.object(databaseSettings), async (settings, logger) => {
  const database = await openFromSettings(settings, logger);
  await database.close();
  return { stop: async () => {} };
});
