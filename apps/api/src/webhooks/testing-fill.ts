import { coreWebhookDeliveries, coreWebhooks, type Database } from '@hofn/database';
import { noon } from '../testing.ts';

/** The event that the first webhook of `fillWebhooks` has delivered. */
export const deliveredEvent = '019aaf3c-1e5b-7d0e-9a37-6f1c7f3f2a10';

/** Two webhooks of the source `kerfi`, the first with a delivery. For tests only. */
export const fillWebhooks = async ({ db }: Database): Promise<void> => {
  const at = new Date(noon);
  await db.delete(coreWebhooks);
  await db.delete(coreWebhookDeliveries);
  await db.insert(coreWebhooks).values(
    ['w1', 'w2'].map((id) => ({
      ...{ id, source: 'kerfi', url: `https://receiver.example/${id}`, types: null, addedAt: at, place: 0 },
    })),
  );
  await db.insert(coreWebhookDeliveries).values({
    ...{ webhookId: 'w1', seq: 1, eventId: deliveredEvent, type: 'hofn.document.signed', state: 'delivered' },
    ...{ attempts: 1, attemptedAt: at, status: 204, failure: null, duration: 12 },
  });
};
