import { expect, test } from 'vitest';
import { delayAfter } from './schedule.ts';

test('CORE-9: an event is tried for three days, soon at first and then every hour', () => {
  const delays: number[] = [];
  for (let failures = 1; ; failures += 1) {
    const delay = delayAfter(failures, undefined, new Date());
    if (delay === undefined) break;
    delays.push(delay / 1000);
  }
  expect(delays.slice(0, 6)).toEqual([5, 30, 120, 600, 3600, 3600]);
  expect(Math.max(...delays)).toBe(3600);
  const days = delays.reduce((sum, delay) => sum + delay, 0) / (24 * 3600);
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.1);
  // As documented.
  expect(delays.length + 1).toBe(77);
});
