import type { DriverInsuranceData } from '@hofn/contracts';
import { type Database, tariffs } from '@hofn/database';
import { driveScorePerMonth, tariff } from '@hofn/database/seed/rating.ts';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, fixedClock, startApi } from '../testing.ts';

let database: Database;
let api: Awaited<ReturnType<typeof startApi>>;
const clock = fixedClock();
beforeAll(async () => {
  database = await testDatabase();
  await seedReference(database.db);
  api = await startApi(database, await createIssuer(), { clock });
});
afterAll(async () => {
  await api.stop();
  await database.close();
});

const data = async () => {
  const answer = await api.ask('/api/public/v1/driverinsurance/data');
  expect(answer.status).toBe(200);
  return (await answer.json()) as DriverInsuranceData;
};
/** The price by the formula in the contract. */
const price = (data: DriverInsuranceData, score: number, km: number): number => {
  const { monthly, scoreFloor, scoreExponent, kilometreFloor, kilometreKnee, roundTo } = data;
  const load = scoreFloor + (1 - scoreFloor) * ((100 - score) / 100) ** scoreExponent;
  const distance = kilometreFloor + (1 - kilometreFloor) * (Math.min(km, kilometreKnee) / kilometreKnee);
  return Math.round((monthly.liability * load * distance) / roundTo) * roundTo;
};

test('DATA-8: anyone can read the rates of Ökuvísir and calculate the price that policies are sold at', async () => {
  const rating = await data();
  for (const [score, km] of [
    [0, 500],
    [81, 320],
    [100, 0],
    [50, 2000],
  ] as const) {
    expect(price(rating, score, km), `${score}, ${km}`).toBe(driveScorePerMonth('liability', score, km));
  }
});

test('DATA-8: a new edition of the tariff is in force from its first day, not before', async () => {
  const monthly = { liability: 30_000, liabilityAndKasko: 50_000 };
  await database.db.insert(tariffs).values({
    version: 'next',
    validFrom: '2026-12-01',
    tables: { ...tariff, driveScore: { ...tariff.driveScore, monthly } },
  });
  expect((await data()).version).not.toBe('next');
  clock.set('2026-12-01T00:00:00Z');
  expect(await data()).toMatchObject({ version: 'next', validFrom: '2026-12-01', monthly });
});

test('DATA-8: the terms of Ökuvísir are in order, in the requested language', async () => {
  const terms = async (language: 'is' | 'en') => {
    const answer = await api.ask('/api/public/v1/driverinsurance/terms', { language });
    return ((await answer.json()) as { items: Array<{ code: string; title: string; path: string }> }).items;
  };
  const icelandic = await terms('is');
  const english = await terms('en');
  expect(icelandic.map(({ code }) => code)).toEqual(['BA10', 'BK10', 'OV10', 'YY10']);
  expect(english.map(({ code }) => code.replace(/E$/, ''))).toEqual(icelandic.map(({ code }) => code));
  expect(english[0]?.title).not.toBe(icelandic[0]?.title);
  for (const { path } of icelandic) expect(path).toMatch(/^\//);
});
