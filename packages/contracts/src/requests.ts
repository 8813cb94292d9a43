import { requestLimits } from '@hofn/domain/requests.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, isk } from './values.ts';

/** Kinds of requests that end with an outcome (rule CORE-10). */
export const requestKinds = ['figures', 'offer'] as const;
export const requestKind = z
  .enum(requestKinds)
  .describe('`figures`: a change of a company’s rating figures; `offer`: an accepted offer');
export type RequestKind = z.infer<typeof requestKind>;

/** `moreInformation` until the customer has answered; `accepted` and `refused` are final. */
export const requestState = z.enum(['open', 'moreInformation', 'accepted', 'refused']);
export type RequestState = z.infer<typeof requestState>;

const written = z.string().trim().min(requestLimits.shortest).max(requestLimits.longest);

/** A text in both languages, of which the customer reads one. */
export const writtenText = z.strictObject({ is: written, en: written });

/** A policy that a request led to; `id` is null until another system has written its policy here. */
export const settledPolicy = z.object({ id: id.nullable(), number: z.string() });

/** A decision on a request. */
const decisions = {
  accepted: {
    result: z.literal('accepted'),
    effectiveOn: day.describe('first day of what was accepted'),
    texts: writtenText.nullable().default(null).describe('a note to the customer'),
  },
  refused: {
    result: z.literal('refused'),
    texts: writtenText.describe('the reason'),
  },
  moreInformation: {
    result: z.literal('moreInformation'),
    texts: writtenText.describe('what is missing'),
  },
};

/** A decision by staff; it is also written to the policy. */
export const staffDecision = z.discriminatedUnion('result', [
  z.strictObject({ ...decisions.accepted, premium: isk.min(0).describe('per year') }),
  z.strictObject(decisions.refused),
  z.strictObject(decisions.moreInformation),
]);
export type StaffDecision = z.infer<typeof staffDecision>;

/** A question about a request, or the answer to it. */
const requestMessage = z.object({
  fromUs: z.boolean(),
  author: z.string().describe('empty when another system has asked'),
  text: z.string(),
  at: instant,
});

/** What has become of a request, as the customer reads it, in the requested language. */
export const requestStatus = z.object({
  id,
  kind: requestKind,
  state: requestState,
  requestedAt: instant,
  settledAt: instant.nullable(),
  effectiveOn: day.describe('as requested; once accepted, the day that was decided'),
  premiumPerYear: isk.nullable().describe('the decided premium; null until accepted'),
  text: z.string().nullable().describe('the reason of a refusal, or a note with an acceptance'),
  policy: settledPolicy.nullable().describe('the policy that was changed or issued; null until accepted'),
  messages: z.array(requestMessage),
});
export type RequestStatus = z.infer<typeof requestStatus>;

export const requestCalls = defineCalls({
  answerRequest: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/requests/{id}/answer',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary: 'Answers our question about a request, which is then open again; 409 when nothing was asked.',
    params: z.object({ id }),
    body: z.strictObject({ text: z.string().trim().min(1).max(requestLimits.longest) }),
    response: requestStatus,
    audit: 'request.answer',
    events: ['request.questionAnswered'],
  },
});
