import { defineFeature } from '../feature.ts';
import { createFormCheck } from './check-form.ts';
import { createCrmHandover, crmCaseQueue } from './crm.ts';
import { createFormReceipt, plainReceiptQueue, receiptQueue } from './receipts.ts';
import { formHandlers } from './routes.ts';
import { createSubmissionStore } from './store.ts';
import { createSubmissions } from './submissions.ts';
import { submissionWorkItem } from './work-item.ts';

/** The site's forms: inquiries and others, for customers and visitors. */
export const forms = defineFeature({
  name: 'forms',
  handlers: (services) =>
    formHandlers({
      ...services,
      submissions: createSubmissions(services),
      checkForm: createFormCheck(services),
    }),
  queues: [
    { queue: receiptQueue, work: createFormReceipt },
    { queue: plainReceiptQueue, work: createFormReceipt },
    { queue: crmCaseQueue, work: createCrmHandover },
  ],
  jobs: [
    {
      name: 'submissions.forget',
      at: '30 3 * * *',
      run: ({ db, clock }) => createSubmissionStore(db).forget(clock.now()),
    },
  ],
  workItems: ({ db }) => ({ inquiry: submissionWorkItem(db), form: submissionWorkItem(db) }),
  // Somebody else may have typed the name, kennitala or address.
  personalData: { leftOut: { submissions: 'unproved', prevention_subscribers: 'unproved' } },
});
