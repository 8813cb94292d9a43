import { z } from 'zod';
import { defineCalls } from './call.ts';
import { premiumPart, termsReference } from './policies.ts';
import { requestStatus, ruleDecision } from './requests.ts';
import { day, id, instant, isk } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/** `expired` is a pending offer past its last day. */
export const offerState = z.enum(['pending', 'accepted', 'declined', 'expired']);
export type OfferState = z.infer<typeof offerState>;

const summary = {
  id,
  number: z.string(),
  name: z.string().describe('product name in the requested language'),
  insured: z.string().nullable(),
  state: offerState,
  validTo: day.describe('last day to accept it'),
  effectiveOn: day.describe('first day of cover'),
};

/** The offer compared with the current policy; `now` is null for a new policy. */
const beside = { offered: isk.nullable(), now: isk.nullable() };
const sums = z.object({ sumInsured: isk.nullable(), deductible: isk.nullable() }).nullable();

export const proposal = z.object({
  ...summary,
  policy: z.object({ id, number: z.string() }).nullable().describe('the policy it would replace'),
  offeredOn: day,
  answeredAt: instant.nullable(),
  needs: z.array(z.string()).describe('needs stated by the customer'),
  premiumPerYear: z.object(beside),
  deductible: z.object(beside),
  sumInsured: z.object(beside),
  parts: z.array(premiumPart.omit({ amount: true }).extend(beside)).describe('sum to `premiumPerYear`'),
  instalmentsPerYear: z.int(),
  covers: z.array(
    z.object({
      id,
      name: z.string(),
      description: z.string(),
      offered: sums.describe('null when not covered'),
      now: sums,
    }),
  ),
  exclusions: z.array(z.object({ id, name: z.string(), description: z.string() })),
  deductibleText: z.string(),
  terms: z.array(termsReference),
  request: requestStatus
    .nullable()
    .default(null)
    .describe('what has become of the acceptance; null for an offer that was not accepted'),
  decision: ruleDecision.optional().describe('of an acceptance; left out once the offer was answered'),
  shown: z.string().describe('hash of the proposal as shown; sent back to accept exactly this version'),
});
export type Proposal = z.infer<typeof proposal>;

export const offersPending = z.object({
  items: z.array(z.object({ ...summary, premiumPerYear: isk, premiumNow: isk.nullable() })),
});
export type OffersPending = z.infer<typeof offersPending>;

export const offerCalls = defineCalls({
  offersPending: {
    service: 'api',
    method: 'GET',
    path: '/api/offers/v1/pending',
    who: customer,
    rate: 'read',
    summary:
      'Lists unanswered offers, including expired ones. Also available as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      search: z.string().trim().max(100).optional(),
      from: day.optional().describe('earliest last day of an offer to include'),
      to: day.optional().describe('latest last day of an offer to include'),
      state: z.enum(['pending', 'expired']).optional(),
      sort: z
        .enum(['ends', 'premium'])
        .default('ends')
        .describe('soonest to expire first, or most expensive first'),
    }),
    response: offersPending,
  },
  proposal: {
    service: 'api',
    method: 'GET',
    path: '/api/ods/v1/proposal/{id}',
    who: customer,
    rate: 'read',
    summary: 'Returns one proposal, compared with the policy it would replace.',
    params: z.object({ id }),
    response: proposal,
  },
  proposalIpid: {
    service: 'api',
    method: 'GET',
    path: '/api/ods/v1/proposal/{id}/ipid',
    who: customer,
    rate: 'costly',
    summary:
      'Downloads the insurance product information document (IPID) of a proposal, in the requested language.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
  answerProposal: {
    service: 'api',
    method: 'POST',
    path: '/api/ods/v1/proposal/{id}',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Accepts the proposal as shown, once, storing a copy as proof, and issues its policy where rules settle offers; or declines it.',
    params: z.object({ id }),
    body: z.discriminatedUnion('answer', [
      z.strictObject({ answer: z.literal('accept'), shown: z.string().max(64) }),
      z.strictObject({ answer: z.literal('decline') }),
    ]),
    response: z.object({
      state: offerState,
      effectiveOn: day,
      request: requestStatus
        .optional()
        .describe(
          'what has become of an acceptance: `accepted`, with the policy, when it was issued at once',
        ),
    }),
    audit: 'offer.answer',
    events: ['offer.accepted', 'offer.declined', 'request.settled', 'document.issued'],
  },
});
