import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { subjectHeader } from '@hofn/contracts';
import { type Database, openDatabase } from '@hofn/database';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { openFolderStore } from '@hofn/files';
import { createLogger, listen } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import Fastify from 'fastify';
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
  fill: (database: Database) => Promise<Record<Group, string[]>>;
  /** Path and query of the call, which the customers make in turn. */
  path: string;
  /** The group whose response the baselines send. */
  baselineGroup: NoInfer<Group>;
};

/** The response's size in bytes, and the turns of the API and of the baselines; see `underLoad`. */
type Measurements<Group extends string> = {
  bytes: number;
  memory: Turn[];
  query: Turn[];
  ownQuery: Record<Group, Turn[]>;
  api: Record<Group, Turn[]>;
};

const place = { port: 0, host: '127.0.0.1' };
/** A baseline: Fastify without what a service has around it. `answer` gives the body for a customer's token. */
const serveBare = async (path: string, answer: (token: string) => unknown) => {
  const server = Fastify();
  server.get(path.replace(/\?.*/, ''), async ({ headers }, reply) => {
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    return reply.type('application/json').send(await answer(token));
  });
  return { url: await server.listen(place), stop: () => server.close() };
};

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
        secrets: testSecrets,
      }),
      keys: issuer.keys,
    }),
    { ...place, setting: 'none' },
  );

/** V8 has compiled all code of a call after that many requests; every server gets as many. */
const warmUpRequests = 50_000;

/** A statement, and its parameters for any customer. */
type Statement = { text: string; valuesOf: (id: string) => unknown[] };

/**
 * The statement that the API sends to PostgreSQL to answer a request of the customer `id`.
 * @throws Error if it sends none or several
 */
const recordStatement = async (id: string, request: () => Promise<unknown>): Promise<Statement> => {
  const sent: { text: string; values: unknown[] }[] = [];
  const { query } = pg.Client.prototype;
  const record = function (this: pg.Client, ...input: [{ text: string }, unknown[]]) {
    const [{ text }, values] = input;
    sent.push({ text, values });
    return Reflect.apply(query, this, input);
  };
  pg.Client.prototype.query = record as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  const [statement] = sent;
  if (!statement || sent.length > 1) throw new Error(`The API sent ${sent.length} statements, not one.`);
  const { text, values } = statement;
  return { text, valuesOf: (other) => values.map((value) => (value === id ? other : value)) };
};

const noTurns = <Group extends string>(groups: readonly Group[]) =>
  Object.fromEntries(groups.map((group) => [group, []])) as unknown as Record<Group, Turn[]>;

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

const warmUp = async (loader: ReturnType<typeof startLoader>, url: string, tokens: string[]) => {
  let requests = 0;
  while (requests < warmUpRequests) {
    const { rate } = await loader.apply(url, tokens);
    requests += (rate * load.milliseconds) / 1000;
  }
};

type Asked = { path: string; body: string; statement: Statement; idOf: (token: string) => string };

/**
 * The baselines of a call of the API.
 * @param asked `body` is the API's answer, `statement` its query, and `idOf` gives the customer of a token
 */
const openBaselines = async (url: string, asked: Asked) => {
  const { path, body, statement, idOf } = asked;
  const pool = new pg.Pool({ connectionString: url });
  // The server stops right after the pool, and may report that to a connection that is still closing.
  pool.on('error', () => undefined);
  await pool.query('create table bodies (id text primary key, body text not null)');
  await pool.query('insert into bodies select id, $1 from customers', [body]);
  const serveRow = (name: string, text: string, valuesOf: (id: string) => unknown[]) =>
    serveBare(path, async (token) => {
      const { rows } = await pool.query({ name, text, values: valuesOf(idOf(token)) });
      return rows[0]?.body;
    });
  const fromMemory: unknown = JSON.parse(body);
  const [memory, query, ownQuery] = await Promise.all([
    serveBare(path, () => fromMemory),
    serveRow('body', 'select body from bodies where id = $1', (id) => [id]),
    serveRow('own', `select to_json(answer)::text as body from (${statement.text}) as answer`, (id) =>
      statement.valuesOf(id),
    ),
  ]);
  return {
    urls: { memory: memory.url, query: query.url, ownQuery: ownQuery.url },
    stop: async () => {
      await Promise.all([memory.stop(), query.stop(), ownQuery.stop()]);
      await pool.end();
    },
  };
};

