import { randomInt } from 'node:crypto';
import { cases, submissions } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { createReceivingForm } from '../complaints/from-form.ts';
import { defineFeature } from '../feature.ts';
import { createFormCheck } from './check-form.ts';
import { createCrmHandover, crmCaseQueue } from './crm.ts';
import { drawLottery } from './draw.ts';
import { createFormReceipt, plainReceiptQueue, receiptQueue } from './receipts.ts';
import { formHandlers } from './routes.ts';
import { createSubmissionStore } from './store.ts';
import { createSubmissions } from './submissions.ts';
import { submissionWorkItem } from './work-item.ts';

/** Submissions of a customer who was signed in. */
const isOwn = (id: string) =>
  sql`${submissions.id} in (select ${cases.matterId} from ${cases} where ${cases.customerId} = ${id} and ${cases.kind} = 'inquiry')`;

/** The site's forms: inquiries and others, for customers and visitors. */
export const forms = defineFeature({
  name: 'forms',
  handlers: (services) =>
    formHandlers({
      ...services,
      submissions: createSubmissions(services),
      checkForm: createFormCheck(services),
      receiveForm: createReceivingForm(services),
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
    {
      name: 'lottery.draw',
      at: '0 9 * * *',
      run: (services) => drawLottery({ ...services, random: randomInt }),
    },
  ],
  workItems: ({ db }) => ({ inquiry: submissionWorkItem(db), form: submissionWorkItem(db) }),
  personalData: {
    // What was sent signed in. Of the rest, somebody else may have typed the name, kennitala or address.
    holdings: [{ table: submissions, rowsOf: isOwn, without: ['confirmation', 'once'] }],
    leftOut: { prevention_subscribers: 'unproved' },
    // With the work items that name the customer.
    erasure: ({ id }) => [{ table: submissions, where: isOwn(id), when: 'requested', reads: [cases] }],
  },
});
