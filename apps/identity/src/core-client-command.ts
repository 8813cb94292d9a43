// Registers other systems as clients of the core connection, with their public keys (rule CORE-1).
import { systemClock } from '@hofn/domain';
import { runCommand } from '@hofn/service/command.ts';
import { withCommandDatabase } from './command-database.ts';
import { readCoreClientCommand } from './core-clients/command.ts';
import { createCoreClients } from './core-clients/core-clients.ts';

await runCommand(async () => {
  const command = await readCoreClientCommand(process.argv.slice(2));
  const print = (line: string) => console.log(line);
  if (!command.needsDatabase) return command.run(print);
  await withCommandDatabase(({ db }) => command.run(print, createCoreClients({ db, clock: systemClock })));
});
