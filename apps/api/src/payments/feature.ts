import { instalments, payments as table } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { own } from '../platform/personal-data.ts';
import { paymentMails } from './mails.ts';
import { createPay, paymentQueue } from './pay.ts';
import { paymentHandlers } from './routes.ts';
import { createPaymentStore } from './store.ts';

/** Instalments, and card payments of them. */
export const payments = defineFeature({
  name: 'payments',
  handlers: (services) => {
    const store = createPaymentStore(services.db);
    return paymentHandlers({ ...services, store, pay: createPay({ ...services, store }) });
  },
  mails: paymentMails,
  queues: [
    {
      queue: paymentQueue,
      work: (services) => createPay({ ...services, store: createPaymentStore(services.db) }).followUp,
    },
  ],
  personalData: {
    holdings: [own(instalments.customerId), own(table.customerId, ['card_token'])],
    mentions: [{ column: table.actorId, at: table.createdAt, by: 'id' }],
    erasure: ({ of, oldBook }) => {
      const isOpen = sql`${instalments.paidAt} is null and ${instalments.cancelledAt} is null`;
      const isOld = sql`not (${isOpen}) and ${oldBook(instalments.dueDate)}`;
      return [
        { table: instalments, where: of(instalments.customerId, isOld) },
        {
          table,
          where: of(
            table.customerId,
            sql`${table.state} <> 'started' and ${oldBook(sql`(${table.createdAt} at time zone 'UTC')::date`)} and not exists (select from ${instalments} where ${instalments.customerId} = ${table.customerId} and ${instalments.paymentId} = ${table.id} and not (${isOld}))`,
          ),
        },
      ];
    },
  },
});
