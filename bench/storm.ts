import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { customers, type Database, openDatabase, seedCustomers } from '@hofn/database';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { dayOf, systemClock } from '@hofn/domain';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import {
  createEmployees,
  createPasswords,
  seedCredentials,
  seedEmployees,
} from '../apps/identity/src/index.ts';
import type { Bench, Figure } from './bench.ts';
import type { Acknowledged } from './storm/acknowledged.ts';
import { cancelPolicy, fillCore, prepareActors, waitForAnswers } from './storm/acts.ts';
import type { Statuses } from './storm/balancer.ts';
import { answerChats, type OpenChat, openChat } from './storm/chats.ts';
import {
  type Agent,
  fileClaim,
  type Person,
  pay,
  readScreens,
  type StormServices,
  signInAgent,
  signInCustomer,
} from './storm/customers.ts';
import { createMeasure } from './storm/measure.ts';
import { findLosses, waitForChecks } from './storm/proof.ts';
import { type Storm, startStorm, stormIssuer } from './storm/system.ts';

/** The full storm: sign-ins with five reads each, a claim for one customer in ten, a cancellation for one in twenty, and a chat for one in forty. */
const fullStorm = { customers: 400_000, signIns: 20_000 };
const scale = Number(process.env.STORM_SCALE ?? 0.02);
const customerCount = Number(process.env.STORM_CUSTOMERS ?? Math.round(fullStorm.customers * scale));
const signIns = Math.round(fullStorm.signIns * scale);
/** Customers active at the same time. */
const concurrency = Number(process.env.STORM_AT_ONCE ?? 48);
/** Minutes after which no further customers start. */
const maxMinutes = Number(process.env.STORM_MINUTES ?? Number.POSITIVE_INFINITY);
/** A database that already has enough customers. */
const databaseUrl = process.env.STORM_DATABASE_URL;

const customersPerClaim = 10;
const customersPerAct = 20;
const customersPerChat = 40;
const chatsPerAgent = 50;
const password = 'fjara og fjall 7';

const addressOf = (n: number): string => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** Noisy photos of realistic size, no two alike. */
const takePhotos = (): Promise<Blob[]> =>
  Promise.all(
    Array.from({ length: 12 }, async () => {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 };
      const picture = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888', noise } });
      return new Blob([new Uint8Array(await picture.jpeg({ quality: 70 }).toBuffer())]);
    }),
  );

/** Gives passwords to the customers who will sign in, and creates agents for their chats. */
const prepareSignIns = async ({ db }: Database): Promise<{ persons: Person[]; agents: Agent[] }> => {
  const rows = await db
    .select({ id: customers.id, ssn: customers.ssn })
    .from(customers)
    .where(eq(customers.kind, 'person'))
    .orderBy(sql`md5(${customers.id})`)
    .limit(signIns);
  if (rows.length < signIns) throw new Error(`${rows.length} customers are too few for ${signIns} sign-ins.`);
  const passwords = createPasswords(randomBytes);
  const parts = { db, passwords, now: new Date() };
  const ids = rows.map(({ id }) => id);
  for (let from = 0; from < ids.length; from += 5_000)
    await seedCredentials(parts, { customerIds: ids.slice(from, from + 5_000), password });
  const agents = Array.from(
    { length: Math.ceil(signIns / customersPerChat / chatsPerAgent) },
    (_, index) => `storm-${index}`,
  );
  const staff = agents.map((username) => ({ username, fullName: username, email: 'x@hofn.example' }));
  await seedEmployees(parts, { staff, password });
  const employees = createEmployees({
    db,
    clock: systemClock,
    random: randomBytes,
    outbox: { send: async () => {} },
    issuer: stormIssuer,
  });
  const links = await Promise.all(agents.map((username) => employees.createLink(username, 'is')));
  return {
    persons: rows.map((row, index) => ({ ...row, address: addressOf(index + 1) })),
    agents: links.map(({ link }, index) => ({ link: new URL(link), address: addressOf(0xff_0000 + index) })),
  };
};

