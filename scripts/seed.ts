// Fills a database: the demo customers, or as many plausible ones as asked for. `npm run seed -- --help`
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  customersPerSeed,
  DatabaseFault,
  openDatabase,
  seedCustomers,
  seedDemo,
  seeds,
} from '@hofn/database';
import { dayOf, systemClock } from '@hofn/domain';

const help = `npm run seed                              reset the demo customers, as of today's date
npm run seed -- --customers N             N plausible customers besides, 1 to ${customersPerSeed}
npm run seed -- --customers N --seed S    N others: each seed number, 0 to ${seeds - 1}, makes its own

Run again, it only adds what is missing. It writes to the database of DATABASE_URL, or where that is not set to the
embedded one in DATABASE_FOLDER [.data/database], which must not be in use.`;

/** A problem of the command line, told without a stack. */
class UsageError extends Error {}

const wholeNumber = (name: string, text: string, min: number, max: number): number => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} takes a whole number from ${min} to ${max}, not ${text}.`);
};

const readArguments = () => {
  try {
    const { values } = parseArgs({
      options: {
        customers: { type: 'string' },
        seed: { type: 'string', default: '1' },
        help: { type: 'boolean', default: false },
      },
    });
    return {
      help: values.help,
      seed: wholeNumber('seed', values.seed, 0, seeds - 1),
      customers:
        values.customers === undefined
          ? null
          : wholeNumber('customers', values.customers, 1, customersPerSeed),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
};

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const showProgress = (total: number) => {
  const started = performance.now();
  let shown = 0;
  return (done: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} customers, ${seconds(started)}`);
    else if (done - shown >= total / 10) {
      shown = done;
      console.error(`${done} of ${total} customers, ${seconds(started)}`);
    }
  };
};

const run = async (): Promise<void> => {
  const { help: wanted, customers, seed } = readArguments();
  if (wanted) {
    console.log(help);
    return;
  }
  const url = process.env.DATABASE_URL || undefined;
  const folder = process.env.DATABASE_FOLDER || '.data/database';
  if (!url) mkdirSync(folder, { recursive: true });
  const database = await openDatabase({ url, folder });
  try {
    await database.migrate();
    const today = dayOf(systemClock.now());
    const started = performance.now();
    if (customers === null) {
      const signIns = await seedDemo(database.db, { today });
      console.log(`${signIns.length} demo customers reset, as of ${today}.`);
      return;
    }
    const added = await seedCustomers(database, {
      customers,
      seed,
      today,
      onProgress: showProgress(customers),
    });
    if (process.stderr.isTTY) process.stderr.write('\n');
    console.log(`${added} customers added, ${customers - added} already existed, in ${seconds(started)}.`);
  } finally {
    await database.close();
  }
};

try {
  await run();
} catch (error) {
  if (!(error instanceof DatabaseFault || error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
