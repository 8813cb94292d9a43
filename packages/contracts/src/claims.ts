import { type ClaimLine, claimLineNames, maxClaimItems } from '@hofn/domain/claim-form.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { upload, uploadOffer } from './uploads.ts';
import { day, email, id, instant, isk, longestIdentifier } from './values.ts';

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

/** Sort order of a list of claims; `open` puts open claims first, then the most recently changed. */
export const claimSort = z.enum(['open', 'newest', 'oldest', 'largest']);
export type ClaimSort = z.infer<typeof claimSort>;

/** Policy reference in a claim. */
export const claimPolicy = z.object({ id, number: z.string(), name: z.string() });

export const claimSummary = z.object({
  id,
  number: z.string(),
  title: z.string().describe('in the requested language'),
  status: claimStatus,
  open: z.boolean(),
  unverified: z
    .boolean()
    .describe('filed without signing in, and no handler has confirmed who the reporter is'),
  dateOfLoss: day,
  place: z.string().nullable(),
  policy: claimPolicy.nullable().describe('null when the policy is not known'),
  reportedAt: instant.nullable(),
  changedAt: instant,
  lossAmount: isk.nullable().describe('assessed loss'),
  compensation: isk.nullable().describe('paid so far'),
});
export type ClaimSummary = z.infer<typeof claimSummary>;

/** Totals over all pages of the list. */
export const claimSums = z.object({ count: z.int(), open: z.int(), lossAmount: isk, compensation: isk });

/** How much of a loss is left to the customer. */
export const ownShare = z.object({
  varies: z
    .boolean()
    .describe('whether the product’s words give another deductible for such a loss than the amount'),
  percent: z
    .number()
    .nullable()
    .describe('share of the loss that is paid, but never less than the amount; null when only the words say'),
});

/** A policy that may pay for a loss, with the covers in question; nothing of its premium. */
export const claimCover = z.object({
  policyId: id.nullable().describe('null when it is another customer’s policy'),
  holder: z.string().describe('name of the policyholder'),
  number: z.string(),
  name: z.string().describe('product name in the requested language'),
  insured: z.string().nullable(),
  covers: z
    .array(z.object({ id: z.string(), name: z.string(), deductible: isk.nullable() }))
    .describe('empty when only a handler can say which cover it is'),
  deductible: isk.nullable().describe('deductible of the policy, where the cover has none of its own'),
  deductibleText: z.string().describe('how the product states its deductible'),
  ownShare,
  isSuspended: z.boolean().describe('suspended on the day of loss: only a handler can say what still holds'),
});
export type ClaimCover = z.infer<typeof claimCover>;

/** A policy of the subject's that would be asked about a loss, had it not lapsed before. */
export const lapsedCover = z.object({
  policyId: id,
  number: z.string(),
  name: z.string().describe('product name in the requested language'),
  insured: z.string().nullable(),
  from: day.describe('first day without cover'),
  to: day.nullable().describe('last day without cover; null while the lapse has not ended'),
});
export type LapsedCover = z.infer<typeof lapsedCover>;

/** A saved draft of a claim; `token` identifies it. */
export const claimDraftSummary = z.object({
  token: id,
  line: claimLine,
  title: z.string().describe('kind and first cause, in the requested language'),
  dateOfLoss: day.nullable().describe('null while it is not filled in'),
  changedAt: instant,
  expiresAt: instant,
});

export const claimOverview = z.object({
  items: z.array(claimSummary),
  nextCursor: z.string().nullable(),
  sums: claimSums,
  policies: z.array(claimPolicy).describe('policies with at least one claim'),
  drafts: z.array(claimDraftSummary),
});
export type ClaimOverview = z.infer<typeof claimOverview>;

/** A step in a claim's timeline: the filing, a status, or the pending decision. */
export const claimStep = z.enum(['filed', 'decision', ...claimStatus.options]);
export type ClaimStep = z.infer<typeof claimStep>;

export const claimTimelineEntry = z.object({
  state: z.enum(['done', 'now', 'next']),
  step: claimStep,
  at: instant.nullable().describe('when it happened or began; null for future steps'),
  by: z.object({
    role: z.enum(['customer', 'handler', 'surveyor', 'system', 'visitor']),
    name: z.string().nullable(),
  }),
  note: z.string().nullable(),
  until: day.nullable().describe('promised completion day'),
});
export type ClaimTimelineEntry = z.infer<typeof claimTimelineEntry>;

/**
 * State of a payment: `approved` until it is sent to the bank, `ordered` until the bank has said what became of it, then `paid`,
 * `failed`, or `returned` by the bank of the recipient.
 */
