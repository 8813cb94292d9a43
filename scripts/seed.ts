// Seeds a database with the demo customers, or with generated ones. `npm run seed -- --help`
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { customersPerSeed, openDatabase, seedCustomers, seeds } from '@hofn/database';
import { dayOf, systemClock } from '@hofn/domain';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { loadDemo } from '../apps/api/src/core/import/load-demo.ts';
import { readBook } from '../apps/sandbox/src/core/book.ts';
import { bookFileIn } from '../apps/sandbox/src/core/client-file.ts';
import { prepareLoadedBook } from './system/core.ts';

const help = `npm run seed                              resets the demo customers, with dates relative to today
npm run seed -- --customers N             adds N generated customers, 1 to ${customersPerSeed}
npm run seed -- --customers N --seed S    adds N others: each seed, 0 to ${seeds - 1}, gives different ones

Running it again adds only what is missing. It writes to the database at DATABASE_URL, or else to the embedded one in
DATABASE_FOLDER [.data/database], which must not be in use.`;

const parseInteger = (name: string, text: string, min: number, max: number): number => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new CommandError(`--${name} must be a whole number from ${min} to ${max}, not ${text}.`);
};

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    seed: parseInteger('seed', values.seed, 0, seeds - 1),
    customers:
      values.customers === undefined
        ? null
        : parseInteger('customers', values.customers, 1, customersPerSeed),
  };
};

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const showProgress = (total: number) => {
  const started = performance.now();
  let lastPrinted = 0;
  return (done: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} customers, ${seconds(started)}`);
    else if (done - lastPrinted >= total / 10) {
      lastPrinted = done;
      console.error(`${done} of ${total} customers, ${seconds(started)}`);
    }
  };
};

const run = async (): Promise<void> => {
  const { help: showHelp, customers, seed } = readArguments();
  if (showHelp) {
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
      const demo = await loadDemo(database, today, systemClock);
      const coreFolder = process.env.CORE_FOLDER || join(dirname(folder), 'core');
      // Only where the sandbox's core has run: elsewhere the insurer's own system supplies customers.
      if (readBook(bookFileIn(coreFolder))) prepareLoadedBook(coreFolder, today);
      console.log(`${demo.length} demo customers reset, as of ${today}.`);
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

await runCommand(run);
