import { demoPeople } from '@hofn/demo';
import { systemClock } from '@hofn/domain/clock.ts';
import { listen, runProgram, stopInOrder } from '@hofn/service';
import { createBank } from './bank/bank.ts';
import { createCards } from './cards/cards.ts';
import { createCrm } from './crm/crm.ts';
import { createEid } from './eid/eid.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { createRegister } from './register/register.ts';
import { settingsSchema } from './settings.ts';

await runProgram('sandbox', settingsSchema, async (settings, logger) => {
  const mailbox = await startMailbox({ settings, logger, clock: systemClock });
  const cards = await listen(createCards({ settings, logger, clock: systemClock }), {
    port: settings.CARDS_PORT,
    host: settings.CARDS_HOST,
    setting: 'CARDS_PORT',
  });
  const bank = await listen(createBank({ settings, logger, clock: systemClock }), {
    port: settings.BANK_PORT,
    host: settings.BANK_HOST,
    setting: 'BANK_PORT',
  });
  const { server } = await createEid({ settings, logger, clock: systemClock, people: demoPeople() });
  const eid = await listen(server, { port: settings.EID_PORT, host: settings.EID_HOST, setting: 'EID_PORT' });
  const parts = { settings, logger, clock: systemClock };
  const crm = await listen(createCrm(parts), {
    port: settings.CRM_PORT,
    host: settings.CRM_HOST,
    setting: 'CRM_PORT',
  });
  const register = await listen(createRegister({ ...parts, people: demoPeople() }), {
    port: settings.REGISTER_PORT,
    host: settings.REGISTER_HOST,
    setting: 'REGISTER_PORT',
  });
  logger.info(
    {
      url: mailbox.url,
      smtp: mailbox.smtp,
      cards: cards.url,
      bank: bank.url,
      eid: eid.url,
      crm: crm.url,
      register: register.url,
    },
    'listening',
  );
  const all = { register, crm, eid, bank, cards, mailbox };
  const stops = Object.entries(all).map(([name, part]) => ({ name, stop: () => part.stop() }));
  return { stop: (until) => stopInOrder(stops, until) };
});
