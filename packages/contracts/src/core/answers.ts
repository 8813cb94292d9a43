import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { caseLimits } from '../cases.ts';
import { id } from '../values.ts';
import { sourceKey } from './fact-values.ts';

/** An answer to somebody who wrote to the insurer, from another system. */
export const coreAnswer = z.strictObject({
  author: z.string().trim().min(1).max(100).describe('who answers, as the reader should see it'),
  text: z.string().trim().min(1).max(caseLimits.answer).describe('in the language that the sender wrote in'),
  close: z.boolean().default(true).describe('whether this finishes the case'),
});
export type CoreAnswer = z.infer<typeof coreAnswer>;

const key = sourceKey.describe('chosen by the caller; the same answer under the same key is stored once');
const put = {
  service: 'api',
  method: 'PUT',
  who: { kind: 'service', scope: 'core.messages.answer' },
  rate: 'core',
  body: coreAnswer,
  response: z.object({ result: z.enum(['recorded', 'unchanged']) }),
  audit: 'core.answer',
  events: ['case.answered', 'case.closed'],
} as const;
const refusals =
  '409 `settledElsewhere` when staff answer them, `conflict` when the key has another answer, `caseUnanswerable` when the sender left no address.';

/** How another system answers what people write (rule CORE-10), when `REQUESTS_SETTLED_BY_CORE` contains `inquiry`. */
export const coreAnswerCalls = defineCalls({
  answerCoreMessage: {
    ...put,
    path: '/api/core/v1/customers/by-id/{customer}/messages/{id}/answers/{key}',
    summary: `Answers a message of a customer, in My pages and by e-mail. ${refusals}`,
    params: z.object({ customer: id.describe('`subject` of the event'), id, key }),
  },
  answerCoreForm: {
    ...put,
    path: '/api/core/v1/forms/{id}/answers/{key}',
    summary: `Answers a form of the site, by e-mail and, if a customer sent it, in My pages. ${refusals}`,
    params: z.object({ id, key }),
  },
});
