import { cancelChoices, cancelGrounds, policyRequestKinds } from '@hofn/domain/policy-requests.ts';
import { refusalGrounds, requestLimits } from '@hofn/domain/requests.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { accountIsk, day, id, instant, isk } from './values.ts';

/** Kinds of requests that end with an outcome (rule CORE-10). */
export const requestKinds = ['figures', 'offer', ...policyRequestKinds, 'plan'] as const;
export const requestKind = z
  .enum(requestKinds)
  .describe(
    '`figures`: a change of a company’s rating figures; `offer`: an accepted offer; about one policy `cover`: another cover, `suspend`: a suspension, `resume`: the end of a suspension, `cancel`: a cancellation, `withdraw`: a withdrawal from the contract; `plan`: other days to pay what is due',
  );
export type RequestKind = z.infer<typeof requestKind>;

/** What the core system can settle instead of staff: requests, and `inquiry`: messages and forms that need an answer. */
export const settledKinds = [...requestKinds, 'inquiry'] as const;
export type SettledKind = (typeof settledKinds)[number];

export const policyRequestKind = z.enum(policyRequestKinds);

/** Another day for everything that is due, or monthly instalments of it (rule RIGHT-4). */
export const planChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('later'), on: day.describe('the last day to pay') }),
  z.strictObject({ kind: z.literal('parts'), count: z.int().min(2).max(12) }),
]);

/** Other days to pay, as they were asked for. */
export const askedPlan = z.object({
  choice: planChoice,
  total: accountIsk.min(0).describe('what was due, with interest and fees, as the customer read it'),
});
export type AskedPlan = z.infer<typeof askedPlan>;

/** What is asked for in a request about a policy; null is what does not concern its kind. */
export const policyRequestDetails = z.object({
  act: z
    .enum(['add', 'remove', 'deductible', 'other'])
    .nullable()
    .describe('of `cover`: add or remove an optional cover, another deductible, or in own words'),
  cover: z.string().nullable().describe('id of the optional cover'),
  coverName: z.object({ is: z.string(), en: z.string() }).nullable(),
  deductible: isk.nullable(),
  text: z.string().nullable().describe('in the customer’s own words, or that they want the product'),
  product: z
    .string()
    .nullable()
    .describe('of `other`: id of a product to add, which gets a policy of its own'),
  productName: z.object({ is: z.string(), en: z.string() }).nullable(),
  priceFrom: isk
    .nullable()
    .describe('the lowest price per year of what to add, as the customer read it; null when there is none'),
  lastDay: day.nullable().describe('last day of cover: of `cancel`, `withdraw` and `suspend`'),
  refund: isk
    .nullable()
    .describe('estimated premium of the days without cover: deducted from instalments not due, or paid back'),
  grounds: z
    .enum(cancelGrounds)
    .nullable()
    .describe('why insurance that needs grounds ends; null when it ends by notice'),
  insurer: z.string().nullable().describe('the new insurer, as named by the customer'),
  plan: askedPlan.optional().describe('of `plan`; left out by the other kinds'),
});
export type PolicyRequestDetails = z.infer<typeof policyRequestDetails>;

const insurerName = z.string().trim().max(80);
const optionalCover = z.string().min(1).max(80);

/** The policy that a request is about. */
const about = {
  policyId: id,
  shown: z
    .string()
    .max(64)
    .optional()
    .describe(
      '`shown` of the preview that the customer confirms: 409 `previewChanged` when it would lead to something else now',
    ),
};

