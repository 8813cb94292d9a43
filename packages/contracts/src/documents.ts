import { z } from 'zod';
import { defineCalls } from './call.ts';
import { upload, uploadLimits, uploadOffer } from './uploads.ts';
import { day, id, instant } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

export const documentKind = z.enum([
  'certificate',
  'renewal',
  'invoice',
  'claimDecision',
  'transactionOverview',
  'policyOverview',
  'annualStatement',
  'memo',
]);
export type DocumentKind = z.infer<typeof documentKind>;

/** A policy as documents name it. */
export const documentPolicy = z.object({ id, number: z.string(), name: z.string() });

/** A document as one line of a list. */
export const documentSummary = z.object({
  id,
  kind: documentKind,
  title: z.string().describe('in the asked language'),
  date: day.describe('the day it was issued'),
  policy: documentPolicy.nullable(),
  claim: z.object({ id, number: z.string() }).nullable(),
  readAt: instant.nullable().describe('when the customer first opened it; null while it is unread'),
});
export type DocumentSummary = z.infer<typeof documentSummary>;

/** What is known of a document beside its content, which `downloadDocument` gives. */
export const documentMeta = documentSummary.extend({
  period: z.object({ from: day, to: day }).nullable().describe('the time it tells of'),
  file: z.object({ name: z.string(), type: z.literal('application/pdf') }),
  attachments: z.array(upload).describe('what was sent with a memo; other kinds have none'),
});
export type DocumentMeta = z.infer<typeof documentMeta>;

export const documentList = z.object({
  items: z.array(documentSummary),
  nextCursor: z.string().nullable(),
  total: z.int().describe('documents that the filters keep, on all pages'),
  unread: z.int().describe('unread documents of the subject, whatever the list is narrowed to'),
  years: z.array(z.int()).describe('years that any document is of, newest first'),
  policies: z.array(documentPolicy).describe('those that any document is about'),
});
export type DocumentList = z.infer<typeof documentList>;

export const documentCalls = defineCalls({
  documents: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/edocuments',
    who: customer,
    rate: 'read',
    summary:
      'Documents by year, kind, policy and read state, one page at a time; the list of all as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      year: z.coerce.number().int().min(1900).max(2999).optional(),
      kind: documentKind.optional(),
      policy: id.optional().describe('id of a policy of the subject'),
      read: z.enum(['read', 'unread']).optional(),
      search: z.string().trim().max(100).optional(),
      sort: z.enum(['newest', 'oldest']).default('newest'),
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(200).optional(),
    }),
    response: documentList,
  },
  document: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/document/{id}',
    who: customer,
    rate: 'read',
    summary: 'What is known of one document.',
    params: z.object({ id }),
    response: documentMeta,
  },
  downloadDocument: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/download/{id}',
    who: customer,
    rate: 'read',
    summary: 'A document as PDF in the asked language, in parts when asked; it is read from then on.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
  addMemoAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/document/v1/memo/attachments',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Announces a photo or document of a memo that is being written; its bytes follow in parts. `draft` is a name that the sender gives the memo until it is sent.',
    body: uploadOffer.extend({ draft: id }),
    status: 201,
    response: upload,
  },
  documentAttachment: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/attachments/{id}',
    who: customer,
    rate: 'read',
    summary: 'A photo or document that was sent with a memo, once it has been checked; in parts when asked.',
    download: 'application/octet-stream',
    params: z.object({ id }),
    response: z.string().describe('the content'),
  },
  writeMemo: {
    service: 'api',
    method: 'POST',
    path: '/api/document/v1/memo',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary: 'A note to the insurer, kept as a document with the files that were announced for its draft.',
    body: z.object({
      subject: z.string().trim().min(1).max(120),
      text: z.string().trim().min(1).max(5000),
      policyId: id.optional(),
      draft: id.optional().describe('the draft that its attachments were announced for'),
      files: z
        .array(id)
        .max(uploadLimits.files)
        .default([])
        .describe('those that the sender believes go with it'),
    }),
    status: 201,
    response: documentMeta,
    audit: 'document.memo',
  },
});
