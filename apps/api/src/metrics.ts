import type { Jobs } from '@hofn/database';
import { exposeQueues } from '@hofn/service/queue-metrics.ts';
import type { Registry } from 'prom-client';
import { exposeContentFaults } from './platform/content-check.ts';
import { exposeReference } from './platform/reference-data.ts';
import { exposeUnanswered } from './requests/metrics.ts';
import type { Services } from './services.ts';
import { exposeWebhooks } from './webhooks/metrics.ts';

/** Adds the API's own metrics to those of its server: the job queues, lost files, reference data, webhooks and calls to the core. */
export const exposeApi = (
  metrics: Registry,
  { db, sharedClock, core }: Pick<Services, 'db' | 'sharedClock' | 'core'>,
  jobs: Pick<Jobs, 'depths'>,
): void => {
  exposeQueues(metrics, jobs);
  exposeContentFaults(metrics, db);
  exposeReference(metrics, db, sharedClock);
  exposeWebhooks(metrics, db);
  exposeUnanswered(metrics, db);
  core?.expose(metrics);
};
