// A process of the core that does a night's work, sharing its portions with others. A bench starts it with `fork`; it answers
// one message and exits.
import { openDatabase } from '@hofn/database';
import { workPortion } from '../apps/core/src/store/work.ts';

/** The database, in the role of the core. */
export type WorkOrder = { url: string };
/** Customers done, milliseconds of the longest portion, and most memory in MB. */
export type WorkResult = { customers: number; longest: number; megabytes: number };

/** As many customers as in a portion of `createCore`. */
const portionSize = 50;

process.once('message', async ({ url }: WorkOrder) => {
  const database = await openDatabase({ url });
  let [customers, longest] = [0, 0];
  for (let last = 1; last > 0; customers += last) {
    const started = performance.now();
    const done = await workPortion(database.db, portionSize);
    for (const { error } of done.faults) throw error;
    last = done.customers;
    longest = Math.max(longest, performance.now() - started);
  }
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  await database.close();
  process.send?.({ customers, longest, megabytes } satisfies WorkResult, () => process.exit(0));
});
