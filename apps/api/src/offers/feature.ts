import { changeRequests, proposals } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { own } from '../platform/personal-data.ts';
import { offerMails } from './mails.ts';
import { offerHandlers } from './routes.ts';

/** Offers made to customers, and their answers. */
export const offers = defineFeature({
  name: 'offers',
  handlers: offerHandlers,
  mails: offerMails,
  personalData: {
    holdings: [own(proposals.customerId)],
    mentions: [{ column: proposals.answeredBy, at: proposals.answeredAt, by: 'id' }],
    erasure: ({ of, noPolicy, tenYearsAgo }) => [
      {
        table: proposals,
        where: of(
          proposals.customerId,
          sql`${proposals.state} <> 'accepted' and not exists (select from ${changeRequests} where ${changeRequests.customerId} = ${proposals.customerId} and ${changeRequests.proposalId} = ${proposals.id})`,
        ),
        once: true,
      },
      {
        table: proposals,
        where: of(
          proposals.customerId,
          sql`coalesce(${noPolicy(proposals.policyId)}, false) or (${proposals.policyId} is null and ${proposals.effectiveOn} < ${tenYearsAgo}::date)`,
        ),
      },
    ],
  },
});
