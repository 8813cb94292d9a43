import { communicationChannels, communicationTopics } from '@hofn/domain/communication.ts';
import { complaintCauses, complaintOutcomes, complaintSubjects } from '@hofn/domain/complaints.ts';
import { formKindNames } from '@hofn/domain/form-kinds.ts';
import { z } from 'zod';
import { id, instant } from '../values.ts';

/** What an event's `subject` is the id of. Events of one subject are in the order of their acts. */
export type EventSubject = 'customer' | 'notice' | 'submission' | 'case' | 'chat';

type EventType = {
  subject: EventSubject;
  /** What happened, in one sentence. */
  summary: string;
  /** Ids and references only (rule CORE-7): a system that needs more fetches it with a token, which is audited. */
  data: z.ZodObject;
};

const customer = <const Data extends z.ZodRawShape>(summary: string, data: Data) => ({
  subject: 'customer' as const,
  summary,
  data: z.strictObject(data),
});

/** The work queue's kinds, with what `matterId` is the id of: a submission, a claim, a document, a change, a request. */
const ofCase = z.strictObject({
  kind: z.enum(['inquiry', 'form', 'claim', 'memo', 'change', 'privacy']),
  matterId: id,
  customerId: id.nullable().describe('null when it is not known who sent it'),
});

const settledBy = z.enum(['staff', 'core']);

const changeId = id.describe('for `acknowledges`, when a version of the customer contains the change');

const consents = communicationTopics.flatMap((topic) =>
  communicationChannels.map((channel) => `${topic}.${channel}` as const),
);

/**
 * Every event that other systems can follow (rule CORE-7). Names and data are a promise to them: add types, and add
 * nothing but optional data to a type; a changed meaning is a new type.
 */
