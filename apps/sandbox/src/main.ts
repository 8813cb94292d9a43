import { systemClock } from '@hofn/domain/clock.ts';
import { listen, runProgram } from '@hofn/service';
import { createCards } from './cards/cards.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { settingsSchema } from './settings.ts';

await runProgram('sandbox', settingsSchema, async (settings, logger) => {
  const mailbox = await startMailbox({ settings, logger, clock: systemClock });
  const cards = await listen(createCards({ settings, logger, clock: systemClock }), {
    port: settings.CARDS_PORT,
    host: settings.CARDS_HOST,
    setting: 'CARDS_PORT',
  });
  logger.info({ url: mailbox.url, smtp: mailbox.smtp, cards: cards.url }, 'listening');
  return { ...mailbox, stop: () => Promise.all([mailbox.stop(), cards.stop()]).then(() => undefined) };
});
