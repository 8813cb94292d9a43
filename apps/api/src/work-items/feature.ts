import { caseAnswers, caseEvents, caseMails, cases } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { defineFeature } from '../feature.ts';
import { childRows, ownRows } from '../platform/personal-data.ts';
import { returnToQueue } from './conflicts.ts';
import { coreAnswerHandlers } from './core-routes.ts';
import { caseDraftHandlers } from './draft-routes.ts';
import { forgetCaseDrafts } from './draft-store.ts';
import { answerQueue, createAnswerSender } from './mails.ts';
import { deskNewsHandlers } from './news-routes.ts';
import { forgetPresence } from './presence-store.ts';
import { workItemHandlers } from './routes.ts';

/** The staff work queue, and what customers see of it. */
export const workItems = defineFeature({
  name: 'workItems',
  handlers: (services, all) => ({
    ...workItemHandlers({ ...services, kinds: all.workItems }),
    ...caseDraftHandlers({ ...services, db: services.database.db }),
    ...deskNewsHandlers(services),
    ...coreAnswerHandlers({ ...services, kinds: all.workItems }),
  }),
  queues: [{ queue: answerQueue, work: createAnswerSender, events: ['case.reopened'] }],
  jobs: [
    { name: 'caseDrafts.forget', at: '27 3 * * *', run: forgetCaseDrafts },
    { name: 'casePresence.forget', at: '29 3 * * *', run: forgetPresence },
    { name: 'cases.returnToQueue', at: '11 * * * *', run: returnToQueue },
  ],
  personalData: {
    leftOut: {
      ...{ case_drafts: 'unsent', case_notes: 'internal', case_mentions: 'staff' },
      ...{ case_changes: 'internal', case_presence: 'staff' },
    },
    holdings: [
      ownRows(cases.customerId, ['reply_token']),
      childRows(caseEvents.caseId, cases),
      childRows(caseAnswers.caseId, cases),
      childRows(caseMails.caseId, cases),
    ],
    erasure: ({ ownRows }) => [
      {
        table: cases,
        where: ownRows(
          cases.customerId,
          sql`${cases.kind} <> 'privacy' and (${cases.state} = 'closed' or ${cases.kind} not in ('claim', 'change'))`,
        ),
        when: 'requested',
      },
    ],
  },
});