/** A request about a policy. Which days and grounds are needed depends on the policy; others are refused. */
export const policyRequest = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('cover'),
    ...about,
    change: z.discriminatedUnion('act', [
      z.strictObject({ act: z.literal('add'), cover: optionalCover }),
      z.strictObject({ act: z.literal('addProduct'), product: optionalCover }),
      z.strictObject({ act: z.literal('remove'), cover: optionalCover }),
      z.strictObject({ act: z.literal('deductible'), deductible: isk.min(0) }),
      z.strictObject({
        act: z.literal('other'),
        text: z.string().trim().min(requestLimits.shortest).max(requestLimits.longest),
      }),
    ]),
  }),
  z.strictObject({ kind: z.literal('suspend'), ...about, from: day }),
  z.strictObject({
    kind: z.literal('resume'),
    ...about,
    from: day.describe('first day on which the policy covers again'),
  }),
  z.strictObject({
    kind: z.literal('cancel'),
    ...about,
    grounds: z.enum(cancelChoices).optional(),
    on: day.optional().describe('the last day of cover, of grounds other than `notice`'),
    insurer: insurerName.optional(),
    hasFivePosts: z.boolean().optional().describe('whether a company has five full-time posts or more'),
  }),
  z.strictObject({ kind: z.literal('withdraw'), ...about }),
]);
export type PolicyRequest = z.infer<typeof policyRequest>;

/** A fact as a label with its value, in the requested language. */
const fact = z.object({ label: z.string(), value: z.string() });

export { fact as requestFact };

/** Whether an act takes effect when the customer confirms it (rule ACT-3). */
export const ruleDecision = z.object({
  decided: z
    .enum(['atOnce', 'referred'])
    .describe('`atOnce`: by rule, when it is confirmed; `referred`: somebody decides'),
  texts: z.array(z.string()).describe('what that means and why, in the requested language'),
});

/** What a request about a policy would lead to. */
export const policyRequestPreview = z.object({
  kind: policyRequestKind,
  effectiveOn: day.describe('first day of the change, or without cover'),
  lastDay: day.nullable(),
  refund: isk.nullable(),
  premiumPerYear: isk
    .nullable()
    .describe('estimated premium with another cover; null when we have to price it'),
  facts: z.array(fact),
  consequences: z.array(z.string()).describe('in plain words, in the requested language'),
  decision: ruleDecision.optional().describe('left out by the release before this one'),
  shown: z
    .string()
    .optional()
    .describe('hash of all this, to confirm; left out by the release before this one'),
});
export type PolicyRequestPreview = z.infer<typeof policyRequestPreview>;

/** What can be asked for about a policy, with the choices that the forms need. */
export const policyRequestOptions = z.object({
  kinds: z.array(policyRequestKind),
  grounds: z.array(z.enum(cancelChoices)).describe('of which one is needed to cancel; empty when none is'),
  cancelDays: z.object({ from: day, to: day }).nullable().describe('days on which it may end on grounds'),
  suspendDays: z.object({ from: day, to: day }).nullable(),
  resumeDays: z
    .object({ from: day, to: day })
    .nullable()
    .optional()
    .describe('left out by the release before this one'),
  asksForPosts: z.boolean().describe('whether the notice depends on the company’s full-time posts'),
  withdrawUntil: day.nullable(),
  removable: z.array(z.object({ cover: z.string(), name: z.string() })),
  deductibles: z.array(isk).describe('the deductibles to choose between, without the present one'),
});
export type PolicyRequestOptions = z.infer<typeof policyRequestOptions>;

/**
 * `moreInformation` until the customer has answered; `accepted`, `refused` and `retracted`, by the customer before anybody
 * began to settle it, are final.
 */
export const requestState = z.enum(['open', 'moreInformation', 'accepted', 'refused', 'retracted']);
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

/** A decision by staff; the core carries out what they accept. */
export const staffDecision = z.discriminatedUnion('result', [
  z.strictObject({ ...decisions.accepted, premium: accountIsk.min(0).describe('per year') }),
  z.strictObject({
    ...decisions.refused,
    ground: z
      .enum(refusalGrounds)
      .optional()
      .describe(
        'the legal ground; required of an offer, and of nothing else, because the customer has a contract',
      ),
  }),
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
  appliesOn: day
    .optional()
    .describe('when an accepted change is written to the policy; nothing else can be requested until then'),
  newPolicy: z
    .boolean()
    .optional()
    .describe('true when `policy` was issued for the request: of an offer or an added product'),
  neverBegan: z
    .boolean()
    .optional()
    .describe('of an accepted withdrawal: true when cover had not begun, so that it never does'),
  messages: z.array(requestMessage),
  facts: z
    .array(fact)
    .describe('what is asked for; of `figures` those that change, before → after; empty for an offer'),
  retractable: z
    .boolean()
    .describe('whether the customer can take it back: open, and nobody has begun to settle it'),
  hasReceipt: z
    .boolean()
    .optional()
    .describe('true when the core was asked to carry it out, so that there is a receipt to open'),
});
export type RequestStatus = z.infer<typeof requestStatus>;

