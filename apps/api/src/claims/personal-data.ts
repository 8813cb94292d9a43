import { claimDrafts, claimEvents, claimMessages, claimNotices, claimPayments, claims } from '@hofn/database';
import { ownRows, type PersonalData } from '../platform/personal-data.ts';

export const claimData: PersonalData = {
  holdings: [
    ownRows(claims.customerId),
    ownRows(claimEvents.customerId),
    ownRows(claimPayments.customerId),
    ownRows(claimMessages.customerId),
    ownRows(claimDrafts.customerId),
    ownRows(claimNotices.customerId),
  ],
  erasure: ({ ownRows, claimNotRetained }) => [
    { table: claimDrafts, where: ownRows(claimDrafts.customerId), when: 'requested' },
    {
      table: claimNotices,
      where: ownRows(claimNotices.customerId, claimNotRetained(claimNotices.id)),
      when: 'always',
    },
    { table: claims, where: ownRows(claims.customerId, claimNotRetained(claims.id)), when: 'always' },
  ],
};
