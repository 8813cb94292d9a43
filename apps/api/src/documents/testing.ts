import type { Database, Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { createLogger } from '@hofn/service';
import { defaultSettings } from '../settings.ts';
import { startJobs, temporaryFiles } from '../testing.ts';

const files = temporaryFiles();

/** The nightly job that issues documents, as the service schedules it; call it to run it. */
export const nightOf = async (database: Database, clock: Clock): Promise<() => Promise<void>> => {
  const nightly = new Map<string, () => Promise<void>>();
  const jobs: Jobs = {
    send: async () => {},
    work: async () => {},
    every: async (name, _cron, handler) => {
      nightly.set(name, handler);
    },
    dead: async () => [],
    revive: async () => 0,
    repeat: () => {},
    removeOldSchedules: async () => {},
    depths: async () => [],
    stop: async () => {},
  };
  const logger = createLogger('api', 'silent');
  await startJobs({ database, clock, logger, settings: defaultSettings(), jobs, files });
  const issue = nightly.get('documents.issue');
  if (!issue) throw new Error('No job issues documents');
  return issue;
};
