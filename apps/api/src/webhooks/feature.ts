import { coreWebhookDeliveries, coreWebhooks } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { createGuardedHttp } from '../platform/guarded-http.ts';
import { sweep } from '../platform/sweep.ts';
import type { Services } from '../services.ts';
import { createDelivery } from './deliver.ts';
import { webhookHandlers } from './routes.ts';
import { createWebhooks, targetsOf } from './webhooks.ts';

/** As long as the events themselves. */
const logDays = 90;
const dayMs = 24 * 3_600_000;

const forgetDeliveries = ({ db, sharedClock }: Pick<Services, 'db' | 'sharedClock'>): Promise<number> => {
  const before = new Date(sharedClock.now().getTime() - logDays * dayMs).toISOString();
  const { attemptedAt, webhookId } = coreWebhookDeliveries;
  return sweep(
    db,
    coreWebhookDeliveries,
    sql`(${attemptedAt} < ${before}::timestamptz or not exists (select from ${coreWebhooks} where ${coreWebhooks.id} = ${webhookId}))`,
  );
};

/** Sends events to the addresses that other systems have registered (rule CORE-9). */
export const webhooks = defineFeature({
  name: 'webhooks',
  handlers: ({ db, sharedClock: clock, secrets, settings }) =>
    webhookHandlers(db, createWebhooks({ clock, secrets, targets: targetsOf(settings) })),
  repeated: [
    {
      name: 'webhooks.deliver',
      everyMs: 250,
      create: ({ settings, ...services }) =>
        createDelivery({ ...services, http: createGuardedHttp({ networks: settings.WEBHOOK_NETWORKS }) }),
    },
  ],
  jobs: [{ name: 'webhooks.forget', at: '49 3 * * *', run: forgetDeliveries }],
  personalData: {
    leftOut: {
      core_webhooks: 'nobodys',
      core_webhook_secrets: 'nobodys',
      core_webhook_deliveries: 'references',
    },
  },
});