export const claimPaymentState = z.enum([
  'paid',
  'approved',
  'awaitingDocuments',
  'ordered',
  'failed',
  'returned',
]);
export type ClaimPaymentState = z.infer<typeof claimPaymentState>;

export const claimPayment = z.object({
  id,
  title: z.string(),
  recipient: z.string(),
  amount: isk,
  state: claimPaymentState,
  paidOn: day.nullable(),
  account: z.string().nullable().describe('masked except for the last digits'),
});

export const claimMessage = z.object({
  id,
  fromInsurer: z.boolean(),
  author: z.string(),
  text: z.string(),
  sentAt: instant,
});
export type ClaimMessage = z.infer<typeof claimMessage>;

/** A claim with all details. */
export const claim = claimSummary.extend({
  handler: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
  timeline: z.array(claimTimelineEntry),
  needs: z
    .object({ items: z.array(z.string()).min(1), by: day.nullable() })
    .nullable()
    .describe('what we are waiting for from the customer'),
  payments: z.array(claimPayment),
  paymentsTotal: isk.describe('without those that failed or were returned'),
  covers: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        claimed: isk.nullable(),
        loss: isk,
        depreciation: isk,
        ownShare: isk,
        deductible: isk,
        payable: isk,
      }),
    )
    .optional()
    .describe('the decision that stands, by cover; left out by the release before this one, as the next'),
  decision: z
    .object({
      decidedOn: day,
      by: z.string().describe('empty for what rules decided'),
      approvedBy: z.string().nullable(),
      reasons: z.string(),
      byRules: z
        .boolean()
        .optional()
        .describe('whether rules decided, without a person; left out by the release before this one'),
    })
    .nullable()
    .optional()
    .describe('who decided, and why; null while nobody has, or the core does not say'),
  deductible: isk.nullable().describe('deductible of the policy'),
  deductibleText: z.string().nullable().describe('how the product states its deductible'),
  ownShare,
  loss: z
    .object({ line: claimLine, causes: z.array(z.string()), plate: z.string().nullable() })
    .nullable()
    .describe('what `claimCovers` is asked about while nothing is decided; null if not filed with the form'),
  facts: z
    .array(z.object({ label: z.string(), value: z.string() }))
    .describe('answers given when the claim was filed'),
  files: z.array(upload),
  letters: z
    .array(z.object({ id, title: z.string(), date: day }))
    .describe('decision letters among the electronic documents, oldest first'),
  messages: z.array(claimMessage),
});
export type Claim = z.infer<typeof claim>;

const text = (most: number) => z.string().max(most).default('');

