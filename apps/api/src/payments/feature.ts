import { instalments, payments as table } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { createAccountStore } from './account-store.ts';
import { paymentMails } from './mails.ts';
import { createPay, paymentQueue } from './pay.ts';
import { paymentHandlers } from './routes.ts';
import { createPaymentStore } from './store.ts';

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
      work: (services) => createPay({ ...services, store: createPaymentStore(services.db) }).followUp,
    },
  ],
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
            sql`${table.state} <> 'started' and ${beforeRetainedAccounts(sql`(${table.createdAt} at time zone 'UTC')::date`)} and not exists (select from ${instalments} where ${instalments.customerId} = ${table.customerId} and ${instalments.paymentId} = ${table.id} and not (${isOld}))`,
          ),
          when: 'always',
        },
      ];
    },
  },
});
