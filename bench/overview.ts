import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { customers, instalments, openDatabase, policies, premiumParts } from '@hofn/database';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { openFolderStore } from '@hofn/files';
import { createLogger, listen } from '@hofn/service';
import Fastify from 'fastify';
import pg from 'pg';
import { createApi } from '../apps/api/src/api.ts';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { createIssuer, fillDatabase, fixedClock } from '../apps/api/src/testing.ts';
import { type Bench, type Figure, median } from './bench.ts';
import type { Load, Loaded } from './load.ts';

const people = 1_000;
const policiesEach = 6;
const rounds = 5;
const load = { milliseconds: 3_000, connections: 16 };

/** Customers with six policies, a discount on each and a year of instalments. */
const fill = async (db: Awaited<ReturnType<typeof openDatabase>>['db']) => {
  const ids = Array.from({ length: people }, (_, index) => `c${index}`);
  const ordinals = Array.from({ length: policiesEach }, (_, index) => index);
  for (let from = 0; from < people; from += 200) {
    const some = ids.slice(from, from + 200);
    await db.insert(customers).values(
      some.map((id, index) => ({
        id,
        ssn: `8${String(from + index).padStart(9, '0')}`,
        kind: 'person' as const,
        fullName: `Prófun ${id}`,
      })),
    );
    await db.insert(policies).values(
      some.flatMap((customerId) =>
        ordinals.map((ordinal) => ({
          customerId,
          id: `p${ordinal}`,
          number: `${customerId}${ordinal}`,
          productId: ordinal % 2 ? 'home' : 'kasko',
          insuredIs: `Toyota RAV4, ÞB X4${ordinal}`,
          insuredEn: `Toyota RAV4, ÞB X4${ordinal}`,
          premiumPerYear: 90_000,
          deductible: 140_000,
          validFrom: '2026-03-01',
          validTo: '2027-02-28',
          instalmentsPerYear: 12,
          instalmentFeePercent: 2.25,
          termsCodes: ['BK10'],
        })),
      ),
    );
    await db.insert(premiumParts).values(
      some.flatMap((customerId) =>
        ordinals.flatMap((ordinal) => [
          { customerId, policyId: `p${ordinal}`, id: 'base', amount: 100_000 },
          { customerId, policyId: `p${ordinal}`, id: 'loyalty', amount: -10_000 },
        ]),
      ),
    );
    await db.insert(instalments).values(
      some.flatMap((customerId) =>
        Array.from({ length: 12 }, (_, month) => {
          const day = `2026-${String(month + 1).padStart(2, '0')}`;
          return {
            customerId,
            id: `i${month}`,
            sequence: month + 1,
            sequenceOf: 12,
            dueDate: `${day}-01`,
            finalDueDate: `${day}-15`,
            amount: 45_000,
            method: 'claim' as const,
            paidAt: month < 11 ? `${day}-02T08:00:00Z` : null,
          };
        }),
      ),
    );
  }
  return ids;
};

type Round = { cpu: number; rate: number };

