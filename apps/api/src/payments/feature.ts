import { instalments, refunds, payments as table } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import type { Services } from '../services.ts';
import { createAccountStore } from './account-store.ts';
import { createFollowUp } from './follow-up.ts';
import { paymentMails } from './mails.ts';
import { createPay } from './pay.ts';
import { paymentQueue } from './queue.ts';
import { paymentHandlers } from './routes.ts';
import { createPaymentStore } from './store.ts';
import { paymentWorkItem } from './work-item.ts';

const followUpOf = (services: Services) => {
  const store = createPaymentStore(services.db);
  return createFollowUp({ ...services, store, pay: createPay({ ...services, store }) });
};

/** Instalments, and card payments of them. */
export const payments = defineFeature({
  name: 'payments',
  handlers: (services) => {
    const store = createPaymentStore(services.db);
    const accounts = createAccountStore(services.db);
    return paymentHandlers({ ...services, store, accounts, pay: createPay({ ...services, store }) });
  },
  mails: paymentMails,
  queues: [
    {
      queue: paymentQueue,
      events: ['payment.made'],
      work: (services) => followUpOf(services).followUp,
    },
  ],
  jobs: [
    {
      name: 'payments.findForgotten',
      at: '40 * * * *',
      run: (services) => followUpOf(services).findForgotten(),
    },
  ],
  workItems: ({ db }) => ({ payment: paymentWorkItem(db) }),
  personalData: {
    holdings: [ownRows(instalments.customerId), ownRows(table.customerId, ['card_token'])],
    mentions: [{ column: table.actorId, at: table.createdAt, by: 'id' }],
    erasure: ({ ownRows, beforeRetainedAccounts }) => {
      const isOpen = sql`${instalments.paidAt} is null and ${instalments.cancelledAt} is null`;
      const isOld = sql`not (${isOpen}) and ${beforeRetainedAccounts(instalments.dueDate)}`;
      return [
        { table: instalments, where: ownRows(instalments.customerId, isOld), when: 'always' },
        {
          table,
          where: ownRows(
            table.customerId,
            sql`${table.state} <> 'started' and ${beforeRetainedAccounts(sql`(${table.createdAt} at time zone 'UTC')::date`)} and not exists (select from ${instalments} where ${instalments.customerId} = ${table.customerId} and ${instalments.paymentId} = ${table.id} and not (${isOld})) and not exists (select from ${refunds} where ${refunds.customerId} = ${table.customerId} and ${refunds.paymentId} = ${table.id})`,
          ),
          when: 'always',
        },
      ];
    },
  },
});
