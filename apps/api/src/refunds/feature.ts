import { refunds as table } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { approvableRefund } from './approvable.ts';
import { refundMails } from './mails.ts';
import { createRefundOrders } from './order.ts';
import { refundQueue } from './queue.ts';
import { refundHandlers } from './routes.ts';

/** Refunds of card payments: proposed by finance, approved by a second person, ordered at the card service (rule DESK-12). */
export const refunds = defineFeature({
  name: 'refunds',
  handlers: (services) => refundHandlers(services),
  mails: refundMails,
  approvable: (services) => [approvableRefund(services)],
  queues: [
    {
      queue: refundQueue,
      events: ['payment.refunded'],
      work: (services) => createRefundOrders(services).followUp,
    },
  ],
  jobs: [
    {
      name: 'refunds.findForgotten',
      at: '50 5 * * *',
      events: ['payment.refunded'],
      run: (services) => createRefundOrders(services).findForgotten(),
    },
  ],
  personalData: {
    // Who proposed and approved is colleagues' business, like the reason that they give each other.
    holdings: [
      ownRows(table.customerId, [
        'reason',
        'proposed_by',
        'proposed_by_name',
        'approved_by',
        'approved_by_name',
      ]),
    ],
    erasure: ({ ownRows, beforeRetainedAccounts }) => [
      {
        table,
        where: ownRows(
          table.customerId,
          sql`${table.state} <> 'ordered' and ${beforeRetainedAccounts(sql`(${table.settledAt} at time zone 'UTC')::date`)}`,
        ),
        when: 'always',
      },
    ],
  },
});
