import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@hofn/database';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { openFolderStore } from '@hofn/files';
import { createLogger, listen } from '@hofn/service';
import Fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';
import { createApi } from '../apps/api/src/api.ts';
import { createServices } from '../apps/api/src/services.ts';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { createIssuer, fillDatabase, fixedClock, type Issuer } from '../apps/api/src/testing.ts';
import { type Figure, median } from './bench.ts';
import type { Load, LoadResult } from './load.ts';

/** Turns of each side. */
export const rounds = 5;
const load = { milliseconds: 3_000, connections: 16 };

/** A turn: CPU per request in µs, and requests per second. */
export type Turn = { cpu: number; rate: number };

type Scenario<Group extends string> = {
  /** Adds customers to a separate PostgreSQL. @returns their ids by group */
  fill: (db: Database['db']) => Promise<Record<Group, string[]>>;
  /** Path of the call, which the customers make in turn. */
  path: string;
  /** The group whose response the baselines send. */
  baselineGroup: NoInfer<Group>;
};

/** Measurements: the response's size in bytes, and the turns of each group and of both baselines. */
type Measurements<Group extends string> = { bytes: number } & Record<Group | 'memory' | 'query', Turn[]>;

const place = { port: 0, host: '127.0.0.1' };
/** A baseline: Fastify without what a service has around it. */
const serveBare = async (server: FastifyInstance) => ({
  url: await server.listen(place),
  stop: () => server.close(),
});

/** A PostgreSQL of the benchmark's own with a migrated database. @throws Error if the machine has none */
export const openOwnPostgres = async () => {
  const found = findPostgres();
  if (typeof found === 'string') throw new Error(`This benchmark needs PostgreSQL: ${found}`);
  const postgres = await startPostgres();
  if (!postgres) throw new Error('PostgreSQL did not start.');
  const database = await openDatabase({ url: postgres.url });
  await database.migrate();
  await fillDatabase(database);
  return {
    url: postgres.url,
    database,
    stop: async () => {
      await database.close();
      await postgres.stop();
    },
  };
};

/** The API in this process, without a limit of reads. */
export const listenApi = async (database: Database, issuer: Issuer) =>
  listen(
    await createApi({
      services: createServices({
        database,
        clock: fixedClock(),
        logger: createLogger('api', 'info', { write: () => undefined }),
        settings: { ...defaultSettings(), RATE_READ: 1_000_000_000 },
        outbox: { send: async () => {} },
        files: openFolderStore('none'),
      }),
      keys: issuer.keys,
    }),
    { ...place, setting: 'none' },
  );

/** Another process that makes requests, so that the CPU of this one is the server's own. */
export const startLoader = () => {
  const loader = fork(fileURLToPath(new URL('./load.ts', import.meta.url)));
  return {
    /** Requests an address with each token in turn. @throws Error if a request failed */
    apply: async (url: string, tokens: string[]): Promise<Turn> => {
      const before = process.cpuUsage();
      const done = new Promise<LoadResult>((resolve) =>
        loader.once('message', (loaded: LoadResult) => resolve(loaded)),
      );
      loader.send({ ...load, url, tokens } satisfies Load);
      const { requests, failures, seconds } = await done;
      const { user, system } = process.cpuUsage(before);
      if (failures > 0) throw new Error(`${failures} requests failed.`);
      return { cpu: (user + system) / requests, rate: requests / seconds };
    },
    stop: () => loader.kill(),
  };
};

/**
 * Measures an API call on PostgreSQL under load, against two baselines: a bare Fastify that sends the same body from
 * memory, and one that reads it as text with a prepared query.
 */
export const underLoad = async <Group extends string>({
  fill,
  path,
  baselineGroup,
}: Scenario<Group>): Promise<Measurements<Group>> => {
  const postgres = await openOwnPostgres();
  const { database } = postgres;
  const ids = await fill(database.db);
  const groups = Object.keys(ids) as Group[];
  await database.db.execute('analyze');
  const issuer = await createIssuer();
  const tokens = Object.fromEntries(
    await Promise.all(
      groups.map(async (group) => [group, await Promise.all(ids[group].map((id) => issuer.token(id)))]),
    ),
  ) as Record<Group, string[]>;

  const api = await listenApi(database, issuer);
  const [token] = tokens[baselineGroup];
  const response = await fetch(api.url + path, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path} answers ${response.status}.`);
  const body: unknown = await response.json();
  const fromMemory = Fastify();
  fromMemory.get(path, () => body);
  const memory = await serveBare(fromMemory);

  const pool = new pg.Pool({ connectionString: postgres.url });
  // The server stops right after the pool, and may report that to a connection that is still closing.
  pool.on('error', () => undefined);
  await pool.query('create table bodies (id text primary key, body text not null)');
  await pool.query('insert into bodies select id, $1 from customers', [JSON.stringify(body)]);
  const idOf = new Map(groups.flatMap((group) => tokens[group].map((each, at) => [each, ids[group][at]])));
  const byQuery = Fastify();
  byQuery.get(path, async ({ headers }, reply) => {
    const id = idOf.get(headers.authorization?.slice('Bearer '.length) ?? '');
    const { rows } = await pool.query({
      name: 'body',
      text: 'select body from bodies where id = $1',
      values: [id],
    });
    return reply.type('application/json').send(rows[0]?.body);
  });
  const query = await serveBare(byQuery);

  const loader = startLoader();
  const sides = [
    ['memory', memory.url, tokens[baselineGroup]],
    ['query', query.url, tokens[baselineGroup]],
    ...groups.map((group) => [group, api.url, tokens[group]] as const),
  ] as const;
  const turns = Object.fromEntries(sides.map(([side]) => [side, []])) as unknown as Record<string, Turn[]>;
  try {
    for (const [, url, by] of sides) await loader.apply(url + path, by);
    // Alternating turns, so that other work on the machine affects all sides.
    for (let round = 0; round < rounds; round += 1)
      for (const [side, url, by] of sides) turns[side]?.push(await loader.apply(url + path, by));
  } finally {
    loader.stop();
    await Promise.all([api.stop(), memory.stop(), query.stop()]);
    await pool.end();
    await postgres.stop();
  }
  return { ...turns, bytes: JSON.stringify(body).length } as Measurements<Group>;
};

const rounded = (value: number) => Math.round(value * 100) / 100;

/** CPU relative to a baseline, turn by turn; at most `most`, if there is a budget. */
export const cpuRatio = (name: string, own: Turn[], baseline: Turn[], most?: number): Figure => ({
  name: `CPU per request, ${name}`,
  value: rounded(median(own.map(({ cpu }, round) => cpu / (baseline[round]?.cpu ?? Number.NaN)))),
  unit: 'times',
  ...(most !== undefined && { most }),
});

/** CPU per request and requests per second, for reading, not for comparing machines. */
export const absolute = (name: string, turns: Turn[]): Figure[] => [
  { name: `CPU per request, ${name}`, value: Math.round(median(turns.map(({ cpu }) => cpu))), unit: 'µs' },
  {
    name: `requests a second, ${name}`,
    value: Math.round(median(turns.map(({ rate }) => rate))),
    unit: '/s',
  },
];
