import { transactions as table } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { own } from '../platform/personal-data.ts';
import { transactionMails } from './mails.ts';
import { transactionHandlers } from './routes.ts';

/** The customer's account: charges and payments. */
export const transactions = defineFeature({
  name: 'transactions',
  handlers: transactionHandlers,
  mails: transactionMails,
  personalData: {
    holdings: [own(table.customerId)],
    erasure: ({ of, oldBook }) => [{ table, where: of(table.customerId, oldBook(table.bookedOn)) }],
  },
});
