import {
  accessGrants,
  cases,
  claimDrafts,
  claims,
  credentials,
  customers,
  type Database,
  type Db,
  documents,
  products,
} from '@hofn/database';
import { testDatabase } from '@hofn/database/testing.ts';
import { demoFacts, demoSource } from '@hofn/demo';
import { dayOf, systemClock } from '@hofn/domain';
import { createLogger } from '@hofn/service';
import { inMemory } from '@hofn/service/database.ts';
import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFacts } from '../apps/api/src/core/import/import-facts.ts';
import { completeDemo, prepareDemo } from './system/seed.ts';
import { systemSettings } from './system/settings.ts';

const settings = systemSettings.parse({ DATABASE_FOLDER: inMemory, DEMO_PASSWORD: 'fjara og fjall 7' });
const logger = createLogger('demo', 'silent');
const today = dayOf(systemClock.now());

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const counted = async () => ({
  grants: await database.db.$count(accessGrants),
  drafts: await database.db.$count(claimDrafts),
  filed: await database.db.$count(claims, isNotNull(claims.form)),
  cards: await database.db.$count(customers, isNotNull(customers.cardToken)),
  cases: await database.db.$count(cases),
  documents: await database.db.$count(documents),
  passwords: await database.db.$count(credentials),
});

test('CORE-13: before the core has sent the demo’s customers there is reference data alone; what they did here is added once, also by a later start', async () => {
  const { db } = database;
  const own = { ...settings, SEED_DEMO: 'true' as const };
  const days: string[] = [];
  const open = async (_tx: Db, day: string) => {
    days.push(day);
  };
  expect(await prepareDemo(database, own, logger, open)).toBe(true);
  expect(days).toEqual([today]);
  expect([await db.$count(customers), (await db.$count(products)) > 0]).toEqual([0, true]);
  expect(await completeDemo(database, own, true)).toBeUndefined();

  await importFacts({ database, clock: systemClock }, demoSource, demoFacts(today));
  // As if the start had been killed here, and the next one found customers.
  expect(await prepareDemo(database, own, logger, open)).toBe(true);
  expect(days).toEqual([today]);
  expect((await completeDemo(database, own, false))?.signIns).toHaveLength(15);
  expect(await counted()).toMatchObject({ grants: 0, drafts: 0, filed: 0, cards: 0, passwords: 15 });

  await completeDemo(database, own, true);
  const complete = await counted();
  expect(complete).toMatchObject({ grants: 2, drafts: 1, filed: 1, cards: 7, passwords: 15 });
  expect(complete.documents).toBeGreaterThan(500);
  await completeDemo(database, own, true);
  expect(await counted()).toEqual(complete);
});

test('without the demo, and without a core of its own, nothing or everything is loaded at once', async () => {
  const other = await testDatabase();
  const isEmpty = async () => (await other.db.$count(customers)) === 0;
  expect(await prepareDemo(other, { ...settings, SEED_DEMO: 'false' }, logger, undefined)).toBe(false);
  expect(await isEmpty()).toBe(true);
  expect(await prepareDemo(other, { ...settings, SEED_DEMO: 'true' }, logger, undefined)).toBe(true);
  expect(await isEmpty()).toBe(false);
  expect(await other.db.$count(claimDrafts)).toBe(1);
  await other.close();
});
