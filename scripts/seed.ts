// Seeds a database with the demo customers, or with generated ones. `npm run seed -- --help`
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { customersPerSeed, openDatabase, seedCustomers, seedReference, seeds } from '@hofn/database';
import { dayOf, systemClock } from '@hofn/domain';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { loadDemo } from '../apps/api/src/core/import/load-demo.ts';
import { findCalendar } from '../apps/core/src/store/calendar.ts';
import { hasOldBook } from './system/carry-over.ts';
import { openDemo } from './system/core.ts';
import {
  confirmation,
  refuseOtherProducts,
  refuseProduction,
  refuseRealCustomers,
} from './system/invented-data.ts';

const help = `npm run seed                              resets the demo customers, with dates relative to today
npm run seed -- --customers N             adds N generated customers, 1 to ${customersPerSeed}
npm run seed -- --customers N --seed S    adds N others: each seed, 0 to ${seeds - 1}, gives different ones
npm run seed -- --reference               loads the demo's products, terms and tariff, and no customers

Running it again adds only what is missing. It writes to the database at DATABASE_URL, or else to the embedded one in
DATABASE_FOLDER [.data/database], which must not be in use. Customers, products and prices are invented: with
NODE_ENV=production, and where customers may be real, it refuses. --${confirmation} adds them to a copy for
tests that has other customers.`;

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
      reference: { type: 'boolean', default: false },
      [confirmation]: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    help: values.help,
    reference: values.reference,
    isConfirmed: values[confirmation],
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
  const { help: showHelp, customers, seed, reference, isConfirmed } = readArguments();
  if (showHelp) {
    console.log(help);
    return;
  }
  refuseProduction(process.env);
  const url = process.env.DATABASE_URL || undefined;
  const folder = process.env.DATABASE_FOLDER || '.data/database';
  if (!url) mkdirSync(folder, { recursive: true });
  const database = await openDatabase({ url, folder });
  try {
    await database.migrate();
    if (reference) {
      await refuseOtherProducts(database);
      await database.db.transaction((tx) => seedReference(tx));
      console.log('The products, terms and tariff of the demo are loaded.');
      return;
    }
    await refuseRealCustomers(database, isConfirmed);
    const today = dayOf(systemClock.now());
    const started = performance.now();
    if (customers === null) {
      const demo = await loadDemo(database, today, systemClock);
      // Only where our core has run: elsewhere the insurer's own system supplies customers.
      if ((await findCalendar(database.db)) || hasOldBook(join(dirname(folder), 'core')))
        await database.db.transaction((tx) => openDemo(tx, today, true));
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
