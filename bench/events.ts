import { setTimeout } from 'node:timers/promises';
import type { CloudEvent, CoreEventPage } from '@hofn/contracts';
import { claimMessages, coreEvents, type Database, insertCoreEvents, openDatabase } from '@hofn/database';
import { startLoop } from '@hofn/database/loop.ts';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { migratedDatabase } from '@hofn/database/testing.ts';
import { systemClock } from '@hofn/domain';
import { createLogger } from '@hofn/service';
import { createSecrets } from '@hofn/service/secrets.ts';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { createIssuer, fillDatabase, startApi, startJobs, temporaryFiles } from '../apps/api/src/testing.ts';
import { secretsKey, startReceiver } from '../apps/api/src/webhooks/testing.ts';
import { openApiJobs } from '../apps/api/src/work.ts';
import { type Bench, type Figure, median } from './bench.ts';

/** Acts for the latency, a moment apart. */
const acts = Number(process.env.EVENTS_ACTS ?? 100);
/** Acts and events whose cost is compared, in turns. */
const costed = 300;
/** The pauses of the relay and of the readers, without any work: what remains is the floor of the latency. */
const pausesMs = [500, 250] as const;

const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? Number.NaN;
const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** When each message's event arrived somewhere, before or after it is asked for. */
const createArrivals = () => {
  const known = new Map<string, PromiseWithResolvers<number>>();
  const of = (messageId: string): PromiseWithResolvers<number> => {
    const one = known.get(messageId) ?? Promise.withResolvers<number>();
    known.set(messageId, one);
    return one;
  };
  return {
    mark: ({ data }: Pick<CloudEvent, 'data'>) => of(String(data.messageId)).resolve(performance.now()),
    at: (messageId: string): Promise<number> => of(messageId).promise,
  };
};

/** How long a message takes through loops that only pause, one after the other. */
const createFloor = () => {
  const waiting: Array<Array<() => void>> = pausesMs.map(() => []);
  const loops = pausesMs.map((pause, index) =>
    startLoop(
      pause,
      async () => {
        for (const pass of waiting[index]?.splice(0) ?? []) pass();
      },
      () => {},
    ),
  );
  return {
    pass: async (): Promise<number> => {
      const begun = performance.now();
      for (const one of waiting) await new Promise<void>((resolve) => one.push(resolve));
      return performance.now() - begun;
    },
    stop: () => Promise.all(loops.map((loop) => loop.stop())),
  };
};

