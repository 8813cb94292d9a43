import { claimDrafts, claimEvents, claimMessages, claimNotices, claimPayments, claims } from '@hofn/database';
import { own, type PersonalData } from '../platform/personal-data.ts';

export const claimData: PersonalData = {
  holdings: [
    own(claims.customerId),
    own(claimEvents.customerId),
    own(claimPayments.customerId),
    own(claimMessages.customerId),
    own(claimDrafts.customerId),
    own(claimNotices.customerId),
  ],
  erasure: ({ of, noClaim }) => [
    { table: claimDrafts, where: of(claimDrafts.customerId), once: true },
    { table: claimNotices, where: of(claimNotices.customerId, noClaim(claimNotices.id)) },
    { table: claims, where: of(claims.customerId, noClaim(claims.id)) },
  ],
};
