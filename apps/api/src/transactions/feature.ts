import { transactions as table } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { transactionMails } from './mails.ts';
import { transactionHandlers } from './routes.ts';

/** The customer's account: charges and payments. */
export const transactions = defineFeature({
  name: 'transactions',
  handlers: transactionHandlers,
  mails: transactionMails,
  personalData: {
    holdings: [ownRows(table.customerId)],
    erasure: ({ ownRows, beforeRetainedAccounts }) => [
      { table, where: ownRows(table.customerId, beforeRetainedAccounts(table.bookedOn)), when: 'always' },
    ],
  },
});
