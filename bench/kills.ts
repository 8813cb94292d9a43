import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CoreEventPage } from '@hofn/contracts';
import { eventTypeOf } from '@hofn/contracts/core/events.ts';
import { claimMessages, coreEvents, type Database, openDatabase } from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { startPostgres } from '@hofn/database/test-server.ts';
import { migratedDatabase } from '@hofn/database/testing.ts';
import { asc, eq } from 'drizzle-orm';
import { createIssuer, fillDatabase } from '../apps/api/src/testing.ts';
import { secretsKey, startReceiver } from '../apps/api/src/webhooks/testing.ts';
import type { Bench, Figure } from './bench.ts';
import { runCoreCommand, writeFacts } from './imports.ts';
import { findPorts } from './ports.ts';

/** How many processes are killed, and the numbers that decide which and when. */
const kills = Number(process.env.KILLS ?? 200);
const seed = Number(process.env.KILLS_SEED ?? 1);
/** Longest pause between a process being ready again and the next kill. */
const longestPauseMs = 1_000;
/** Kills between two lines that say how far the run is. */
const killsPerLine = 20;
const copies = 2;
/** Customers at work at the same time. */
const lanes = 4;
const retryMs = 50;
/** Customers of each file that is imported meanwhile. */
const customersPerImport = 300;

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
const randomNumbers = (from: number) => {
  let state = from;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** A copy of the API, which delivers events too. It can be killed and started again. */
const createCopy = (port: number, environment: Record<string, string>, log: string) => {
  let child: ChildProcess | undefined;
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url,
    start: async () => {
      const output = openSync(log, 'a');
      child = spawn(process.execPath, ['apps/api/src/main.ts'], {
        env: { ...process.env, ...environment, API_PORT: String(port) },
        stdio: ['ignore', output, output],
      });
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The API ended with ${child.exitCode}: ${log}`);
        const answer = await fetch(`${url}/ready`).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.ok) return;
        await pause(retryMs);
      }
    },
    end,
  };
};
type Copy = ReturnType<typeof createCopy>;

/** Sends a request to the copies in turn until one accepts it. */
const persist = async (copies: readonly Copy[], path: string, init: RequestInit): Promise<unknown> => {
  for (let turn = 0; ; turn += 1) {
    const copy = copies[turn % copies.length];
    const answer = await fetch(`${copy?.url}${path}`, init).catch(() => undefined);
    const body = await answer?.json().catch(() => undefined);
    if (answer?.ok && body !== undefined) return body;
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`${path} answers ${answer.status}: ${JSON.stringify(body)}`);
    await pause(retryMs);
  }
};

/** A token of the customer, or of the core system, that has just been issued. */
type Tokens = { customer(): Promise<string>; system(): Promise<string> };

/** Customers who write about their claim until `isOver`. @returns the ids of the messages that were acknowledged */
const write = async (
  copies: readonly Copy[],
  tokens: Tokens,
  isOver: () => boolean,
): Promise<Set<string>> => {
  const acknowledged = new Set<string>();
  const lane = async (number: number) => {
    for (let turn = 0; !isOver(); turn += 1) {
      const { id } = (await persist(copies, '/api/claim/v1/claims/c1/messages', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokens.customer()}`,
          'content-type': 'application/json',
          // A repeated message is the same act.
          'idempotency-key': `lane-${number}-${turn}`,
        },
        body: JSON.stringify({ text: `Bíllinn er ökufær ${number} ${turn}.` }),
      })) as { id: string };
      acknowledged.add(id);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return acknowledged;
};

/** Follows the feed until `isOver` and nothing is left. @returns ids of events in the order read */
const follow = async (copies: readonly Copy[], tokens: Tokens, isOver: () => Promise<boolean>) => {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const over = await isOver();
    const page = (await persist(copies, `/api/core/v1/events?limit=500${after && `&after=${after}`}`, {
      headers: { authorization: `Bearer ${await tokens.system()}` },
    })) as CoreEventPage;
    ids.push(...page.events.map(({ id }) => id));
    after = page.next;
    if (over && page.events.length === 0) return ids;
    await pause(retryMs);
  }
};

