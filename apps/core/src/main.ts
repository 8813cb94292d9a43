import { systemClock } from '@hofn/domain/clock.ts';
import { runProgram } from '@hofn/service';
import { withDatabase } from '@hofn/service/database.ts';
import { readClient } from './client.ts';
import { settingsSchema } from './settings.ts';
import { startCore } from './start.ts';

await runProgram('core', settingsSchema, async (settings, logger) => {
  // Reported before the database is opened, or created.
  const client = readClient(settings);
  return withDatabase(settings, logger, async (database) => {
    const running = await startCore({ settings, client, database, logger, clock: systemClock });
    logger.info({ url: running.url }, 'listening');
    return running;
  });
});
