import { type ClaimLine, claimLineNames, mostClaimItems } from '@hofn/domain/claim-form.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { upload, uploadOffer } from './uploads.ts';
import { day, email, id, instant, isk } from './values.ts';

const reader = { kind: 'customer', role: 'Readonly' } as const;
const actor = { kind: 'customer', role: 'Full' } as const;

export const claimStatus = z.enum([
  'received',
  'inProgress',
  'awaitingDocuments',
  'assessment',
  'approved',
  'partlyApproved',
  'rejected',
  'settled',
  'closed',
  'reopened',
  'withdrawn',
]);
export type ClaimStatus = z.infer<typeof claimStatus>;

export const claimLine = z.enum(claimLineNames as [ClaimLine, ...ClaimLine[]]);

/** What a list of claims may be ordered by; `open` has the open ones first, then what changed last. */
export const claimSort = z.enum(['open', 'newest', 'oldest', 'largest']);
export type ClaimSort = z.infer<typeof claimSort>;

/** A policy as claims name it. */
export const claimPolicy = z.object({ id, number: z.string(), name: z.string() });

export const claimSummary = z.object({
  id,
  number: z.string(),
  title: z.string().describe('in the asked language'),
  status: claimStatus,
  open: z.boolean(),
  unverified: z
    .boolean()
    .describe('filed by someone who had not signed in, and no handler has looked into who that was'),
  dateOfLoss: day,
  place: z.string().nullable(),
  policy: claimPolicy.nullable().describe('null when it is not known which'),
  reportedAt: instant.nullable(),
  changedAt: instant,
  lossAmount: isk.nullable().describe('the loss as assessed'),
  compensation: isk.nullable().describe('paid so far'),
});
export type ClaimSummary = z.infer<typeof claimSummary>;

/** Sums over the claims of the list on all its pages. */
export const claimSums = z.object({ count: z.int(), open: z.int(), lossAmount: isk, compensation: isk });

/** A claim that is being written; `token` leads back to it. */
export const claimDraftSummary = z.object({
  token: id,
  line: claimLine,
  changedAt: instant,
  expiresAt: instant,
});

export const claimOverview = z.object({
  items: z.array(claimSummary),
  nextCursor: z.string().nullable(),
  sums: claimSums,
  policies: z.array(claimPolicy).describe('those that any claim is on'),
  drafts: z.array(claimDraftSummary),
});
export type ClaimOverview = z.infer<typeof claimOverview>;

/** What a step of a claim is: the notice, a status, or the decision that is to come. */
export const claimStep = z.enum(['filed', 'decision', ...claimStatus.options]);
export type ClaimStep = z.infer<typeof claimStep>;

export const claimTimelineEntry = z.object({
  state: z.enum(['done', 'now', 'next']),
  step: claimStep,
  at: instant.nullable().describe('when it happened or began; null for what is to come'),
  by: z.object({
    role: z.enum(['customer', 'handler', 'surveyor', 'system', 'visitor']),
    name: z.string().nullable(),
  }),
  note: z.string().nullable(),
  until: day.nullable().describe('the last day of it, as promised'),
});
export type ClaimTimelineEntry = z.infer<typeof claimTimelineEntry>;

export const claimPayment = z.object({
  id,
  title: z.string(),
  recipient: z.string(),
  amount: isk,
  state: z.enum(['paid', 'approved', 'awaitingDocuments']),
  paidOn: day.nullable(),
  account: z.string().nullable().describe('with all but its end hidden'),
});

export const claimMessage = z.object({
  id,
  fromInsurer: z.boolean(),
  author: z.string(),
  text: z.string(),
  sentAt: instant,
});
export type ClaimMessage = z.infer<typeof claimMessage>;

/** One claim whole. */
export const claim = claimSummary.extend({
  handler: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
  timeline: z.array(claimTimelineEntry),
  needs: z
    .object({ items: z.array(z.string()).min(1), by: day.nullable() })
    .nullable()
    .describe('what we wait for from the customer'),
  payments: z.array(claimPayment),
  paymentsTotal: isk,
  deductible: isk.nullable().describe('of the policy'),
  facts: z.array(z.object({ label: z.string(), value: z.string() })).describe('what was told in the notice'),
  files: z.array(upload),
  letters: z
    .array(z.object({ id, title: z.string(), date: day }))
    .describe('decisions on it, among the electronic documents, oldest first'),
  messages: z.array(claimMessage),
});
export type Claim = z.infer<typeof claim>;

const text = (most: number) => z.string().max(most).default('');

/** What one has typed into the form of a claim; `claimFaults` of @hofn/domain says what is wrong with it. */
export const claimForm = z.object({
  policy: text(64),
  dateOfLoss: text(20),
  time: text(20),
  place: text(400),
  causes: z.array(z.string().max(40)).max(20).default([]),
  description: text(4000),
  email: text(254),
  phone: text(30),
  estimatedAmount: text(30),
  account: text(30),
  details: z.record(z.string().max(40), z.string().max(2000)).default({}),
  items: z
    .array(z.object({ item: text(400), year: text(10), price: text(30) }))
    .max(mostClaimItems)
    .default([]),
});

