import { z } from 'zod';
import { defineCalls } from './call.ts';
import { premiumPart, termsReference } from './policies.ts';
import { day, id, instant, isk } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/** `expired` is a pending one whose last day is over. */
export const offerState = z.enum(['pending', 'accepted', 'declined', 'expired']);
export type OfferState = z.infer<typeof offerState>;

const summary = {
  id,
  number: z.string(),
  name: z.string().describe('name of the product, in the asked language'),
  insured: z.string().nullable(),
  state: offerState,
  validTo: day.describe('last day to accept it'),
  effectiveOn: day.describe('first day that it would cover'),
};

/** What is offered beside what the customer has; `now` is null for a new policy. */
const beside = { offered: isk.nullable(), now: isk.nullable() };
const sums = z.object({ sumInsured: isk.nullable(), deductible: isk.nullable() }).nullable();

export const proposal = z.object({
  ...summary,
  policy: z.object({ id, number: z.string() }).nullable().describe('the one it would take the place of'),
  offeredOn: day,
  answeredAt: instant.nullable(),
  needs: z.array(z.string()).describe('what the customer said they need'),
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
      offered: sums.describe('null where it is not covered'),
      now: sums,
    }),
  ),
  exclusions: z.array(z.object({ id, name: z.string(), description: z.string() })),
  deductibleText: z.string(),
  terms: z.array(termsReference),
  shown: z.string().describe('hash of all the above as it is shown; an acceptance names it'),
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
      'Offers that wait for an answer, and those that have expired since; as `text/csv` or `application/pdf` too.',
    files: true,
    query: z.object({
      search: z.string().trim().max(100).optional(),
      from: day.optional().describe('first of the days that an offer’s last day is among'),
      to: day.optional().describe('last of those days'),
      state: z.enum(['pending', 'expired']).optional(),
      sort: z
        .enum(['ends', 'premium'])
        .default('ends')
        .describe('first the one that ends first, or costs most'),
    }),
    response: offersPending,
  },
  proposal: {
    service: 'api',
    method: 'GET',
    path: '/api/ods/v1/proposal/{id}',
    who: customer,
    rate: 'read',
    summary: 'One proposal beside the policy that it would take the place of.',
    params: z.object({ id }),
    response: proposal,
  },
  proposalIpid: {
    service: 'api',
    method: 'GET',
    path: '/api/ods/v1/proposal/{id}/ipid',
    who: customer,
    rate: 'costly',
    summary: 'The insurance product information document of a proposal, in the asked language.',
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
    summary: 'Accepts what was shown, once, with a copy of it kept as proof; or declines.',
    params: z.object({ id }),
    body: z.discriminatedUnion('answer', [
      z.strictObject({ answer: z.literal('accept'), shown: z.string().max(64) }),
      z.strictObject({ answer: z.literal('decline') }),
    ]),
    response: z.object({ state: offerState, effectiveOn: day }),
    audit: 'offer.answer',
  },
});
