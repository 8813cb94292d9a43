import type { Db } from '@hofn/database';
import { Gauge, type Registry } from 'prom-client';
import { countUnanswered } from './store/outbox.ts';
import { countUnpaid } from './store/payments-out.ts';
import { countWork } from './store/work.ts';

/** Adds what waits in the core to a server's metrics; the same in every replica. Left out while the database does not answer. */
export const exposeCore = (metrics: Registry, db: Db): void => {
  const gauges = {
    insurance_customers_to_work: {
      help: 'Customers whose work of the calendar’s day is still to do.',
      read: async () => (await countWork(db)).toDo,
    },
    insurance_customers_failed: {
      help: 'Customers whose work of the calendar’s day has failed; it is tried again the day after.',
      read: async () => (await countWork(db)).failed,
    },
    insurance_payments_unpaid: {
      help: 'Payments of claims that are approved, and that the bank has not made.',
      read: () => countUnpaid(db),
    },
    insurance_unanswered: {
      help: 'Facts and outcomes of requests that the front has not answered.',
      read: () => countUnanswered(db),
    },
  };
  for (const [name, { help, read }] of Object.entries(gauges))
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        const value = await read().catch(() => undefined);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
};
