import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { linesOfOtherTypes } from '@hofn/api/src/core/import/testing/all-types.ts';
import { generatedLines, type Line } from '@hofn/api/src/core/import/testing/generated-lines.ts';
import { contents, openDatabase } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { startPostgres } from '@hofn/database/test-server.ts';
import { migratedDatabase } from '@hofn/database/testing.ts';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Bench, Figure } from './bench.ts';
import { ndjson, portion, runCoreCommand, writeFacts } from './imports.ts';

/** Customers in the file, each with about 37 facts. */
const customers = Number(process.env.IMPORT_CUSTOMERS ?? 10_000);

// Parents before children.
const tables = [
  ...['customers', 'company_involvement', 'policies', 'policy_items', 'policy_covers', 'premium_parts'],
  ...['instalments', 'transactions', 'core_records'],
];

const runCommand = async (url: string, file: string): Promise<{ seconds: number; megabytes: number }> => {
  const { code, ...run } = await runCoreCommand('core:import', [file, '--source', 'bench'], { url });
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return run;
};

/** Copies the rows of one database to another with COPY. @returns rows, and seconds of the writing */
const copyRows = async (fromUrl: string, toUrl: string): Promise<{ rows: number; seconds: number }> => {
  const [source, target] = [fromUrl, toUrl].map((connectionString) => new pg.Client({ connectionString }));
  if (!source || !target) throw new Error('unreachable');
  await source.connect();
  await target.connect();
  let rows = 0;
  let milliseconds = 0;
  for (const table of tables) {
    const chunks: Buffer[] = await source.query(copyTo(`copy ${table} to stdout`)).toArray();
    const { rows: counted } = await source.query<{ count: string }>(`select count(*) from ${table}`);
    rows += Number(counted[0]?.count);
    const started = performance.now();
    await pipeline(Readable.from(chunks), target.query(copyFrom(`copy ${table} from stdin`)));
    milliseconds += performance.now() - started;
  }
  await source.end();
  await target.end();
  return { rows, seconds: milliseconds / 1000 };
};

const pdf = 'ab'.repeat(32);

/** Loads the facts of each type by themselves. @returns facts a second by type */
const ratesByType = async (url: string, folder: string): Promise<Figure[]> => {
  const lines = generatedLines({ from: 0, to: Math.min(customers, 2 * portion) });
  const ssns = lines.filter(({ type }) => type === 'customers').map(({ facts }) => String(facts.ssn));
  const places = new Map(ssns.map((ssn, place) => [ssn, place]));
  const policies = lines
    .filter(({ type }) => type === 'policies')
    .map(({ key, facts }) => ({ key, customer: places.get(String(facts.customer)) ?? 0 }));
  const { before, after } = linesOfOtherTypes(ssns, policies, pdf);
  const load = async (name: string, some: readonly Line[]) => {
    const file = join(folder, `${name}.ndjson`);
    writeFileSync(file, ndjson(some));
    return (await runCommand(url, file)).seconds;
  };
  // What the command costs without facts.
  const start = await load('products', before);
  const figures: Figure[] = [];
  for (const [type, some] of Map.groupBy([...lines, ...after], (line) => line.type)) {
    const seconds = Math.max((await load(type, some)) - start, 0.001);
    figures.push({ name: `${type}: facts a second`, value: Math.round(some.length / seconds), unit: '/s' });
  }
  return figures;
};

const round = (value: number): number => Math.round(value * 10) / 10;

/** The command loads generated customers into an empty database, then the same again; the floor is COPY of the rows. */
export const bench: Bench = {
  about: `bulk import of ${customers} customers with policies, instalments and ledger on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    const folder = mkdtempSync(join(tmpdir(), 'hofn-import-'));
    try {
      const file = join(folder, 'facts.ndjson');
      await writeFacts(file, { from: 0, to: customers });
      const [imported = '', copied = '', byType = ''] = [
        await migratedDatabase(postgres),
        await migratedDatabase(postgres),
        await migratedDatabase(postgres),
      ];
      for (const url of [imported, copied, byType]) {
        const database = await openDatabase({ url });
        await database.db.transaction((tx) => seedReference(tx));
        await database.db.insert(contents).values({ key: pdf, putAt: new Date().toISOString() });
        await database.close();
      }
      const first = await runCommand(imported, file);
      const again = await runCommand(imported, file);
      const floor = await copyRows(imported, copied);
      const rate = floor.rows / first.seconds;
      return [
        { name: 'rows written', value: floor.rows, unit: '' },
        { name: 'import: rows a second', value: Math.round(rate), unit: '/s' },
        { name: 'import: duration', value: round(first.seconds), unit: 's' },
        { name: 'import: most memory', value: Math.round(first.megabytes), unit: 'MB', most: 300 },
        { name: 'the same again: duration', value: round(again.seconds), unit: 's' },
        {
          name: 'COPY of the rows: rows a second',
          value: Math.round(floor.rows / floor.seconds),
          unit: '/s',
        },
        { name: 'import by COPY', value: round(first.seconds / floor.seconds), unit: 'times', most: 6 },
        ...(await ratesByType(byType, folder)),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await postgres.stop();
    }
  },
};