/**
 * Measures an API call on PostgreSQL under load, against three baselines, each a bare Fastify: `memory` sends the same
 * body from memory, `query` reads it as text with a prepared query, and `ownQuery` sends the result of the API's own
 * query as text. Only the last waits for the database as long as the API does, which costs CPU too: the process
 * reads and answers fewer requests at once.
 */
export const underLoad = async <Group extends string>({
  fill,
  path,
  baselineGroup,
}: Scenario<Group>): Promise<Measurements<Group>> => {
  const postgres = await openOwnPostgres();
  const { database } = postgres;
  const ids = await fill(database);
  const groups = Object.keys(ids) as Group[];
  await database.db.execute('analyze');
  const issuer = await createIssuer();
  const tokensOf = (group: Group) => Promise.all(ids[group].map((id) => issuer.token(id)));
  const tokens = Object.fromEntries(
    await Promise.all(groups.map(async (group) => [group, await tokensOf(group)])),
  ) as Record<Group, string[]>;
  const idByToken = new Map(
    groups.flatMap((group) => tokens[group].map((each, at) => [each, ids[group][at]])),
  );

  const api = await listenApi(database, issuer);
  const [id = ''] = ids[baselineGroup];
  const [token = ''] = tokens[baselineGroup];
  const ask = async () => {
    const headers = { authorization: `Bearer ${token}`, [subjectHeader]: id };
    const response = await fetch(api.url + path, { headers });
    if (!response.ok) throw new Error(`${path} answers ${response.status}.`);
    return response.text();
  };
  // Before its first request the API does not know the customer.
  const body = await ask();
  const statement = await recordStatement(id, ask);
  const baselines = await openBaselines(postgres.url, {
    path,
    body,
    statement,
    idOf: (token) => idByToken.get(token) ?? '',
  });
  const { memory, query, ownQuery } = baselines.urls;

  const measured: Measurements<Group> = {
    bytes: body.length,
    memory: [],
    query: [],
    ownQuery: noTurns(groups),
    api: noTurns(groups),
  };
  const sides = [
    { url: memory, tokens: tokens[baselineGroup], turns: measured.memory },
    { url: query, tokens: tokens[baselineGroup], turns: measured.query },
    ...groups.flatMap((group) => [
      { url: ownQuery, tokens: tokens[group], turns: measured.ownQuery[group] },
      { url: api.url, tokens: tokens[group], turns: measured.api[group] },
    ]),
  ];
  const loader = startLoader();
  try {
    for (const { url, tokens } of new Map(sides.map((side) => [side.url, side])).values())
      await warmUp(loader, url + path, tokens);
    // Alternating turns, so that other work on the machine affects all sides.
    for (let round = 0; round < rounds; round += 1)
      for (const { url, tokens, turns } of sides) turns.push(await loader.apply(url + path, tokens));
  } finally {
    loader.stop();
    await Promise.all([api.stop(), baselines.stop()]);
    await postgres.stop();
  }
  return measured;
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

/** The figures of a call measured with one group of customers. `most`: its CPU by its own query, if that has a budget. */
export const ownFigures = (
  { bytes, memory, query, ownQuery, api }: Measurements<'own'>,
  most?: number,
): Figure[] => [
  { name: 'size of the body', value: bytes, unit: 'bytes' },
  ...absolute('from memory', memory),
  ...absolute('the body by one query', query),
  ...absolute('its own query', ownQuery.own),
  ...absolute('the API', api.own),
  cpuRatio('the API by memory', api.own, memory),
  cpuRatio('the API by the body by one query', api.own, query),
  cpuRatio('the API by its own query', api.own, ownQuery.own, most),
];
