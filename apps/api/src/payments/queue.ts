import type { Queue } from '@hofn/database';

/**
 * Payments to follow up. The retries are for faults of our own: while the card service does not answer, a job ends by
 * queueing the next one, so that no payment ends among the dead jobs.
 */
export const paymentQueue: Queue = {
  name: 'payment.settle',
  concurrency: 4,
  retries: 60,
  delay: 30,
  longestDelay: 3600,
  expires: 120,
};

/** Seconds until a payment is followed up: longer than the request that starts it can take. */
export const followUpSeconds = 90;

/** A payment, as its jobs name it. */
export type PaymentJob = { customerId: string; id: string };
