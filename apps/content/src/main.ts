import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@hofn/domain';
import { listen, runProgram, SettingsError } from '@hofn/service';
import { withDatabase } from '@hofn/service/database.ts';
import { createContent } from './content.ts';
import { SeedError } from './seed/content-files.ts';
import { seedContent } from './seed/seed.ts';
import { settingsSchema } from './settings.ts';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const folders = [fromRoot('content'), fromRoot('apps/content/seed')];

await runProgram('content', settingsSchema, (settings, logger) =>
  withDatabase(settings, logger, async (database) => {
    const folder = settings.CONTENT_FOLDER ?? folders.find((candidate) => existsSync(candidate));
    if (settings.CONTENT_SEED && folder !== undefined) {
      const seeded = await seedContent(database.db, { folder, clock: systemClock }).catch(
        (error: unknown) => {
          throw error instanceof SeedError
            ? new SettingsError(`seeding the content failed:\n${error.message}`)
            : error;
        },
      );
      logger.info(seeded, 'seeded');
    }
    const server = createContent({ database, clock: systemClock, logger, settings });
    const listening = await listen(server, {
      port: settings.CONTENT_PORT,
      host: settings.CONTENT_HOST,
      setting: 'CONTENT_PORT',
      metrics: settings,
    });
    logger.info({ url: listening.url }, 'listening');
    return listening;
  }),
);
