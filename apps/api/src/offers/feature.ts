import { changeRequests, proposals } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { createActs } from '../requests/acts.ts';
import { createDecisionTexts } from '../requests/decision-texts.ts';
import { createSettling } from '../requests/settle.ts';
import { offerMails } from './mails.ts';
import { offerHandlers } from './routes.ts';

/** Offers made to customers, and their answers. */
export const offers = defineFeature({
  name: 'offers',
  handlers: (services) =>
    offerHandlers({
      ...services,
      decisionTexts: createDecisionTexts(services),
      acts: createActs(services, createSettling(services)),
    }),
  mails: offerMails,
  personalData: {
    holdings: [ownRows(proposals.customerId)],
    mentions: [{ column: proposals.answeredBy, at: proposals.answeredAt, by: 'id' }],
    erasure: ({ ownRows, policyNotRetained, tenYearsAgo }) => [
      {
        table: proposals,
        where: ownRows(
          proposals.customerId,
          sql`${proposals.state} <> 'accepted' and not exists (select from ${changeRequests} where ${changeRequests.customerId} = ${proposals.customerId} and ${changeRequests.proposalId} = ${proposals.id})`,
        ),
        when: 'requested',
      },
      {
        table: proposals,
        where: ownRows(
          proposals.customerId,
          sql`coalesce(${policyNotRetained(proposals.policyId)}, false) or (${proposals.policyId} is null and ${proposals.effectiveOn} < ${tenYearsAgo}::date)`,
        ),
        when: 'always',
      },
    ],
  },
});
