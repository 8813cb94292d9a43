import { cardVerifications } from '@hofn/database';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { paymentDetailsMails } from './mails.ts';
import { paymentDetailsHandlers } from './routes.ts';
import { deleteOldVerifications } from './store.ts';

/** The card and the bank account that a customer pays with and is paid to. */
export const paymentDetails = defineFeature({
  name: 'paymentDetails',
  handlers: (services) =>
    paymentDetailsHandlers({
      ...services,
      origins: services.settings.API_ORIGINS,
      claimFee: services.settings.CLAIM_FEE,
    }),
  mails: paymentDetailsMails,
  jobs: [
    {
      name: 'cardVerifications.forget',
      at: '23 3 * * *',
      run: ({ db, clock }) => deleteOldVerifications(db, clock.now()),
    },
  ],
  personalData: {
    holdings: [ownRows(cardVerifications.customerId)],
    erasure: ({ ownRows }) => [
      { table: cardVerifications, where: ownRows(cardVerifications.customerId), when: 'requested' },
    ],
  },
});
