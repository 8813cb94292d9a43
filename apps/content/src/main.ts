import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DatabaseFault, openDatabase } from '@hofn/database';
import { systemClock } from '@hofn/domain';
import { listen, runProgram, SettingsError } from '@hofn/service';
import { createContent } from './content.ts';
import { SeedFault } from './seed/files.ts';
import { seedContent } from './seed/seed.ts';
import { settingsSchema } from './settings.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const folders = [fromRoot('content'), fromRoot('apps/content/seed')];

await runProgram('content', settingsSchema, async (settings, logger) => {
  const database = await openDatabase({
    url: settings.DATABASE_URL,
    folder: settings.DATABASE_FOLDER,
    logger,
    production: settings.NODE_ENV === 'production',
    allowEmbedded: settings.ALLOW_EMBEDDED_IN_PRODUCTION,
  }).catch((error: unknown) => {
    throw error instanceof DatabaseFault ? new SettingsError(error.message) : error;
  });
  try {
    await database.migrate();
    const folder = settings.CONTENT_FOLDER ?? folders.find((candidate) => existsSync(candidate));
    if (settings.CONTENT_SEED && folder !== undefined) {
      logger.info(await seedContent(database.db, { folder, clock: systemClock }), 'seeded');
    }
    const server = createContent({ database, clock: systemClock, logger, settings });
    const running = await listen(server, {
      port: settings.CONTENT_PORT,
      host: settings.CONTENT_HOST,
      setting: 'CONTENT_PORT',
    });
    return {
      stop: async () => {
        await running.stop();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error instanceof SeedFault
      ? new SettingsError(`the content cannot be seeded:\n${error.message}`)
      : error;
  }
});
