import { systemClock } from '@hofn/domain';
import { listen, runProgram } from '@hofn/service';
import { withDatabase } from '@hofn/service/database.ts';
import { createContent } from './content.ts';
import { seedFromSettings } from './seed/seed-from-settings.ts';
import { settingsSchema } from './settings.ts';

await runProgram('content', settingsSchema, (settings, logger) =>
  withDatabase(settings, logger, async (database) => {
    if (settings.CONTENT_SEED) await seedFromSettings(database.db, settings, logger);
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
