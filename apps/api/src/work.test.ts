import { testDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { expect, test } from 'vitest';
import { defaultSettings } from './settings.ts';
import { fixedClock, startJobs, temporaryFiles } from './testing.ts';
import { reviveApiJobs } from './work.ts';

test('the failed jobs of every queue with a worker can be requeued', async () => {
  const database = await testDatabase();
  const worked: string[] = [];
  const repeated: string[] = [];
  const jobs = {
    send: async () => {},
    work: async (queue: string) => {
      worked.push(queue);
    },
    every: async () => {},
    repeat: (name: string) => {
      repeated.push(name);
    },
    removeOldSchedules: async () => {},
    depths: async () => [],
    dead: async () => [],
    revive: async () => 2,
    stop: async () => {},
  };
  const logger = createLogger('api', 'silent');
  const [clock, settings, files] = [fixedClock(), defaultSettings(), temporaryFiles()];
  await startJobs({ database, clock, logger, settings, jobs, files });
  expect(worked).toContain('price.mail');
  expect(repeated).toEqual([
    'purchases.goOn',
    'requests.askAgain',
    'claims.askAgain',
    'events.stamp',
    'webhooks.deliver',
  ]);
  expect(await reviveApiJobs(jobs)).toEqual(Object.fromEntries(worked.map((queue) => [queue, 2])));
  await database.close();
});
