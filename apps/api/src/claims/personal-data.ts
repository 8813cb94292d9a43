import {
  claimActs,
  claimDrafts,
  claimEvents,
  claimMessages,
  claimNotices,
  claimPayments,
  claims,
} from '@hofn/database';
import { ownRows, type PersonalData } from '../platform/personal-data.ts';

export const claimData: PersonalData = {
  holdings: [
    // Only staff see what a claim is expected to cost, and why the bank did not pay.
    ownRows(claims.customerId, ['reserve']),
    ownRows(claimEvents.customerId),
    ownRows(claimPayments.customerId, ['fault']),
    // Acts name accounts and kennitala of others who are paid; what becomes of them is in the claim.
    ownRows(claimActs.customerId, ['act', 'amount', 'unusable']),
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