const startSystem = async (database: Database) => {
  await fillDatabase(database);
  const logger = createLogger('api', 'silent');
  const settings = { ...defaultSettings(), RATE_WRITE: 1_000_000, WEBHOOK_NETWORKS: ['127.0.0.1'] };
  const parts = { settings, secrets: createSecrets([secretsKey]) };
  const issuer = await createIssuer();
  const api = await startApi(database, issuer, { ...parts, sharedClock: systemClock });
  const receiver = await startReceiver();
  const received = createArrivals();
  receiver.answer = ({ event }) => {
    received.mark(event);
    return 204;
  };
  const [token, system] = [
    await issuer.token('anna'),
    await issuer.serviceToken(['core.events.read', 'core.webhooks']),
  ];
  const post = async (path: string, body: object, bearer: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await api.ask(path, {
      method: 'POST',
      token: bearer,
      headers,
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  await post('/api/core/v1/webhooks', { url: receiver.url }, system);
  return {
    /** Writes a message about a claim: an act with one event. */
    act: () => post('/api/claim/v1/claims/c1/messages', { text: 'Bíllinn er ökufær.' }, token),
    /** Events at the receiver. */
    received,
    read: async (query: string): Promise<CoreEventPage> =>
      (await (await api.ask(`/api/core/v1/events?${query}`, { token: system })).json()) as CoreEventPage,
    startWork: async () => {
      const jobs = await openApiJobs(database, logger, testSecrets);
      await startJobs({ database, logger, jobs, ...parts, clock: systemClock, files: temporaryFiles() });
      return jobs;
    },
    stop: async () => {
      receiver.stop();
      await api.stop();
    },
  };
};
type System = Awaited<ReturnType<typeof startSystem>>;

/** Follows the feed. */
const follow = (system: System) => {
  const read = createArrivals();
  let isOver = false;
  const reading = (async () => {
    let { next: after } = await system.read('limit=1000');
    while (!isOver) {
      const { events, next } = await system.read(`after=${after}&wait=2`);
      for (const event of events) read.mark(event);
      after = next;
    }
  })();
  return {
    read,
    stop: () => {
      isOver = true;
      return reading;
    },
  };
};

/** From the answer to an act until a reader, and a receiver, have its event. */
const measureLatency = async (system: System) => {
  const jobs = await system.startWork();
  const [feed, floor] = [follow(system), createFloor()];
  // The backlog of earlier acts is not measured.
  await system.received.at((await system.act()).id);
  const figures = { feed: [] as number[], webhook: [] as number[], floor: [] as number[] };
  for (let number = 0; number < acts; number += 1) {
    // Not in step with the loops.
    await setTimeout((number * 137) % 500);
    const { id } = await system.act();
    const begun = performance.now();
    const arrived = Promise.all([feed.read.at(id), system.received.at(id)]);
    const passed = await floor.pass();
    const [read, received] = await arrived;
    figures.feed.push(read - begun);
    figures.webhook.push(received - begun);
    figures.floor.push(passed);
  }
  await jobs.stop();
  await Promise.all([feed.stop(), floor.stop()]);
  return figures;
};

/** The duration of an act, and of the statement that writes its event within a transaction. */
const measureCost = async ({ db }: Database, system: System) => {
  const [whole, event]: [number[], number[]] = [[], []];
  for (let number = 0; number < costed; number += 1) {
    const begun = performance.now();
    await system.act();
    whole.push(performance.now() - begun);
    await db.transaction(async (tx) => {
      await tx.select({ id: claimMessages.id }).from(claimMessages).limit(1);
      const data = { claimId: 'c1', messageId: `m${number}` };
      const started = performance.now();
      await insertCoreEvents(tx, [{ type: 'hofn.claim.messageSent', subject: 'anna', data }]);
      event.push(performance.now() - started);
    });
  }
  const written = await db.$count(coreEvents);
  if (written < 2 * costed) throw new Error(`Only ${written} events were written.`);
  return { whole: median(whole), event: median(event) };
};

const latencyOf = (
  name: string,
  figures: readonly number[],
  floor: readonly number[],
  most: number,
): Figure[] => [
  { name: `${name}: p50`, value: round(percentile(figures, 0.5)), unit: 'ms' },
  { name: `${name}: p99`, value: round(percentile(figures, 0.99)), unit: 'ms' },
  {
    name: `${name}: p99 by the floor`,
    value: round(percentile(figures, 0.99) / percentile(floor, 0.99), 2),
    unit: 'times',
    most,
  },
];

/** What an event costs its act, and how soon other systems have it. */
export const bench: Bench = {
  about: `events of ${acts} messages on PostgreSQL: in the feed, at a webhook, and their cost for the act`,
  run: async (): Promise<Figure[]> => {
    const found = findPostgres();
    const postgres = typeof found === 'string' ? undefined : await startPostgres();
    if (!postgres) throw new Error('This benchmark needs PostgreSQL.');
    const database = await openDatabase({ url: await migratedDatabase(postgres) });
    const system = await startSystem(database);
    try {
      const { whole, event } = await measureCost(database, system);
      const { feed, webhook, floor } = await measureLatency(system);
      return [
        { name: 'the act: median', value: round(whole, 2), unit: 'ms' },
        { name: 'writing its event: median', value: round(event, 2), unit: 'ms' },
        { name: 'event by act', value: round((100 * event) / whole, 1), unit: '%', most: 10 },
        { name: 'two pauses without work: p99', value: round(percentile(floor, 0.99)), unit: 'ms' },
        ...latencyOf('act to feed', feed, floor, 1.5),
        ...latencyOf('act to webhook', webhook, floor, 1.5),
      ];
    } finally {
      await system.stop();
      await database.close();
      await postgres.stop();
    }
  },
};
