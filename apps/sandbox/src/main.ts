import { systemClock } from '@hofn/domain/clock.ts';
import { runProgram } from '@hofn/service';
import { startMailbox } from './mailbox/mailbox.ts';
import { settingsSchema } from './settings.ts';

await runProgram('sandbox', settingsSchema, async (settings, logger) => {
  const mailbox = await startMailbox({ settings, logger, clock: systemClock });
  logger.info({ url: mailbox.url, smtp: mailbox.smtp }, 'listening');
  return mailbox;
});