export const eventTypes = {
  'claim.filed': customer('A customer filed a claim.', {
    claimId: id,
    number: z.string(),
    policyId: id.nullable().describe('null when the customer chose no policy'),
  }),
  'claim.noticeFiled': {
    subject: 'notice',
    summary: 'A visitor who was not signed in filed a claim; who sent it is unproved.',
    data: z.strictObject({ number: z.string() }),
  },
  'claim.noticeMatched': customer(
    'A claim filed without signing in is a customer’s: more than the kennitala agrees, or an employee has linked it. It is unverified until `claim.verified`.',
    { claimId: id.describe('id of the notice'), number: z.string() },
  ),
  'claim.verified': customer(
    'An employee has decided that a claim filed without signing in is the customer’s; they now see all of it.',
    { claimId: id, number: z.string() },
  ),
  'claim.messageSent': customer('A customer wrote a message about a claim.', {
    claimId: id,
    messageId: id,
  }),
  'file.received': customer('A file that a customer added to a claim or message passed the checks.', {
    fileId: id,
    claimId: id.optional(),
    messageId: id.optional(),
  }),
  'message.sent': customer('A customer sent the insurer a message.', {
    messageId: id,
    policyId: id.nullable().describe('null when it is about no policy'),
  }),
  'policy.changeRequested': customer('A customer asked for a change of a policy, or for other days to pay.', {
    requestId: id,
    policyId: id.nullable().describe('null when other days to pay are asked for'),
  }),
  'offer.accepted': customer('A customer accepted an offer.', {
    offerId: id,
    requestId: id,
    policyId: id.nullable().describe('the policy that the offer changes; null when it is a new one'),
  }),
  'offer.declined': customer('A customer declined an offer.', { offerId: id }),
  'request.questionAsked': customer('Staff or another system asked a customer about a request.', {
    requestId: id,
    by: settledBy,
  }),
  'request.questionAnswered': customer('A customer answered what was asked about a request.', {
    requestId: id,
  }),
  'request.retracted': customer('A customer took back a request before it was settled.', {
    requestId: id,
    policyId: id.nullable().describe('the policy that the request was about'),
  }),
  'request.settled': customer('Staff, another system or our rules accepted or refused a request.', {
    requestId: id,
    by: z
      .enum([...settledBy.options, 'rule'])
      .describe('`rule`: it took effect at once, with nobody deciding'),
    result: z.enum(['accepted', 'refused']),
    policyId: id.nullable().describe('the policy that was changed or issued, once it is on file'),
  }),
  'complaint.received': customer('A customer sent a complaint.', {
    complaintId: id,
    reference: z.string(),
    about: z.enum(complaintSubjects),
    aboutId: id.nullable().describe('of `about`: a claim, a request or a policy; null for `other`'),
  }),
  'complaint.decided': customer('An employee decided a complaint; its customer has been written to.', {
    complaintId: id,
    reference: z.string(),
    outcome: z.enum(complaintOutcomes),
    cause: z.enum(complaintCauses),
  }),
  'purchase.started': customer('A customer began to buy insurance online.', { purchaseId: id }),
  'purchase.bought': customer('A customer pressed “Buy and pay”: the core was asked for the policy.', {
    purchaseId: id,
    requestId: id,
  }),
  'purchase.ended': customer('A purchase ended without being bought, after thirty days or by its customer.', {
    purchaseId: id,
  }),
  'payment.made': customer('A customer’s card was charged for instalments.', {
    paymentId: id,
    instalmentIds: z.array(id),
  }),
  'payment.refunded': customer('A card payment was refunded, all or in part.', {
    paymentId: id,
    refundId: id,
  }),
  'document.signed': customer('A document was signed with an electronic ID.', { documentId: id }),
  'document.issued': customer('A document was issued to a customer.', {
    documentId: id,
    kind: z.enum([
      'certificate',
      'renewal',
      'invoice',
      'claimDecision',
      'transactionOverview',
      'policyOverview',
      'annualStatement',
    ]),
  }),
  'contact.changed': customer('A customer’s e-mail address, phone number or language changed.', {
    changeId,
    changed: z.array(z.enum(['email', 'mobilePhone', 'homePhone', 'language'])).min(1),
  }),
  'consents.changed': customer('A customer gave or withdrew consents to communication.', {
    changed: z.array(z.enum([...consents, 'documents.portal'])).min(1),
  }),
  'bankAccount.changed': customer('A customer changed the bank account for payments to them.', { changeId }),
  'paymentCard.registered': customer('A customer registered a payment card.', {}),
  'paymentCard.removed': customer('A customer removed their payment card.', {}),
  'paymentMethod.changed': customer('A customer chose another way to pay.', { changeId }),
  'form.submitted': {
    subject: 'submission',
    summary: 'Somebody sent a form of the site; who sent it is unproved.',
    data: z.strictObject({ form: z.enum(formKindNames), reference: z.string() }),
  },
  'subscription.confirmed': {
    subject: 'submission',
    summary: 'Somebody confirmed a subscription to prevention tips by the link in an e-mail.',
    data: z.strictObject({}),
  },
  'case.answered': {
    subject: 'case',
    summary: 'An employee or another system answered a case.',
    data: ofCase,
  },
  'case.closed': { subject: 'case', summary: 'An employee or another system closed a case.', data: ofCase },
  'case.reopened': { subject: 'case', summary: 'An employee reopened a case.', data: ofCase },
  'chat.ended': {
    subject: 'chat',
    summary: 'A chat ended.',
    data: z.strictObject({ customerId: id.nullable().describe('null when the visitor was not signed in') }),
  },
  'privacy.overviewRequested': customer('A person asked for a copy of their data.', { requestId: id }),
  'privacy.erasureRequested': customer('A person asked for the erasure of their data.', { requestId: id }),
  'privacy.erasureApproved': customer('An employee approved a request for erasure.', { requestId: id }),
  'privacy.refused': customer('An employee refused a request about personal data.', { requestId: id }),
  'privacy.erased': customer('A person’s data was erased, apart from what the law retains.', {
    requestId: id,
    complete: z.boolean().describe('whether nothing is retained any more'),
  }),
} satisfies Record<string, EventType>;

/** Name of an event in code and in a call's `events`. */
export type EventName = keyof typeof eventTypes;
export type EventData<Name extends EventName> = z.output<(typeof eventTypes)[Name]['data']>;

export const eventNames = Object.keys(eventTypes) as EventName[];

/** `type` of the CloudEvent: the same at every insurer; which one, `source` says. */
export const eventTypeOf = <Name extends EventName>(name: Name): `hofn.${Name}` => `hofn.${name}`;

/** An event as a CloudEvent 1.0 in JSON. `source` and `id` together are unique: a repeated event has the same. */
export const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.uuid(),
  source: z.string().describe('address of the insurer’s site'),
  type: z.string().describe('`hofn.` and the name of the event'),
  subject: z.string().describe('id of the customer or, where the type says so, of the thing'),
  time: instant,
  datacontenttype: z.literal('application/json'),
  data: z.record(z.string(), z.unknown()),
});
export type CloudEvent = z.infer<typeof cloudEvent>;