const draftInput = z.object({
  line: claimLine,
  form: claimForm,
  step: z.int().min(1).max(4),
});

export const claimDraft = claimDraftSummary.extend({
  form: claimForm,
  step: z.int(),
  files: z.array(upload),
});
export type ClaimDraft = z.infer<typeof claimDraft>;

// What both calls narrow the list by; `to` is the last day of loss, and may not be before `from`.
const narrowing = {
  state: z.enum(['open', 'closed']).optional(),
  from: day.optional(),
  to: day.optional(),
  policy: id.optional().describe('id of a policy of the subject'),
};

const claimId = z.object({ id });
const draftToken = z.object({ token: id });

export const claimCalls = defineCalls({
  claims: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1',
    who: reader,
    rate: 'read',
    summary:
      'Claims by state, period of loss and policy with sums, one page at a time; all of them as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...narrowing,
      search: z.string().trim().max(100).optional(),
      sort: claimSort.default('open'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(300).optional(),
    }),
    response: claimOverview,
  },
  claim: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/getclaim/{id}',
    who: reader,
    rate: 'read',
    summary:
      'One claim: what has happened, what is now and next, payments, files, messages and whom to talk to.',
    params: claimId,
    response: claim,
  },
  sendClaimsOverview: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/sendclaimsoverview',
    who: reader,
    rate: 'costly',
    summary: 'Sends the claims as PDF or CSV to an e-mail address, by default to the one on file.',
    body: z.object({ ...narrowing, format: z.enum(['pdf', 'csv']).default('pdf'), email: email.optional() }),
    status: 202,
    response: z.object({
      email: z
        .string()
        .describe('the address it goes to; masked when it is on file for another than who asks'),
    }),
    audit: 'claim.sendClaimsOverview',
  },
  claimMessages: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/claims/{id}/messages',
    who: reader,
    rate: 'read',
    summary: 'What customer and insurer have written to each other about a claim, oldest first.',
    params: claimId,
    response: z.object({ items: z.array(claimMessage) }),
  },
  writeClaimMessage: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/claims/{id}/messages',
    who: actor,
    rate: 'write',
    summary: 'Writes to the handler of a claim.',
    params: claimId,
    body: z.object({ text: z.string().trim().min(1).max(2000) }),
    status: 201,
    response: claimMessage,
    audit: 'claim.writeMessage',
  },
  addClaimAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/claims/{id}/attachments',
    who: actor,
    rate: 'write',
    summary: 'Announces a photo or document of a claim; its bytes follow in parts.',
    params: claimId,
    body: uploadOffer,
    status: 201,
    response: upload,
    audit: 'claim.addAttachment',
  },
  claimAttachment: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/attachments/{id}',
    who: reader,
    rate: 'read',
    summary: 'A photo or document of a claim, once it has been checked; in parts when asked.',
    download: 'application/octet-stream',
    params: claimId,
    response: z.string().describe('the content'),
  },
  startClaimDraft: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/drafts',
    who: actor,
    rate: 'write',
    summary: 'Begins a claim, which is kept until it is filed, for thirty days after it was last touched.',
    body: draftInput,
    status: 201,
    response: claimDraft,
  },
  claimDraft: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/drafts/{token}',
    who: actor,
    rate: 'read',
    summary: 'A claim that is being written, to go on with it.',
    params: draftToken,
    response: claimDraft,
  },
  saveClaimDraft: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/drafts/{token}',
    who: actor,
    rate: 'write',
    summary: 'Keeps what has been typed so far.',
    params: draftToken,
    body: draftInput,
    response: claimDraft,
  },
  dropClaimDraft: {
    service: 'api',
    method: 'DELETE',
    path: '/api/claim/v1/drafts/{token}',
    who: actor,
    rate: 'write',
    summary: 'Throws a claim away that has not been filed.',
    params: draftToken,
    status: 204,
    response: z.null(),
  },
  addDraftAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/drafts/{token}/attachments',
    who: actor,
    rate: 'write',
    summary: 'Announces a photo or document of a claim that is being written; its bytes follow in parts.',
    params: draftToken,
    body: uploadOffer,
    status: 201,
    response: upload,
  },
  fileClaim: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/claims',
    who: actor,
    rate: 'write',
    summary: 'Files a claim, with the files of its draft; the draft is then gone.',
    body: z.object({
      draft: id,
      line: claimLine,
      form: claimForm,
      declaration: z.boolean().describe('that the information is right to the best of one’s knowledge'),
    }),
    status: 201,
    response: z.object({ id, reference: z.string().describe('number of the claim') }),
    audit: 'claim.file',
  },
});
