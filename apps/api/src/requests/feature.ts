import { changeRequests } from '@hofn/database';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { ownRows } from '../platform/personal-data.ts';
import { createActs } from './acts.ts';
import { coreRequestHandlers } from './core-routes.ts';
import { createDecisionTexts } from './decision-texts.ts';
import { askAboutEarlierAcceptances } from './earlier-acceptances.ts';
import { requestMails } from './mails.ts';
import { outcomeMails } from './outcome-letter.ts';
import { paymentPlanHandlers } from './payment-plan-routes.ts';
import { policyRequestHandlers } from './policy-routes.ts';
import { requestHandlers } from './routes.ts';
import { createSettling } from './settle.ts';
import { requestWorkItem } from './work-item.ts';

/** Requests of customers that need a decision (rule CORE-10): changes of figures, accepted offers, and what is asked for about a policy. */
export const requests = defineFeature({
  name: 'requests',
  handlers: (services) => {
    const settling = createSettling(services);
    const parts = {
      ...services,
      decisionTexts: createDecisionTexts(services),
      acts: createActs(services, settling),
    };
    return {
      ...requestHandlers(services),
      ...policyRequestHandlers(parts),
      ...paymentPlanHandlers(parts),
      ...coreRequestHandlers({ ...services, settling }),
    };
  },
  mails: (services) => ({ ...requestMails(services), ...outcomeMails(services) }),
  workItems: (services) => {
    const settling = createSettling(services);
    return { change: requestWorkItem({ ...services, settling, acts: createActs(services, settling) }) };
  },
  jobs: [
    {
      name: 'requests.earlierAcceptances',
      at: '5 * * * *',
      events: ['case.reopened'],
      run: askAboutEarlierAcceptances,
    },
  ],
  repeated: [
    {
      name: 'requests.askAgain',
      everyMs: 2000,
      create: (services) => createActs(services, createSettling(services)).performWaiting,
    },
  ],
  personalData: {
    holdings: [ownRows(changeRequests.customerId)],
    mentions: [{ column: changeRequests.actorId, at: changeRequests.createdAt, by: 'id' }],
    files: {
      columns: [changeRequests.ipid],
      find: async (db, subject) =>
        (
          await db
            .select({ name: changeRequests.effectiveOn, key: sql<string>`${changeRequests.ipid}` })
            .from(changeRequests)
            .where(and(eq(changeRequests.customerId, subject.id), isNotNull(changeRequests.ipid)))
        ).map((file) => ({ ...file, folder: 'documents', name: `IPID ${file.name}.pdf` })),
    },
    erasure: ({ ownRows, policyNotRetained, tenYearsAgo }) => [
      {
        table: changeRequests,
        where: ownRows(
          changeRequests.customerId,
          sql`${changeRequests.state} <> 'pending' and (${changeRequests.effectiveOn} < ${tenYearsAgo}::date and ${changeRequests.policyId} is null or coalesce(${policyNotRetained(changeRequests.policyId)}, false))`,
        ),
        when: 'always',
      },
      {
        table: changeRequests,
        where: ownRows(changeRequests.customerId, sql`${changeRequests.state} in ('refused', 'retracted')`),
        when: 'requested',
      },
    ],
  },
});
