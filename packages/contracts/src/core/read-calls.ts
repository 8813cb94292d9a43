import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { claimForm, claimLine, claimStatus } from '../claims.ts';
import { documentKind } from '../documents.ts';
import { day, id, instant, isk, ssn } from '../values.ts';

const ofCustomer = '/api/core/v1/customers/by-id/{customer}';
const params = z.object({ customer: id.describe('`subject` of the event'), id });
const language = z.enum(['is', 'en']).describe('the language that the sender read');
const get = { service: 'api', method: 'GET', rate: 'core' } as const;

const key = z.string().nullable().describe('the key that the calling system sent it with, if it did');

const corePolicy = z
  .object({
    id,
    number: z.string(),
    key,
  })
  .nullable();

const file = z.object({
  id: id.describe('for `GET /api/core/v1/files/by-id/{id}`'),
  name: z.string().describe('as on the sender’s device'),
  type: z.string().describe('media type, from the content'),
  bytes: z.int(),
  sender: z.string(),
  addedAt: instant,
});
export type CoreFile = z.infer<typeof file>;
const files = z.array(file).describe('those that passed the checks');

/** A claim as other systems read it: what was filed, and all messages and files. */
export const coreClaim = z.object({
  id,
  key,
  number: z.string(),
  customer: z.object({ ssn }),
  title: z.object({ is: z.string(), en: z.string() }),
  status: claimStatus,
  policy: corePolicy,
  line: claimLine.nullable(),
  dateOfLoss: day,
  place: z.string().nullable(),
  reportedAt: instant.nullable(),
  unverified: z.boolean().describe('whether it is still unknown who filed it'),
  form: claimForm
    .nullable()
    .describe(
      'the answers, with numbers and phones without separators; null when it was not filed in the portal',
    ),
  files,
  messages: z.array(
    z.object({ id, fromInsurer: z.boolean(), author: z.string(), text: z.string(), sentAt: instant }),
  ),
});
export type CoreClaim = z.infer<typeof coreClaim>;

/** A claim that a visitor filed. Everything in it is as stated by somebody unknown. */
export const coreClaimNotice = z.object({
  id,
  number: z.string(),
  name: z.string(),
  ssn,
  policyNumber: z.string(),
  language,
  line: claimLine,
  form: claimForm,
  receivedAt: instant,
  customerId: id.nullable().describe('the customer with this kennitala, if there is one'),
  files,
});
export type CoreClaimNotice = z.infer<typeof coreClaimNotice>;

export const coreMessage = z.object({
  id,
  title: z.string(),
  text: z.string(),
  writtenAt: instant,
  policy: corePolicy,
  files,
});
export type CoreMessage = z.infer<typeof coreMessage>;

export const corePayment = z.object({
  id,
  state: z.enum(['started', 'paid', 'declined', 'cancelled']),
  amount: isk,
  card: z.string().describe('kind and last digits'),
  reference: z.string().nullable().describe('the card service’s id of the charge'),
  createdAt: instant,
  settledAt: instant.nullable(),
  instalments: z.array(z.object({ id, key, amount: isk.describe('paid for it, with interest and fees') })),
  refunds: z
    .array(z.object({ id, amount: isk, reference: z.string().nullable(), refundedAt: instant }))
    .default([])
    .describe('what the card service has refunded of it, oldest first'),
});
export type CorePayment = z.infer<typeof corePayment>;

export const coreForm = z.object({
  id,
  form: z.string(),
  reference: z.string(),
  language,
  receivedAt: instant,
  fields: z.record(z.string(), z.unknown()).describe('answers by field'),
  files,
});
export type CoreForm = z.infer<typeof coreForm>;

const coreDocument = z.object({
  id,
  kind: documentKind,
  title: z.string(),
  issuedOn: day,
  policy: corePolicy,
});
export type CoreDocument = z.infer<typeof coreDocument>;

export const coreSignedDocument = z.object({
  id,
  key,
  title: z.string(),
  policy: corePolicy,
  claimId: id.nullable(),
  signedAt: instant,
  signer: z
    .object({ name: z.string(), ssn: z.string() })
    .describe('by the certificate: for a company, who signed for it'),
  method: z.enum(['mobile', 'app']),
  language,
});
export type CoreSignedDocument = z.infer<typeof coreSignedDocument>;

/** What events refer to, as other systems read it. Each reading is audited. */
export const coreReadCalls = defineCalls({
  readCoreClaim: {
    ...get,
    path: `${ofCustomer}/claims/{id}`,
    who: { kind: 'service', scope: 'core.claims.read' },
    summary: 'Returns a claim with the answers, files and messages of the customer.',
    params,
    response: coreClaim,
    audit: 'core.readClaim',
  },
  readCoreClaimNotice: {
    ...get,
    path: '/api/core/v1/claim-notices/{id}',
    who: { kind: 'service', scope: 'core.claims.read' },
    summary: 'Returns a claim that a visitor filed.',
    params: z.object({ id }),
    response: coreClaimNotice,
    audit: 'core.readClaim',
  },
  readCoreMessage: {
    ...get,
    path: `${ofCustomer}/messages/{id}`,
    who: { kind: 'service', scope: 'core.messages.read' },
    summary: 'Returns a message that a customer sent.',
    params,
    response: coreMessage,
    audit: 'core.readMessage',
  },
  readCoreForm: {
    ...get,
    path: '/api/core/v1/forms/{id}',
    who: { kind: 'service', scope: 'core.messages.read' },
    summary: 'Returns a form of the site that somebody sent.',
    params: z.object({ id }),
    response: coreForm,
    audit: 'core.readForm',
  },
  readCorePayment: {
    ...get,
    path: `${ofCustomer}/payments/{id}`,
    who: { kind: 'service', scope: 'core.billing.read' },
    summary: 'Returns a payment that a customer made, with its instalments.',
    params,
    response: corePayment,
    audit: 'core.readPayment',
  },
  readCoreDocument: {
    ...get,
    path: `${ofCustomer}/documents/{id}`,
    who: { kind: 'service', scope: 'core.documents.read' },
    summary: 'Returns what a document is that was issued to a customer.',
    params,
    response: coreDocument,
    audit: 'core.readDocument',
  },
  readCoreDocumentPdf: {
    ...get,
    path: `${ofCustomer}/documents/{id}/pdf`,
    who: { kind: 'service', scope: 'core.documents.read' },
    summary: 'Downloads a document that was issued to a customer, in the language of `Accept-Language`.',
    params,
    download: 'application/pdf',
    response: z.string().describe('PDF'),
    audit: 'core.readDocument',
  },
  readCoreSignedDocument: {
    ...get,
    path: `${ofCustomer}/signed-documents/{id}`,
    who: { kind: 'service', scope: 'core.documents.read' },
    summary: 'Returns who signed a document, and when.',
    params,
    response: coreSignedDocument,
    audit: 'core.readDocument',
  },
  readCoreSignedPdf: {
    ...get,
    path: `${ofCustomer}/signed-documents/{id}/pdf`,
    who: { kind: 'service', scope: 'core.documents.read' },
    summary: 'Downloads a signed document with its signature.',
    params,
    download: 'application/pdf',
    response: z.string().describe('PDF'),
    audit: 'core.readDocument',
  },
  readCoreFile: {
    ...get,
    path: '/api/core/v1/files/by-id/{id}',
    who: { kind: 'service', scope: 'core.files.read' },
    summary: 'Downloads a file that was added to a claim, message or form.',
    params: z.object({ id }),
    download: 'application/octet-stream',
    response: z.string().describe('the file'),
    audit: 'core.readFile',
  },
});
