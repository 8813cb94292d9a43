import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { coreRecords, customers as customersTable, type Database, openDatabase } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { startPostgres } from '@hofn/database/test-server.ts';
import { migratedDatabase } from '@hofn/database/testing.ts';
import { openFolderStore } from '@hofn/files';
import { createLogger, listen } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { count } from 'drizzle-orm';
import { createApi } from '../apps/api/src/api.ts';
import { createServices } from '../apps/api/src/services.ts';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { createIssuer, fixedClock } from '../apps/api/src/testing.ts';
import type { Bench, Figure } from './bench.ts';
import { runCoreCommand, writeFacts } from './imports.ts';

/** Customers to load, each with about 37 facts; 5 in 100 have ten years of ledger entries. */
const customers = Number(process.env.LOAD_CUSTOMERS ?? 400_000);
/** Customers who are on file before and read their pages meanwhile. */
const readers = 200;
/** How often the import is killed, at even distances. */
const kills = Number(process.env.LOAD_KILLS ?? 9);
/** One read each: about what 10 000 customers an hour cause. */
const readIntervalMs = 100;
const pages = ['/api/policy/v3/overview', '/api/account/v1', '/api/payment/v1/installmentsOverview'];

/** Serves the API to the readers, as long as `until` is pending. @returns milliseconds of each answered read, in order */
const readMeanwhile = async (
  database: Database,
  until: Promise<unknown>,
): Promise<{ times: number[]; refused: number }> => {
  const issuer = await createIssuer();
  const ids = await database.db.select({ id: customersTable.id }).from(customersTable).limit(readers);
  const tokens = await Promise.all(ids.map(({ id }) => issuer.token(id)));
  const services = createServices({
    database,
    clock: fixedClock(),
    logger: createLogger('api', 'info', { write: () => undefined }),
    settings: { ...defaultSettings(), RATE_READ: 1_000_000_000 },
    outbox: { send: async () => {} },
    files: openFolderStore('none'),
    secrets: testSecrets,
  });
  const api = await listen(await createApi({ services, keys: issuer.keys }), {
    ...{ port: 0, host: '127.0.0.1', setting: 'none' },
  });
  let ended = false;
  const end = () => {
    ended = true;
  };
  until.then(end, end);
  const times: number[] = [];
  let refused = 0;
  const reads: Promise<void>[] = [];
  const read = async (turn: number) => {
    const started = performance.now();
    const answer = await fetch(api.url + pages[turn % pages.length], {
      headers: { authorization: `Bearer ${tokens[turn % tokens.length]}` },
    });
    await answer.arrayBuffer();
    if (answer.ok) times.push(performance.now() - started);
    else refused += 1;
  };
  for (let turn = 0; !ended; turn += 1) {
    // Not one after the other: a slow read must not put off the next.
    reads.push(read(turn));
    await pause(readIntervalMs);
  }
  await Promise.all(reads);
  await api.stop();
  return { times: times.toSorted((a, b) => a - b), refused };
};

type Loaded = { seconds: number; megabytes: number; killed: number; out: string };

/** Imports a file, killed and continued at even distances of the lines. */
const loadWithKills = async (url: string, file: string, lines: number): Promise<Loaded> => {
  let [seconds, megabytes, killed] = [0, 0, 0];
  for (;;) {
    let kill = () => false;
    let isKilled = false;
    const run = await runCoreCommand('core:import', [file, '--source', 'bench'], {
      url,
      onStart: (killIt) => {
        kill = killIt;
      },
      onProgress: (line) => {
        const read = Number(/^(\d+) lines \(/.exec(line)?.[1] ?? 0);
        if (!isKilled && killed < kills && read >= ((killed + 1) * lines) / (kills + 1)) isKilled = kill();
      },
    });
    seconds += run.seconds;
    megabytes = Math.max(megabytes, run.megabytes);
    if (run.code === 0) return { seconds, megabytes, killed, out: run.out };
    // Without an exit code, a signal ended it: the system's, if it is not ours.
    if (!isKilled || run.code !== null)
      throw new Error(`The import ended with ${run.code ?? 'a signal that is not ours'}.`);
    killed += 1;
  }
};

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * The first load of an insurer: one command, killed and continued, while customers who are on file read their pages. In
 * the end the file is compared with the database.
 */
export const bench: Bench = {
  about: `first load of ${customers} customers, killed ${kills} times, on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    const folder = mkdtempSync(join(tmpdir(), 'hofn-load-'));
    const url = await migratedDatabase(postgres);
    const database = await openDatabase({ url });
    try {
      await database.db.transaction((tx) => seedReference(tx));
      const [before, file] = [join(folder, 'before.ndjson'), join(folder, 'facts.ndjson.gz')];
      await writeFacts(before, { from: 0, to: readers });
      await writeFacts(file, { from: readers, to: customers });
      await runCoreCommand('core:import', [before, '--source', 'bench'], { url });
      const rows = async () => (await database.db.select({ rows: count() }).from(coreRecords))[0]?.rows ?? 0;
      const lines = ((await rows()) / readers) * customers;

      const loading = loadWithKills(url, file, lines);
      const { times, refused } = await readMeanwhile(database, loading);
      const { seconds, megabytes, killed, out } = await loading;
      console.log(`  ${out.trim()}`);
      const { code, out: differences } = await runCoreCommand(
        'core:compare',
        [before, file, '--source', 'bench'],
        { url },
      );
      const at = (share: number) => round(times[Math.floor((times.length - 1) * share)] ?? Number.NaN);
      const facts = await rows();
      return [
        { name: 'facts', value: facts, unit: '' },
        { name: 'killed', value: killed, unit: 'times', most: kills, least: kills },
        { name: 'load: duration', value: round(seconds), unit: 's' },
        { name: 'load: facts a second', value: Math.round(facts / seconds), unit: '/s' },
        { name: 'load: most memory', value: Math.round(megabytes), unit: 'MB', most: 300 },
        { name: 'reads meanwhile', value: times.length, unit: '' },
        { name: 'reads refused meanwhile', value: refused, unit: '' },
        { name: 'read meanwhile: p50', value: at(0.5), unit: 'ms' },
        { name: 'read meanwhile: p99', value: at(0.99), unit: 'ms', most: 1000 },
        {
          name: 'differences from the file',
          value: code === 0 ? 0 : differences.trim().split('\n').length,
          unit: '',
          most: 0,
        },
      ];
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
      await postgres.stop();
    }
  },
};
