import type { Queue } from '@hofn/database';

/** Refunds to ask the card service for. The retries are for faults of our own: without its answer a job queues the next one. */
export const refundQueue: Queue = {
  name: 'payment.refund',
  concurrency: 4,
  retries: 60,
  delay: 30,
  longestDelay: 3600,
  expires: 120,
};

/** Seconds until a refund is asked for again: longer than the approval that asks first can take. */
export const refundFollowUpSeconds = 60;

/** A refund, as its jobs name it. */
export type RefundJob = { customerId: string; id: string };
