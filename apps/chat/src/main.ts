import { type Database, openJobs, transcriptQueue } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { type Logger, listen, runProgram } from '@hofn/service';
import { withDatabase, withJobs } from '@hofn/service/database.ts';
import { identityKeysOf } from '@hofn/service/tokens.ts';
import { createChat, scheduleDeletion } from './chat.ts';
import { type Settings, settingsSchema } from './settings.ts';

const start = async (database: Database, settings: Settings, logger: Logger) => {
  const jobs = await openJobs(database, [transcriptQueue], { logger, service: 'chat' });
  return withJobs(jobs, async () => {
    const keys = identityKeysOf(settings);
    const clock = systemClock;
    const chat = await createChat({ database, clock, logger, settings, keys, outbox: jobs });
    await scheduleDeletion(jobs, chat, logger);
    await jobs.removeOldSchedules();
    const listening = await listen(chat.server, {
      port: settings.CHAT_PORT,
      host: settings.CHAT_HOST,
      setting: 'CHAT_PORT',
      metrics: settings,
    });
    logger.info({ url: listening.url }, 'listening');
    return listening;
  });
};

await runProgram('chat', settingsSchema, (settings, logger) =>
  withDatabase(settings, logger, (database) => start(database, settings, logger)),
);
