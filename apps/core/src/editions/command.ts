// `npm run core:rules`: the editions of the rules that decide on acts, and the switch that refers everything (rule ACT-4).
import { systemClock } from '@hofn/domain';
import { createLogger, describeSettings, readSettings } from '@hofn/service';
import { runCommand } from '@hofn/service/command.ts';
import { databaseSettings, openFromSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { readCommand } from './commands.ts';

const help = `npm run -s core:rules -- list                                what applies today, all editions, and the switch
                     -- show ID                             an edition as JSON, as add reads it
                     -- add FILE --author NAME              adds an edition, which applies once it is approved
                     -- try ID [--from DAY --to DAY]        decides acts again by an edition, and changes nothing
                     -- approve ID --approver NAME          approves an edition, once, in another name than its author's
                     -- refer-everything on|off --by NAME   refers every act to people but withdrawals, or no longer

FILE is JSON as show prints it: id, from (its first day, today or later) and rules. An approved edition applies from its first day
until that of the next one; of two for one day, the one that was approved last. Nothing changes an edition.
try repeats what rules decided from DAY to DAY, without them in the month up to today, from the receipts of those acts.
The exit code is 2 for what is refused, with the reason on standard error. The embedded database must not be in use.

Settings by environment:`;

const schema = z.object(databaseSettings);

await runCommand(async () => {
  const command = readCommand(process.argv.slice(2));
  if (!command) return console.log(`${help}\n${describeSettings(schema)}`);
  const database = await openFromSettings(readSettings(schema, process.env), createLogger('core', 'warn'));
  try {
    for (const line of await command(database.db, systemClock.now())) console.log(line);
  } finally {
    await database.close();
  }
});
