import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { policyRequestDetails, requestKind, requestState, settledPolicy, writtenText } from '../requests.ts';
import { accountIsk, day, id, instant, isk, ssn } from '../values.ts';
import { insuredItemFacts } from './policy-facts.ts';

/** A cover that was offered, with its sums. */
const offeredCover = z.object({ id: z.string(), sumInsured: isk.nullable(), deductible: isk.nullable() });
const part = z.object({ id: z.string(), amount: isk });

/** A request that needs a decision, with everything that it consists of (rule CORE-10). */
export const coreRequest = z.object({
  id,
  kind: requestKind,
  state: requestState,
  settledBy: z.enum(['core', 'staff']).describe('who settles requests of this kind, by setting'),
  customer: z.object({ ssn }),
  requestedAt: instant,
  effectiveOn: day.describe('as requested, or as offered; of a cancellation the first day without cover'),
  premium: isk.describe('per year, as estimated for the customer or as offered'),
  tariff: z.string().describe('edition of the rating tables used'),
  language: z.enum(['is', 'en']).describe('language the customer used'),
  policy: z.object({ id, number: z.string() }).nullable().describe('the policy to change or replace'),
  figures: z
    .object({
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()),
    })
    .nullable()
    .describe('of a change of figures'),
  change: policyRequestDetails.nullable().describe('of a request about a policy'),
  offer: z
    .object({
      number: z.string(),
      product: z.string(),
      insured: z.object({ is: z.string().nullable(), en: z.string().nullable() }),
      covers: z.array(offeredCover),
      items: z
        .array(insuredItemFacts)
        .optional()
        .describe('what a purchase insures; left out where the insurer has made the offer'),
      parts: z.array(part).describe('sum to `premium`'),
      instalmentsPerYear: z.int(),
      deductible: isk.nullable(),
      sumInsured: isk.nullable(),
      terms: z.array(z.string()),
      shownHash: z.string().nullable().describe('hash of the offer as the customer saw it'),
    })
    .nullable()
    .describe('of an accepted offer'),
  messages: z
    .array(
      z.object({ fromUs: z.boolean(), texts: z.object({ is: z.string(), en: z.string() }), at: instant }),
    )
    .describe('questions, and the customer’s answers in their own words'),
  outcome: z
    .object({
      result: z.enum(['accepted', 'refused']),
      by: z.enum(['core', 'staff', 'rule']).describe('`rule`: it took effect at once, with nobody deciding'),
      settledAt: instant,
      texts: writtenText.nullable(),
      effectiveOn: day.nullable(),
      premium: isk.nullable(),
      policy: settledPolicy.nullable(),
    })
    .nullable(),
});
export type CoreRequest = z.infer<typeof coreRequest>;

/** The outcome of a request, as another system reports it. */
export const coreOutcome = z.discriminatedUnion('result', [
  z.strictObject({
    result: z.literal('accepted'),
    effectiveOn: day.nullable().default(null),
    premium: accountIsk.min(0).nullable().default(null).describe('per year'),
    policyNumber: z
      .string()
      .min(1)
      .max(40)
      .nullable()
      .default(null)
      .describe('number of the policy that was changed or issued'),
    texts: writtenText.nullable().default(null).describe('a note to the customer'),
  }),
  z.strictObject({ result: z.literal('refused'), texts: writtenText.describe('the reason') }),
  z.strictObject({ result: z.literal('moreInformation'), texts: writtenText.describe('what is missing') }),
]);
export type CoreOutcome = z.infer<typeof coreOutcome>;

export const coreRequestCalls = defineCalls({
  coreRequests: {
    service: 'api',
    method: 'GET',
    path: '/api/core/v1/requests',
    who: { kind: 'service', scope: 'core.requests.read' },
    rate: 'core',
    summary: 'Lists requests, oldest first, one page at a time.',
    query: z.object({
      state: requestState.optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      cursor: z.string().max(400).optional(),
    }),
    response: z.object({ items: z.array(coreRequest), nextCursor: z.string().nullable() }),
  },
  coreRequest: {
    service: 'api',
    method: 'GET',
    path: '/api/core/v1/requests/{id}',
    who: { kind: 'service', scope: 'core.requests.read' },
    rate: 'core',
    summary: 'Returns one request.',
    params: z.object({ id }),
    response: coreRequest,
  },
  settleCoreRequest: {
    service: 'api',
    method: 'PUT',
    path: '/api/core/v1/requests/{id}/outcome',
    who: { kind: 'service', scope: 'core.requests.settle' },
    rate: 'core',
    summary:
      'Records the outcome of a request, or asks the customer for more information. Repeated alike it is `unchanged`; 409 `requestSettled` with the recorded outcome when it differs, 409 `requestRetracted` when the customer has taken the request back.',
    params: z.object({ id }),
    body: coreOutcome,
    response: z.object({ result: z.enum(['recorded', 'unchanged']), request: coreRequest }),
    audit: 'core.settleRequest',
    events: ['request.settled', 'request.questionAsked'],
  },
});
