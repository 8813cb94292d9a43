import { type Database, type JobClock, type Jobs, mailQueue, openJobs } from '@hofn/database';
import type { Logger } from '@hofn/service';
import type { Secrets } from '@hofn/service/secrets.ts';
import { declarationsOf, jobsOf, queuesOf } from './feature.ts';
import { features } from './features.ts';
import { createMailSender } from './platform/mail/mails.ts';
import { createRefusal } from './proofs/undelivered.ts';
import type { Services } from './services.ts';

const queues = [mailQueue, ...queuesOf(features).map(({ queue }) => queue)];

/**
 * Opens the queues that the API sends jobs to and `startWork` processes.
 * @param secrets encrypts jobs
 */
export const openApiJobs = (
  database: Database,
  logger: Logger,
  secrets: Secrets,
  clock?: JobClock,
): Promise<Jobs> =>
  openJobs(database, queues, { logger, service: 'api', cipher: secrets, ...(clock && { clock }) });

/**
 * Requeues the failed jobs of every queue.
 * @returns how many there were, by queue name
 */
export const reviveApiJobs = async (jobs: Pick<Jobs, 'revive'>): Promise<Record<string, number>> => {
  const revived: Record<string, number> = {};
  for (const { name } of queues) revived[name] = await jobs.revive(name);
  return revived;
};

/**
 * Starts the workers of the features' queues, the mail outbox and the scheduled jobs, until `jobs.stop`. Any number of
 * processes may do so at once.
 */
export const startWork = async (services: Services, jobs: Jobs): Promise<void> => {
  const all = declarationsOf(features, services);
  await jobs.work(
    mailQueue.name,
    createMailSender({ ...services, composers: all.mails, onRefused: createRefusal(services.mails) }),
  );
  for (const { queue, work } of queuesOf(features)) await jobs.work(queue.name, work(services, all));
  for (const { name, at, run } of jobsOf(features))
    await jobs.every(name, at, async () => {
      await run(services, all);
    });
  for (const { name, everyMs, create } of features.flatMap(({ repeated = [] }) => repeated))
    jobs.repeat(name, everyMs, create(services));
  await jobs.removeOldSchedules();
};
