import { type Database, signInAttempts } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { beginAttempt, clearAttempts, deleteOldAttempts, limits, undoAttempt } from './attempts.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

describeWithDatabase('failed sign-ins', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.db.delete(signInAttempts));
  const begin = (seconds: number, name = 'customer:0101901429') =>
    beginAttempt(database.db, 'account', name, at(seconds));

  /** Fails `times` times, as early as allowed. @returns the seconds waited before each attempt */
  const waitsBefore = async (times: number): Promise<number[]> => {
    const waits: number[] = [];
    let now = 0;
    for (let attempt = 0; attempt < times; attempt += 1) {
      let waited = 0;
      while (!(await begin(now + waited))) waited += 30;
      now += waited;
      waits.push(waited);
    }
    return waits;
  };

  test('AUTH-13: after five failures the waits double, up to 15 minutes', async () => {
    expect(await waitsBefore(13)).toEqual([0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]);
  });

  test('AUTH-13: attempts during a wait do not prolong it', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await begin(0);
    for (let second = 0; second < 30; second += 1) expect(await begin(second)).toBe(false);
    expect(await begin(30)).toBe(true);
  });

  test('AUTH-13: fifty concurrent guesses get five tries', async () => {
    const started = await Promise.all(Array.from({ length: 50 }, () => begin(0)));
    expect(started.filter(Boolean)).toHaveLength(5);
  });

  test('AUTH-13: each account has its own wait', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await begin(0);
    expect(await begin(0)).toBe(false);
    expect(await begin(0, 'customer:0101901509')).toBe(true);
  });

  test('AUTH-13: an address has its own limit, and successes do not use it up', async () => {
    const { failures } = limits.address;
    expect(failures).toBe(200);
    const beginAt = () => beginAttempt(database.db, 'address', '203.0.113.7', at(0));
    for (let attempt = 0; attempt < failures - 1; attempt += 1) expect(await beginAt()).toBe(true);
    for (let success = 0; success < 3; success += 1) {
      expect(await beginAt()).toBe(true);
      await undoAttempt(database.db, 'address', '203.0.113.7');
    }
    expect(await beginAt()).toBe(true);
    expect(await beginAt()).toBe(false);
  });

  test('AUTH-13: undoing an attempt allows the next one, also with a configured limit', async () => {
    const allowed = limits.call.failures + 3;
    const beginCall = () => beginAttempt(database.db, 'call', 'mobile:6150001', at(0), allowed);
    for (let attempt = 0; attempt < allowed; attempt += 1) expect(await beginCall()).toBe(true);
    expect(await beginCall()).toBe(false);
    await undoAttempt(database.db, 'call', 'mobile:6150001', allowed);
    expect(await beginCall()).toBe(true);
  });

  test('AUTH-13: failures are cleared by a success, and after a day', async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) await begin(0);
    await clearAttempts(database.db, 'account', 'customer:0101901429');
    expect(await waitsBefore(6)).toEqual([0, 0, 0, 0, 0, 30]);
    const dayLater = 25 * 60 * 60;
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await begin(dayLater)).toBe(true);
    await deleteOldAttempts(database.db, at(2 * dayLater));
    expect(await database.db.select().from(signInAttempts)).toEqual([]);
  });

  test('AUTH-13: the typed name is not stored in clear', async () => {
    await begin(0, 'customer:my password by mistake');
    expect(JSON.stringify(await database.db.select().from(signInAttempts))).not.toContain('mistake');
  });
});
