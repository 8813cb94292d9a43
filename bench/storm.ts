import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { customers, type Database, openDatabase, seedCustomers } from '@hofn/database';
import { findPostgres, startPostgres } from '@hofn/database/test-server.ts';
import { dayOf, systemClock } from '@hofn/domain';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { createPasswords, seedCredentials, seedEmployees } from '../apps/identity/src/index.ts';
import type { Bench, Figure } from './bench.ts';
import type { Statuses } from './storm/balancer.ts';
import { attendChats, type OpenChat, openChat } from './storm/chats.ts';
import {
  type Acknowledged,
  type CustomerParts,
  enter,
  fileClaim,
  look,
  type Person,
  pay,
  signIn,
} from './storm/customers.ts';
import { createMeasure } from './storm/measure.ts';
import { drain, prove } from './storm/proof.ts';
import { type Storm, startStorm } from './storm/system.ts';

/** The full storm: sign-ins with five reads each, a claim for one customer in ten, and a chat for one in forty. */
const whole = { customers: 400_000, signIns: 20_000 };
const scale = Number(process.env.STORM_SCALE ?? 0.02);
const people = Number(process.env.STORM_CUSTOMERS ?? Math.round(whole.customers * scale));
const signIns = Math.round(whole.signIns * scale);
/** Customers active at the same time. */
const atOnce = Number(process.env.STORM_AT_ONCE ?? 48);
/** Minutes after which no further customers start. */
const minutes = Number(process.env.STORM_MINUTES ?? Number.POSITIVE_INFINITY);
/** A database that already has enough customers. */
const given = process.env.STORM_DATABASE_URL;

const claimIn = 10;
const chatIn = 40;
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
const admit = async ({ db }: Database): Promise<{ who: Person[]; agents: string[] }> => {
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
    { length: Math.ceil(signIns / chatIn / chatsPerAgent) },
    (_, index) => `storm-${index}`,
  );
  const staff = agents.map((username) => ({ username, fullName: username, email: 'x@hofn.example' }));
  await seedEmployees(parts, { staff, password });
  return { who: rows.map((row, index) => ({ ...row, address: addressOf(index + 1) })), agents };
};

/** Runs `each` with limited concurrency until all are done or the time is up. @returns the number started */
const inLanes = async (count: number, each: (index: number) => Promise<void>): Promise<number> => {
  let next = 0;
  const until = performance.now() + minutes * 60_000;
  const lane = async () => {
    while (next < count && performance.now() < until) {
      next += 1;
      await each(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return next;
};

const shares = (name: string, statuses: Statuses): Figure[] => {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const share = (status: number) => Math.round(((statuses.get(status) ?? 0) / all) * 10_000) / 100;
  return [
    { name: `${name}: requests`, value: all, unit: '' },
    { name: `${name}: refused with 503`, value: share(503), unit: '%' },
    { name: `${name}: refused with 429`, value: share(429), unit: '%' },
    { name: `${name}: broken by the kill`, value: share(0), unit: '%' },
    { name: `${name}: out of time (504)`, value: share(504), unit: '%' },
    { name: `${name}: faults (500)`, value: statuses.get(500) ?? 0, unit: '', most: 0 },
  ];
};

/** Runs all customers while copies of the API are killed. */
const rage = async (storm: Storm, who: Person[], agents: string[], parts: CustomerParts) => {
  const { measure, acknowledged } = parts;
  const words = { url: storm.chat, measure, messages: acknowledged.messages };
  const attending = await Promise.all(
    agents.map(async (name, index) => {
      const address = addressOf(0xff_0000 + index);
      const token = (await signIn(parts, name, address, { connection: 'employee' })) ?? '';
      return attendChats({ ...words, address, token });
    }),
  );
  const chats: OpenChat[] = [];
  const checks: Promise<unknown>[] = [];
  const endKilling = storm.killing();
  const began = performance.now();
  const came = await inLanes(who.length, async (index) => {
    const person = who[index];
    const entered = person && (await enter(parts, person));
    if (!entered) return;
    const { client, token } = entered;
    await look(parts, client);
    if (index % claimIn === 0) checks.push(...(await fileClaim(parts, client, person)));
    if (index % claimIn === 5) await pay(parts, client, person);
    if (index % chatIn === 1) chats.push(openChat({ ...words, address: person.address, token }));
  });
  const seconds = (performance.now() - began) / 1000;
  for (const chat of chats) chat.rest();
  const starts = await endKilling();
  await Promise.all(checks);
  for (let left = 60; left > 0 && chats.some((chat) => chat.unheard() > 0); left -= 1) await pause(500);
  const unheard = chats.reduce((sum, chat) => sum + chat.unheard(), 0);
  for (const line of [...chats, ...attending]) line.stop();
  return { came, seconds, starts, unheard, chats: chats.length };
};

const storms = async (database: Database, url: string): Promise<Figure[]> => {
  const { who, agents } = await admit(database);
  const photos = await takePhotos();
  const storm = await startStorm(url);
  const measure = createMeasure();
  const acknowledged: Acknowledged = {
    claims: new Map(),
    photos: new Set(),
    payments: new Map(),
    messages: new Set(),
  };
  try {
    const since = systemClock.now().toISOString();
    const { toApi, toIdentity, files } = storm;
    const parts = { api: toApi.url, identity: toIdentity.url, password, measure, acknowledged, photos };
    const { came, seconds, starts, unheard, chats } = await rage(storm, who, agents, parts);
    const drained = await drain(database, acknowledged);
    const faults = storm.faults();
    for (const [reason, count] of [...measure.reasons, ...faults]) console.log(`    ${count} × ${reason}`);
    return [
      { name: 'customers', value: await database.db.$count(customers), unit: '' },
      { name: 'share of the whole storm', value: came / whole.signIns, unit: '' },
      { name: 'duration', value: Math.round(seconds), unit: 's' },
      { name: 'chats open at the end', value: chats, unit: '' },
      { name: 'copies killed', value: starts.length, unit: '' },
      {
        name: 'longest time until a killed copy answers again',
        value: Math.round(Math.max(0, ...starts)),
        unit: 'ms',
      },
      ...measure.figures(seconds),
      ...shares('API', toApi.statuses),
      ...shares('identity', toIdentity.statuses),
      { name: 'until the last photo was checked', value: drained, unit: 's' },
      { name: 'chat words not delivered', value: unheard, unit: '', most: 0 },
      ...(await prove(database, acknowledged, { since, files })),
    ];
  } finally {
    await storm.stop();
  }
};

/** A storm on a separate PostgreSQL, with copies of the API killed all the time. */
export const bench: Bench = {
  about: `${signIns} sign-ins with reads, claims, payments and chats for ${people} customers while copies of the API are killed`,
  run: async (): Promise<Figure[]> => {
    const found = findPostgres();
    if (typeof found === 'string') throw new Error(`This benchmark needs PostgreSQL: ${found}`);
    const postgres = given === undefined ? await startPostgres() : { url: given, stop: async () => {} };
    if (!postgres) throw new Error('PostgreSQL did not start.');
    const database = await openDatabase({ url: postgres.url });
    try {
      await database.migrate();
      const today = dayOf(systemClock.now());
      await seedCustomers(database, { customers: people, seed: 1, today, history: true });
      return await storms(database, postgres.url);
    } finally {
      await database.close();
      await postgres.stop();
    }
  },
};
