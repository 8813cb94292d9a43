import { issueDocuments } from '@hofn/database';
import { dayOfInstant } from '@hofn/texts';
import { defineFeature } from '../feature.ts';
import { forgetMemoDrafts } from './attachments.ts';
import { recordIssued } from './issue.ts';
import { documentData } from './personal-data.ts';
import { documentHandlers } from './routes.ts';
import { memoWorkItem } from './work-item.ts';

/** Documents that we issue each night, and messages that customers send. */
export const documents = defineFeature({
  name: 'documents',
  handlers: documentHandlers,
  jobs: [
    {
      name: 'documents.issue',
      at: '15 4 * * *',
      events: ['document.issued'],
      run: async ({ db, clock, logger }) => {
        const issued = await issueDocuments(db, {
          today: dayOfInstant(clock.now()),
          onIssued: recordIssued,
          onFailure: ({ customerId, kind, error }) =>
            logger.error({ err: error, customer: customerId, kind }, 'documents not issued'),
        });
        logger.info({ issued }, 'documents issued');
      },
    },
    {
      name: 'memoDrafts.forget',
      at: '26 3 * * *',
      run: ({ uploads, clock }) => forgetMemoDrafts({ uploads, now: clock.now() }),
    },
  ],
  workItems: (services) => ({ memo: memoWorkItem(services) }),
  personalData: documentData,
});