/** Runs `each` with limited concurrency until all are done or the time is up. @returns the number started */
const runConcurrently = async (count: number, each: (index: number) => Promise<void>): Promise<number> => {
  let next = 0;
  const until = performance.now() + maxMinutes * 60_000;
  const worker = async () => {
    while (next < count && performance.now() < until) {
      next += 1;
      await each(next - 1);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return next;
};

const statusFigures = (name: string, statuses: Statuses): Figure[] => {
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const share = (status: number) => Math.round(((statuses.get(status) ?? 0) / total) * 10_000) / 100;
  return [
    { name: `${name}: requests`, value: total, unit: '' },
    { name: `${name}: refused with 503`, value: share(503), unit: '%' },
    { name: `${name}: refused with 429`, value: share(429), unit: '%' },
    { name: `${name}: broken by the kill`, value: share(0), unit: '%' },
    { name: `${name}: out of time (504)`, value: share(504), unit: '%' },
    { name: `${name}: faults (500)`, value: statuses.get(500) ?? 0, unit: '', most: 0 },
  ];
};

/** Runs all customers while copies of the API are killed. */
const runCustomers = async (
  storm: Storm,
  who: { persons: Person[]; actors: Person[]; agents: Agent[] },
  parts: StormServices,
) => {
  const { persons, actors, agents } = who;
  const { measure, acknowledged } = parts;
  const chatOptions = { url: storm.chat, measure, messages: acknowledged.messages };
  const agentConnections = await Promise.all(
    agents.map(async (agent) => {
      const signedIn = await signInAgent(parts, agent);
      const line = answerChats({
        ...chatOptions,
        address: agent.address,
        token: () => signedIn?.token() ?? '',
      });
      return {
        stop: () => {
          line.stop();
          signedIn?.stop();
        },
      };
    }),
  );
  const chats: OpenChat[] = [];
  const checks: Promise<unknown>[] = [];
  const stopKilling = storm.startKilling();
  const began = performance.now();
  const act = async (actor: Person) => {
    const signedIn = await signInCustomer(parts, actor);
    if (signedIn) await cancelPolicy(parts, signedIn.client, actor);
  };
  const customersStarted = await runConcurrently(persons.length, async (index) => {
    const actor = index % customersPerAct === 0 ? actors[index / customersPerAct] : undefined;
    if (actor) await act(actor);
    const person = persons[index];
    const signedIn = person && (await signInCustomer(parts, person));
    if (!signedIn) return;
    const { client, token } = signedIn;
    await readScreens(parts, client);
    if (index % customersPerClaim === 0) checks.push(...(await fileClaim(parts, client, person)));
    if (index % customersPerClaim === 5) await pay(parts, client, person);
    if (index % customersPerChat === 1)
      chats.push(openChat({ ...chatOptions, address: person.address, token }));
  });
  const seconds = (performance.now() - began) / 1000;
  for (const chat of chats) chat.stopSending();
  const starts = await stopKilling();
  await Promise.all(checks);
  for (let left = 60; left > 0 && chats.some((chat) => chat.undelivered() > 0); left -= 1) await pause(500);
  const undelivered = chats.reduce((sum, chat) => sum + chat.undelivered(), 0);
  for (const line of [...chats, ...agentConnections]) line.stop();
  return { customersStarted, seconds, starts, undelivered, chats: chats.length };
};

const measureStorm = async (database: Database, url: string): Promise<Figure[]> => {
  const { persons, agents } = await prepareSignIns(database);
  const photos = await takePhotos();
  const ssns = await fillCore(database, Math.ceil(signIns / customersPerAct));
  const storm = await startStorm(database, url);
  const measure = createMeasure();
  const acknowledged: Acknowledged = {
    claims: new Map(),
    photos: new Set(),
    payments: new Map(),
    acts: new Map(),
    messages: new Set(),
  };
  try {
    const found = await prepareActors(database, ssns, password);
    const actors = found.map((row, index) => ({ ...row, address: addressOf(0xf0_0000 + index) }));
    const since = systemClock.now().toISOString();
    const { toApi, toIdentity, files } = storm;
    const parts = { api: toApi.url, identity: toIdentity.url, password, measure, acknowledged, photos };
    const { customersStarted, seconds, starts, undelivered, chats } = await runCustomers(
      storm,
      { persons, actors, agents },
      parts,
    );
    const drainSeconds = await waitForChecks(database, acknowledged);
    const answerSeconds = await waitForAnswers(database);
    const faults = storm.errors();
    for (const [reason, count] of [...measure.reasons, ...faults]) console.log(`    ${count} × ${reason}`);
    return [
      { name: 'customers', value: await database.db.$count(customers), unit: '' },
      { name: 'share of the whole storm', value: customersStarted / fullStorm.signIns, unit: '' },
      { name: 'duration', value: Math.round(seconds), unit: 's' },
      { name: 'chats open at the end', value: chats, unit: '' },
      { name: 'copies killed', value: starts.length, unit: '' },
      {
        name: 'longest time until a killed copy answers again',
        value: Math.round(Math.max(0, ...starts)),
        unit: 'ms',
      },
      ...measure.figures(seconds),
      ...statusFigures('API', toApi.statuses),
      ...statusFigures('identity', toIdentity.statuses),
      { name: 'until the last photo was checked', value: drainSeconds, unit: 's' },
      { name: 'then until the core had answered everything', value: answerSeconds, unit: 's' },
      { name: 'chat words not delivered', value: undelivered, unit: '', most: 0 },
      ...(await findLosses(database, acknowledged, { since, files })),
    ];
  } finally {
    await storm.stop();
  }
};

/** A storm on a separate PostgreSQL, with copies of the API and the core killed all the time. */
export const bench: Bench = {
  about: `${signIns} sign-ins with reads, claims, payments, acts and chats for ${customerCount} customers while copies of the API and the core are killed`,
  run: async (): Promise<Figure[]> => {
    const found = findPostgres();
    if (typeof found === 'string') throw new Error(`This benchmark needs PostgreSQL: ${found}`);
    const postgres =
      databaseUrl === undefined ? await startPostgres() : { url: databaseUrl, stop: async () => {} };
    if (!postgres) throw new Error('PostgreSQL did not start.');
    const database = await openDatabase({ url: postgres.url });
    try {
      await database.migrate();
      const today = dayOf(systemClock.now());
      await seedCustomers(database, { customers: customerCount, seed: 1, today, history: true });
      return await measureStorm(database, postgres.url);
    } finally {
      await database.close();
      await postgres.stop();
    }
  },
};