/** One act of the core in a receipt. */
const receiptAct = z.object({
  reference: z.string().describe('the key by which the core finds its receipt'),
  state: z
    .enum(['asked', 'done', 'referred', 'declined'])
    .describe('`asked`: there is no answer; `referred` and `declined`: the core has left it to people'),
  askedAt: instant,
  decidedBy: z.string().nullable().describe('the edition of the rules or the employee; null where neither'),
  reasons: z.array(z.string()).describe('in the requested language'),
  recordedAt: instant.nullable().describe('when the core wrote its receipt; null where it has none'),
  sha256: z.string().nullable().describe('over the core’s receipt, in hex'),
});

/** The receipt of a request that the core was asked to carry out (rule ACT-5), in words in the requested language. */
export const requestReceipt = z.object({
  id,
  kind: requestKind,
  state: requestState,
  requestedAt: instant,
  settledAt: instant.nullable().describe('when it was decided, or taken back'),
  policy: z.string().nullable().describe('name and number of the policy, or of the offer'),
  asked: z.array(fact).describe('what was asked for, as it was when it was sent'),
  decision: z
    .object({
      decidedBy: z.string().describe('the employee, the edition of the rules, or the insurance system'),
      facts: z.array(fact).describe('from which day, at which premium, and what happens to money'),
      reasons: z.array(z.string()),
    })
    .nullable()
    .describe('null while nothing has been decided, and of a request that was taken back'),
  acts: z.array(receiptAct).min(1).describe('oldest first; all but the last were left to people'),
});
export type RequestReceipt = z.infer<typeof requestReceipt>;

/** A request about a policy that was just stored, or done at once. */
export const sentPolicyRequest = z.object({
  request: requestStatus,
  next: z
    .array(z.string())
    .describe('what happens next and when, or what has been done; in the requested language'),
});
export type SentPolicyRequest = z.infer<typeof sentPolicyRequest>;

export const requestCalls = defineCalls({
  previewPolicyRequest: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/requests/preview',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Returns what a request about a policy would lead to: last day of cover, refund and consequences; nothing is stored.',
    body: policyRequest,
    response: policyRequestPreview,
    audit: { none: 'a calculation, changes nothing' },
    events: { none: 'a calculation, changes nothing' },
  },
  requestAboutPolicy: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/requests',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Asks for another cover, a suspension or its end, a cancellation or a withdrawal. What the rules leave nobody to decide is done in this call, and the answer states it as `accepted`. Confirmed by e-mail; 409 while another request about the policy is open, except for a withdrawal, which ends the other.',
    body: policyRequest,
    status: 201,
    response: sentPolicyRequest,
    audit: 'policy.request',
    events: ['policy.changeRequested', 'request.settled', 'request.retracted', 'document.issued'],
  },
  requestReceipt: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/requests/{id}/receipt',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Returns the receipt of a request that the core was asked to carry out: what was asked for and decided, by whom and why, with the reference and hash of the core’s own receipt; 404 for other requests.',
    params: z.object({ id }),
    response: requestReceipt,
  },
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
  retractRequest: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/requests/{id}/retract',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Takes back an open request, which ends; confirmed by e-mail. 409 once somebody has begun to settle it, and for an accepted offer.',
    params: z.object({ id }),
    response: requestStatus,
    audit: 'request.retract',
    events: ['request.retracted'],
  },
});
