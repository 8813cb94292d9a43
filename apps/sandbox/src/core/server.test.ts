import { systemClock } from '@hofn/domain/clock.ts';
import { createLogger } from '@hofn/service';
import { expect, onTestFinished, test } from 'vitest';
import type { Core } from './core.ts';
import { createCoreServer } from './server.ts';

test('CORE-13: the calendar is set forward by a day, a month or a year, and by nothing else', async () => {
  const forwarded: number[] = [];
  const core = {
    canForward: true,
    book: { state: { today: '2027-11-23' } },
    forward: async (days: number) => {
      forwarded.push(days);
    },
  } as unknown as Core;
  const server = createCoreServer({ core, logger: createLogger('core', 'silent'), clock: systemClock });
  onTestFinished(() => server.close());
  const press = async (step: string) =>
    (await server.inject({ method: 'POST', url: `/forward/${step}` })).statusCode;
  for (const step of ['day', 'month', 'year']) expect([step, await press(step)]).toEqual([step, 303]);
  // February 2028 has 29 days.
  expect(forwarded).toEqual([1, 30, 366]);
  expect(await press('century')).toBe(404);
  expect(forwarded).toHaveLength(3);
});