const measure = async () => {
  const found = findPostgres();
  if (typeof found === 'string') throw new Error(`This benchmark needs PostgreSQL: ${found}`);
  const server = await startPostgres();
  if (!server) throw new Error('PostgreSQL did not start.');
  const database = await openDatabase({ url: server.url });
  await database.migrate();
  await fillDatabase(database);
  const ids = await fill(database.db);
  await database.db.execute('analyze');
  const issuer = await createIssuer();
  const tokens = await Promise.all(ids.map((id) => issuer.token(id)));

  const logger = createLogger('api', 'info', { write: () => undefined });
  const noLimit = 1_000_000_000;
  const settings = { ...defaultSettings(), RATE_READ: noLimit };
  const api = await listen(
    await createApi({
      database,
      clock: fixedClock(),
      logger,
      settings,
      keys: issuer.keys,
      outbox: { send: async () => {} },
      files: openFolderStore('none'),
    }),
    { port: 0, host: '127.0.0.1', setting: 'none' },
  );
  const path = '/api/policy/v3/overview';
  const answer = await fetch(api.url + path, { headers: { authorization: `Bearer ${tokens[0]}` } });
  const body: unknown = await answer.json();
  const bare = Fastify();
  bare.get(path, () => body);
  const floor = await listen(bare, { port: 0, host: '127.0.0.1', setting: 'none' });
  const pool = new pg.Pool({ connectionString: server.url });
  await pool.query('create table bodies (id text primary key, body text not null)');
  await pool.query('insert into bodies select id, $1 from customers', [JSON.stringify(body)]);
  const idOf = new Map(tokens.map((token, at) => [token, ids[at]]));
  const querying = Fastify();
  querying.get(path, async ({ headers }, reply) => {
    const id = idOf.get(headers.authorization?.slice('Bearer '.length) ?? '');
    const { rows } = await pool.query({
      name: 'body',
      text: 'select body from bodies where id = $1',
      values: [id],
    });
    return reply.type('application/json').send(rows[0]?.body);
  });
  const oneQuery = await listen(querying, { port: 0, host: '127.0.0.1', setting: 'none' });

  const loader = fork(fileURLToPath(new URL('./load.ts', import.meta.url)));
  const press = async (url: string, milliseconds = load.milliseconds): Promise<Round> => {
    const before = process.cpuUsage();
    const done = new Promise<Loaded>((resolve) =>
      loader.once('message', (loaded: Loaded) => resolve(loaded)),
    );
    loader.send({ ...load, url: url + path, tokens, milliseconds } satisfies Load);
    const { requests, failures, seconds } = await done;
    const { user, system } = process.cpuUsage(before);
    if (failures > 0) throw new Error(`${failures} requests failed.`);
    return { cpu: (user + system) / requests, rate: requests / seconds };
  };

  const own: Round[] = [];
  const memory: Round[] = [];
  const query: Round[] = [];
  try {
    await press(api.url);
    await press(floor.url);
    await press(oneQuery.url);
    // Turn by turn, so that whatever else the machine does falls on both.
    for (let round = 0; round < rounds; round += 1) {
      memory.push(await press(floor.url));
      query.push(await press(oneQuery.url));
      own.push(await press(api.url));
    }
  } finally {
    loader.kill();
    await api.stop();
    await floor.stop();
    await oneQuery.stop();
    await pool.end();
    await database.close();
    await server.stop();
  }
  return { own, memory, query, bytes: JSON.stringify(body).length };
};

/**
 * Policy overview by the API on PostgreSQL, and the same body by a bare Fastify, out of memory and by one query of `pg`,
 * in turns.
 */
export const bench: Bench = {
  about: 'policy overview on PostgreSQL against Fastify answering the same body from memory',
  run: async (): Promise<Figure[]> => {
    const { own, memory, query, bytes } = await measure();
    const cpuOf = (taken: Round[]) => median(taken.map(({ cpu }) => cpu));
    const rateOf = (taken: Round[]) => median(taken.map(({ rate }) => rate));
    const timesOf = (floor: Round[]) =>
      Math.round(median(own.map(({ cpu }, round) => cpu / (floor[round]?.cpu ?? Number.NaN))) * 100) / 100;
    return [
      { name: 'size of the body', value: bytes, unit: 'bytes' },
      { name: 'CPU per request, from memory', value: Math.round(cpuOf(memory)), unit: 'µs' },
      { name: 'CPU per request, by one query', value: Math.round(cpuOf(query)), unit: 'µs' },
      { name: 'CPU per request, the API', value: Math.round(cpuOf(own)), unit: 'µs' },
      {
        name: 'CPU per request, the API by the floor',
        value: timesOf(memory),
        unit: 'times',
        most: 3.5,
      },
      {
        name: 'CPU per request, the API by one query',
        value: timesOf(query),
        unit: 'times',
        most: 2,
      },
      { name: 'requests a second, from memory', value: Math.round(rateOf(memory)), unit: '/s' },
      { name: 'requests a second, the API', value: Math.round(rateOf(own)), unit: '/s' },
    ];
  },
};