/** Imports that are killed and continued. */
const createImports = (url: string, folder: string) => {
  let killRunning = () => false;
  const files: string[] = [];
  return {
    /** @returns whether one was running */
    kill: () => killRunning(),
    files,
    /** Imports one file after the other until `isOver`, each to its end. */
    run: async (isOver: () => boolean) => {
      while (!isOver()) {
        const from = files.length * customersPerImport;
        const file = join(folder, `${files.length}.ndjson.gz`);
        await writeFacts(file, { from, to: from + customersPerImport });
        files.push(file);
        for (let code: number | null = null; code === null; ) {
          ({ code } = await runCoreCommand('core:import', [file, '--source', 'bench'], {
            url,
            onStart: (kill) => {
              killRunning = kill;
            },
            // Not printed.
            onProgress: () => undefined,
          }));
        }
      }
    },
  };
};

/** Kills a copy or the import, at random. @returns kills by what was killed */
const killAtRandom = async (
  copies: readonly Copy[],
  imports: ReturnType<typeof createImports>,
  isOver: () => boolean,
) => {
  const random = randomNumbers(seed);
  const counts = { api: 0, import: 0 };
  while (!isOver() && counts.api + counts.import < kills) {
    await pause(random() * longestPauseMs);
    const copy = copies[Math.floor(random() * (copies.length + 1))];
    if (copy) {
      counts.api += 1;
      await copy.end('SIGKILL');
      await copy.start();
    } else if (imports.kill()) counts.import += 1;
    else continue;
    const done = counts.api + counts.import;
    if (done % killsPerLine === 0) console.log(`  ${done} of ${kills}`);
  }
  return counts;
};

const duplicates = (ids: readonly string[]): number => ids.length - new Set(ids).size;

/** What the database has in the end, compared with what was acknowledged, read and received. */
const compare = async (
  { db }: Database,
  seen: { acknowledged: ReadonlySet<string>; read: readonly string[]; received: readonly string[] },
): Promise<Figure[]> => {
  const messages = await db.select({ id: claimMessages.id }).from(claimMessages);
  const events = await db
    .select({ id: coreEvents.id, data: coreEvents.data })
    .from(coreEvents)
    .where(eq(coreEvents.type, eventTypeOf('claim.messageSent')))
    .orderBy(asc(coreEvents.seq));
  const written = new Set(messages.map(({ id }) => id));
  const announced = events.map(({ data }) => String((data as { messageId?: unknown }).messageId));
  const known = new Set(announced);
  const none = (name: string, value: number): Figure => ({ name, value, unit: '', most: 0 });
  const missing = (of: Iterable<string>, from: ReadonlySet<string>) =>
    [...of].filter((id) => !from.has(id)).length;
  const order = events.map(({ id }) => id);
  const ofType = new Set(order);
  const read = seen.read.filter((id) => ofType.has(id));
  return [
    { name: 'acts acknowledged', value: seen.acknowledged.size, unit: '' },
    none('acts acknowledged and not stored', missing(seen.acknowledged, written)),
    none('acts without an event', missing(seen.acknowledged, known)),
    none('events without an act', missing(known, written)),
    none('acts with two events', duplicates(announced)),
    none('events that the feed left out', missing(order, new Set(seen.read))),
    none('events that the feed gave twice', duplicates(seen.read)),
    none('events out of order in the feed', read.filter((id, at) => id !== order[at]).length),
    none('events that no webhook received', missing(order, new Set(seen.received))),
    {
      name: 'deliveries repeated',
      value: duplicates(seen.received.filter((id) => ofType.has(id))),
      unit: '',
    },
  ];
};

