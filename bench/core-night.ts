import { fork } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '@hofn/database';
import { startPostgres } from '@hofn/database/test-server.ts';
import { migratedDatabase, urlOfRole } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { createHofn } from '../apps/core/src/hofn.ts';
import { sendFacts } from '../apps/core/src/send.ts';
import { moveCalendar } from '../apps/core/src/store/calendar.ts';
import { countWork } from '../apps/core/src/store/work.ts';
import { fillCustomers, startFront, testClient } from '../apps/core/src/testing.ts';
import type { Bench, Figure } from './bench.ts';
import { copyAdded, countRows } from './core-night-rows.ts';
import type { WorkOrder, WorkResult } from './core-night-work.ts';

/** Customers of an insurer that the product is built for. */
const allCustomers = 400_000;
const customerCount = Number(process.env.CORE_CUSTOMERS ?? allCustomers);
/** Replicas that share the work. */
const processes = 2;
/** From midnight to the nightly issue of documents at 4:15, which needs the new facts. */
const windowMinutes = 240;
/** Customers filled in at a time: more would only take more memory. */
const batchSize = 2_000;
/** How long facts are sent, to see how many a second. */
const sendingMs = 10_000;

/** The last day before everything renews. Instalments fall due on the first of a month, as most do. */
const openedOn = '2026-11-30';
const renewalDay = '2026-12-01';

const round = (value: number): number => Math.round(value * 10) / 10;
const minutesForAll = (seconds: number): number => round(((seconds / customerCount) * allCustomers) / 60);

const startWork = async (order: WorkOrder): Promise<WorkResult> => {
  const worker = fork(new URL('./core-night-work.ts', import.meta.url));
  worker.send(order);
  const exited = once(worker, 'exit').then(([code]) => {
    throw new Error(`A process of the core ended with ${code}.`);
  });
  const [result] = await Promise.race([once(worker, 'message'), exited]);
  return result as WorkResult;
};

const fill = async (url: string): Promise<void> => {
  const database = await openDatabase({ url });
  for (let from = 0; from < customerCount; from += batchSize)
    await fillCustomers(database.db, Math.min(batchSize, customerCount - from), openedOn, {
      ...{ from, instalmentsPerYear: 12 },
    });
  await database.db.execute('analyze');
  await database.close();
};

/** The processes do the work until a day, which nobody else does. @returns its figures and its seconds */
const measureNight = async (url: string, name: string, day: string) => {
  const database = await openDatabase({ url });
  const before = await countRows(database);
  await moveCalendar(database.db, day);
  const started = performance.now();
  const order = { url: urlOfRole(url, 'core') };
  const results = await Promise.all(Array.from({ length: processes }, () => startWork(order)));
  const seconds = (performance.now() - started) / 1000;
  const { toDo, failed } = await countWork(database.db);
  const after = await countRows(database);
  await database.close();
  const added = Object.entries(after).map(([table, rows]) => ({
    ...{ name: `${name}: rows added to ${table}`, value: rows - (before[table] ?? 0), unit: '' },
  }));
  const figures: Figure[] = [
    { name: `${name}: duration`, value: round(seconds), unit: 's' },
    { name: `${name}: customers a second`, value: Math.round(customerCount / seconds), unit: '/s' },
    {
      ...{ name: `${name}: minutes for ${allCustomers} customers`, value: minutesForAll(seconds) },
      ...{ unit: 'min', most: windowMinutes },
    },
    { name: `${name}: customers not done`, value: toDo + failed, unit: '', most: 0 },
    {
      ...{ name: `${name}: longest portion`, unit: 'ms' },
      value: Math.round(Math.max(...results.map(({ longest }) => longest))),
    },
    {
      ...{ name: `${name}: most memory of a process`, unit: 'MB' },
      value: Math.max(...results.map(({ megabytes }) => megabytes)),
    },
    ...added.filter(({ value }) => value !== 0),
  ];
  for (const { name: of, value, unit } of figures) console.log(`    ${of} ${value} ${unit}`);
  return { figures, seconds };
};

/** Sends facts for some seconds to a front that stores nothing. @returns how many a second */
const measureSending = async (url: string): Promise<number> => {
  const database = await openDatabase({ url: urlOfRole(url, 'core') });
  const front = await startFront();
  const hofn = createHofn({ ...testClient, identity: front.url, api: front.url });
  const started = performance.now();
  await sendFacts({ db: database.db, hofn, clock: systemClock }, AbortSignal.timeout(sendingMs));
  const rate = front.facts.length / ((performance.now() - started) / 1000);
  await front.stop();
  await database.close();
  return rate;
};

/**
 * Nights of the insurance core that differ: one on which every policy renews and is charged, a quiet one, four weeks made up
 * for, and one on which every customer's monthly instalment falls due.
 */
export const bench: Bench = {
  about: `nights of the insurance core for ${customerCount} customers, shared by ${processes} processes, on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    try {
      const [url, copied] = [await migratedDatabase(postgres), await migratedDatabase(postgres)];
      const filling = performance.now();
      await fill(url);
      const filled = (performance.now() - filling) / 1000;
      console.log(`    filled in ${Math.round(filled)} s`);
      const renewal = await measureNight(url, 'renewal', renewalDay);
      const floor = await copyAdded({ from: url, to: copied, day: renewalDay });
      const facts = renewal.figures.find(({ name }) => name.endsWith('outbox'))?.value ?? 0;
      const quiet = await measureNight(url, 'quiet night', '2026-12-02');
      const weeks = await measureNight(url, 'four weeks made up for', '2026-12-31');
      const monthEnd = await measureNight(url, 'month end', '2027-01-01');
      const rate = await measureSending(url);
      return [
        { name: 'customers', value: customerCount, unit: '' },
        ...[renewal, quiet, weeks, monthEnd].flatMap(({ figures }) => figures),
        { name: 'COPY of the rows of the renewal: rows', value: floor.rows, unit: '' },
        { name: 'COPY of the rows of the renewal: duration', value: round(floor.seconds), unit: 's' },
        { name: 'renewal by COPY', value: round(renewal.seconds / floor.seconds), unit: 'times' },
        {
          name: 'sending: facts a second, to a front that stores nothing',
          value: Math.round(rate),
          unit: '/s',
        },
        {
          ...{ name: `sending: minutes for the renewal of ${allCustomers} customers`, unit: 'min' },
          value: minutesForAll(facts / rate),
        },
      ];
    } finally {
      await postgres.stop();
    }
  },
};
