import type { Database } from '@hofn/database';
import { callCounts, databaseClock } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { createRateCheck, memoryCounter } from './limits.ts';
import { deleteOldCounts, sharedCounter } from './shared-counter.ts';

describeEachEngine('limits that all copies share', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const rates = { read: 9, write: 9, costly: 9, upload: 9, form: 3, core: 1000, 'sign-in': 9 };
  let now = new Date('2026-11-21T12:00:30Z');
  const clock = { now: () => now };
  /** The rate check of one process. */
  const copy = () => {
    const shared = sharedCounter(database.db);
    const add = vi.fn(shared.add);
    return { add, check: createRateCheck(rates, { own: memoryCounter(), shared: { add } }, clock) };
  };

  test('one caller’s concurrent calls through two processes are one count, with its own window', async () => {
    const [one, other] = [copy().check, copy().check];
    const waits = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? one : other)('form', '203.0.113.7')),
    );
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(3);
    expect(new Set(waits)).toEqual(new Set([0, 30]));
    expect(await one('form', '203.0.113.8')).toBe(0);
    expect(await one('sign-in', '203.0.113.7')).toBe(0);
    now = new Date('2026-11-21T12:01:00Z');
    expect(await other('form', '203.0.113.7')).toBe(0);
  });

  test('no address is stored, and counts are deleted when their window has passed', async () => {
    const rows = await database.db.select().from(callCounts);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
    await deleteOldCounts(database.db, new Date('2026-11-21T12:59:00Z'));
    expect(await database.db.$count(callCounts)).toBe(rows.length);
    await deleteOldCounts(database.db, new Date('2026-11-21T13:00:30Z'));
    expect(await database.db.$count(callCounts)).toBe(1);
  });

  test('a caller who continues over a limit costs no more queries than the limit allows calls', async () => {
    const { add, check } = copy();
    const waits = [];
    for (let n = 0; n < 9; n += 1) waits.push(await check('form', '203.0.113.9'));
    expect(waits).toEqual([0, 0, 0, ...Array.from({ length: 6 }, () => 60)]);
    expect(add).toHaveBeenCalledTimes(3);
    // Counting within the process costs no queries either.
    for (const rate of ['read', 'upload'] as const) expect(await check(rate, '203.0.113.9')).toBe(0);
    expect(add).toHaveBeenCalledTimes(3);
  });

  test('HOLD-13: writes, costly calls, forms and sign-ins through two processes are one count', async () => {
    for (const rate of ['write', 'costly', 'form', 'sign-in'] as const) {
      const copies = [copy().check, copy().check];
      const waits = [];
      for (let n = 0; n < 2 * rates[rate]; n += 1) waits.push(await copies[n % 2]?.(rate, '203.0.113.10'));
      expect(
        waits.filter((seconds) => seconds === 0),
        rate,
      ).toHaveLength(rates[rate]);
    }
  });

  test('processes whose clocks differ by minutes count in the same window, by the database’s clock', async () => {
    const clockOf = (ms: number) => databaseClock(database.db, { now: () => new Date(Date.now() + ms) });
    const clocks = [await clockOf(0), await clockOf(90_000), await clockOf(-90_000)];
    const counted = async (caller: string) => {
      const shared = sharedCounter(database.db);
      let passed = 0;
      for (const time of clocks) {
        const check = createRateCheck(rates, { own: memoryCounter(), shared }, time);
        for (let n = 0; n < rates.form; n += 1) if ((await check('form', caller)) === 0) passed += 1;
      }
      return passed;
    };
    // The minute may end between the first call and the last, but not in both attempts.
    const tries = [await counted('203.0.113.11'), await counted('203.0.113.12')];
    expect(Math.min(...tries)).toBe(rates.form);
    for (const { stop } of clocks) stop();
  });
});