const untilReceived = async ({ db }: Database, received: () => ReadonlySet<string>): Promise<void> => {
  // A claim of a killed delivery ends after a minute.
  for (const until = performance.now() + 180_000; performance.now() < until; ) {
    const events = await db.select({ id: coreEvents.id }).from(coreEvents);
    const known = received();
    if (events.every(({ id }) => known.has(id))) return;
    await pause(500);
  }
};

/** Copies of the API with their relay and deliveries, and imports, are killed at random while customers act. */
export const bench: Bench = {
  about: `${kills} kills of API, relay, deliveries and imports, seed ${seed}, on PostgreSQL`,
  run: async (): Promise<Figure[]> => {
    const postgres = await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    const folder = mkdtempSync(join(tmpdir(), 'hofn-kills-'));
    const url = await migratedDatabase(postgres);
    const database = await openDatabase({ url });
    const receiver = await startReceiver();
    const issuer = await createIssuer();
    const [keysPort = 0, ...ports] = await findPorts(1 + copies);
    const keys = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks));
    }).listen(keysPort, '127.0.0.1');
    const started: Copy[] = [];
    let isOver = false;
    let killing: ReturnType<typeof killAtRandom> | undefined;
    try {
      await fillDatabase(database);
      await database.db.transaction((tx) => seedReference(tx));
      const justNow = () => {
        const iat = Math.floor(Date.now() / 1000);
        return { iat, exp: iat + 300 };
      };
      const tokens: Tokens = {
        customer: () => issuer.token('anna', { ...justNow(), auth_time: justNow().iat }),
        system: () => issuer.serviceToken(['core.events.read', 'core.webhooks'], justNow()),
      };
      const environment = {
        DATABASE_URL: url,
        IDENTITY_ISSUER: 'http://localhost:8081/',
        IDENTITY_KEYS_URL: `http://127.0.0.1:${keysPort}/jwks.json`,
        FILES_FOLDER: join(folder, 'files'),
        SECRETS_KEY: secretsKey.toString('base64'),
        WEBHOOK_NETWORKS: '127.0.0.1',
        RATE_WRITE: '1000000',
        RATE_CORE: '1000000',
        LOG_LEVEL: 'warn',
      };
      for (const port of ports) started.push(createCopy(port, environment, join(folder, `${port}.log`)));
      await Promise.all(started.map((copy) => copy.start()));
      await persist(started, '/api/core/v1/webhooks', {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokens.system()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: receiver.url }),
      });

      let isRelayed = false;
      const imports = createImports(url, folder);
      const reading = follow(started, tokens, async () => isRelayed);
      // Seen when it is awaited: until then it would end the process and leave others running.
      reading.catch(() => {});
      const begun = performance.now();
      killing = killAtRandom(started, imports, () => isOver).finally(() => {
        isOver = true;
      });
      const [acknowledged, counts] = await Promise.all([
        write(started, tokens, () => isOver),
        killing,
        imports.run(() => isOver),
      ]);
      const seconds = Math.round((performance.now() - begun) / 1000);
      await untilReceived(database, () => new Set(receiver.received.map(({ id }) => id)));
      isRelayed = true;
      const read = await reading;
      const compared = await runCoreCommand('core:compare', [...imports.files, '--source', 'bench'], { url });
      return [
        { name: 'API copies killed', value: counts.api, unit: 'times' },
        { name: 'imports killed', value: counts.import, unit: 'times' },
        { name: 'duration', value: seconds, unit: 's' },
        ...(await compare(database, { acknowledged, read, received: receiver.received.map(({ id }) => id) })),
        { name: 'facts imported', value: imports.files.length * customersPerImport, unit: 'customers' },
        {
          name: 'differences from the imported files',
          value: compared.code === 0 ? 0 : compared.out.trim().split('\n').length,
          unit: '',
          most: 0,
        },
      ];
    } finally {
      isOver = true;
      await killing?.catch(() => {});
      await Promise.all(started.map((copy) => copy.end('SIGKILL')));
      receiver.stop();
      keys.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
      await postgres.stop();
    }
  },
};