/** The claim form as typed, validated by `claimFaults` of @hofn/domain. */
export const claimForm = z.object({
  policy: text(64),
  dateOfLoss: text(longestIdentifier),
  time: text(longestIdentifier),
  place: text(400),
  causes: z.array(z.string().max(40)).max(20).default([]),
  description: text(4000),
  email: text(254),
  phone: text(longestIdentifier),
  estimatedAmount: text(longestIdentifier),
  account: text(longestIdentifier),
  details: z
    .record(z.string().max(40), z.string().max(2000))
    .default({})
    .describe(
      'answers by field; the fields of each line are `claimLines` in packages/domain/src/claim-form.ts',
    ),
  items: z
    .array(z.object({ item: text(400), year: text(longestIdentifier), price: text(longestIdentifier) }))
    .max(maxClaimItems)
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

// Shared filters by day of loss; `to` is inclusive and may not be before `from`.
const narrowing = {
  state: z.enum(['open', 'closed']).optional(),
  from: day.optional(),
  to: day.optional(),
  policy: id.optional().describe('id of one of the subject’s policies'),
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
      'Lists claims by state, date of loss and policy, with totals, one page at a time; all pages as `text/csv` or `application/pdf`.',
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
    summary: 'Returns one claim: timeline, payments, files, messages and contact person.',
    params: claimId,
    response: claim,
  },
  sendClaimsOverview: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/sendclaimsoverview',
    who: reader,
    rate: 'costly',
    summary: 'E-mails the list of claims as PDF or CSV, by default to the address on file.',
    body: z.object({ ...narrowing, format: z.enum(['pdf', 'csv']).default('pdf'), email: email.optional() }),
    status: 202,
    response: z.object({
      email: z
        .string()
        .describe('the recipient address; masked when it is on file for someone other than the caller'),
    }),
    audit: 'claim.sendClaimsOverview',
    events: { none: 'e-mails what the customer can read already' },
  },
  claimCovers: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/covers',
    who: reader,
    rate: 'read',
    summary:
      'Lists the policies and covers that may pay for a loss: the subject’s own, those of others that name them, those of a spouse who gave them access, and those of the vehicle with the plate of anybody who did or of a company for which they hold procuration. A handler decides which one does.',
    query: z.object({
      line: claimLine,
      causes: z.string().max(400).optional().describe('separated by commas; without them, all of the line'),
      dateOfLoss: day.optional().describe('today, if not given'),
      plate: z
        .string()
        .max(longestIdentifier)
        .optional()
        .describe('of the vehicle, to narrow to its policies'),
    }),
    response: z.object({
      items: z.array(claimCover),
      lapsed: z
        .array(lapsedCover)
        .describe(
          'the subject’s own policies that had lapsed on the day of loss, also if in force again since',
        ),
      isComplete: z
        .boolean()
        .describe(
          'false when a policy that is not listed may pay as well: of a product or with a cover that is not known here, or one that is not shown to a delegate of the person',
        ),
      isTruncated: z.boolean().describe('whether more policies may pay than are listed'),
    }),
  },
  claimMessages: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/claims/{id}/messages',
    who: reader,
    rate: 'read',
    summary: 'Lists the messages between customer and insurer about a claim, oldest first.',
    params: claimId,
    response: z.object({ items: z.array(claimMessage) }),
  },
  writeClaimMessage: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/claims/{id}/messages',
    who: actor,
    rate: 'write',
    summary: 'Sends a message to the handler of a claim.',
    params: claimId,
    body: z.object({ text: z.string().trim().min(1).max(2000) }),
    status: 201,
    response: claimMessage,
    audit: 'claim.writeMessage',
    events: ['claim.messageSent'],
  },
  addClaimAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/claims/{id}/attachments',
    who: actor,
    rate: 'write',
    summary: 'Registers a photo or document for a claim; the content is then uploaded in parts.',
    params: claimId,
    body: uploadOffer,
    status: 201,
    response: upload,
    audit: 'claim.addAttachment',
    events: { none: 'the event follows once the file has passed the checks' },
  },
  claimAttachment: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/attachments/{id}',
    who: reader,
    rate: 'read',
    summary:
      'Downloads a photo or document of a claim, or of a draft the caller may file, once it has been scanned. Supports `Range`.',
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
    summary:
      'Starts a claim draft, which is kept until the claim is filed or for thirty days after the last change.',
    body: draftInput,
    status: 201,
    response: claimDraft,
    audit: { none: 'a draft, recorded when the claim is filed' },
    events: { none: 'a draft that only its author knows of' },
  },
  claimDraft: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/drafts/{token}',
    who: actor,
    rate: 'read',
    summary: 'Returns a claim draft.',
    params: draftToken,
    response: claimDraft,
  },
  saveClaimDraft: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/drafts/{token}',
    who: actor,
    rate: 'write',
    summary:
      'Saves a claim draft; 409 `draftChanged` if it has changed since `changedAt`, so that two devices do not overwrite each other.',
    params: draftToken,
    body: draftInput.extend({
      changedAt: instant
        .optional()
        .describe('of the draft that this one replaces; without it the draft is replaced unseen'),
    }),
    response: claimDraft,
    audit: { none: 'a draft, recorded when the claim is filed' },
    events: { none: 'a draft that only its author knows of' },
  },
  dropClaimDraft: {
    service: 'api',
    method: 'DELETE',
    path: '/api/claim/v1/drafts/{token}',
    who: actor,
    rate: 'write',
    summary: 'Deletes a claim draft.',
    params: draftToken,
    status: 204,
    response: z.null(),
    audit: { none: 'a draft, recorded when the claim is filed' },
    events: { none: 'a draft that only its author knows of' },
  },
  addDraftAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/drafts/{token}/attachments',
    who: actor,
    rate: 'write',
    summary: 'Registers a photo or document for a claim draft; the content is then uploaded in parts.',
    params: draftToken,
    body: uploadOffer,
    status: 201,
    response: upload,
    audit: { none: 'part of a claim, recorded when it is filed' },
    events: { none: 'a draft that only its author knows of' },
  },
  fileClaim: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/claims',
    who: actor,
    rate: 'write',
    summary: 'Files a claim with the files of its draft, and deletes the draft.',
    body: z.object({
      draft: id,
      line: claimLine,
      form: claimForm,
      declaration: z
        .boolean()
        .describe('confirms that the information is correct to the best of the sender’s knowledge'),
      draftChangedAt: instant
        .optional()
        .describe(
          '`changedAt` of the draft that the sender has seen; 409 `draftChanged` if it has changed since',
        ),
    }),
    status: 201,
    response: z.object({ id, reference: z.string().describe('claim number') }),
    audit: 'claim.file',
    events: ['claim.filed'],
  },
});
