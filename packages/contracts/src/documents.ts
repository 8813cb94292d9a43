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
  'letter',
]);
export type DocumentKind = z.infer<typeof documentKind>;

/** Policy reference in a document. */
export const documentPolicy = z.object({ id, number: z.string(), name: z.string() });

/** A document as a row of a list. */
export const documentSummary = z.object({
  id,
  kind: documentKind,
  title: z.string().describe('in the requested language'),
  date: day.describe('day of issue'),
  policy: documentPolicy.nullable(),
  claim: z.object({ id, number: z.string() }).nullable(),
  readAt: instant.nullable().describe('when the customer first opened it; null while unread'),
});
export type DocumentSummary = z.infer<typeof documentSummary>;

/** Metadata of a document; `downloadDocument` returns its content. */
export const documentMeta = documentSummary.extend({
  period: z.object({ from: day, to: day }).nullable().describe('period the document covers'),
  file: z.object({ name: z.string(), type: z.literal('application/pdf') }),
  attachments: z.array(upload).describe('attachments of a memo; empty for other kinds'),
});
export type DocumentMeta = z.infer<typeof documentMeta>;

export const documentList = z.object({
  items: z.array(documentSummary),
  nextCursor: z.string().nullable(),
  total: z.int().describe('matching documents on all pages'),
  unread: z.int().describe('unread documents of the subject, regardless of the filters'),
  years: z.array(z.int()).describe('years with at least one document, newest first'),
  policies: z
    .array(documentPolicy.extend({ insured: z.string().nullable().describe('what it insures, in one line') }))
    .describe('policies with at least one document'),
  kinds: z.array(documentKind).describe('kinds with at least one document'),
  bills: z
    .array(z.object({ year: z.int(), count: z.int(), unread: z.int() }))
    .describe('matching invoices by year, newest first, also when `without` leaves them out of the list'),
  nextStatement: z
    .object({ year: z.int(), on: day })
    .nullable()
    .describe('the year of the next annual statement, and the day it is issued; null when none is to come'),
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
      'Lists documents by year, kind, policy and read state, one page at a time; all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      year: z.coerce.number().int().min(1900).max(2999).optional(),
      kind: documentKind.optional(),
      without: documentKind.optional().describe('a kind to leave out'),
      policy: id.optional().describe('id of one of the subject’s policies'),
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
    summary: 'Returns the metadata of one document.',
    params: z.object({ id }),
    response: documentMeta,
  },
  downloadDocument: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/download/{id}',
    who: customer,
    rate: 'read',
    summary: 'Downloads a document as PDF in the requested language and marks it as read. Supports `Range`.',
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
      'Registers a photo or document for a memo being written; the content is then uploaded in parts. `draft` is an id the client chooses for the unsent memo.',
    body: uploadOffer.extend({ draft: id }),
    status: 201,
    response: upload,
    audit: { none: 'part of a message, recorded when it is sent' },
    events: { none: 'part of a message that is not sent yet' },
  },
  documentAttachment: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/attachments/{id}',
    who: customer,
    rate: 'read',
    summary: 'Downloads an attachment of a memo once it has been scanned. Supports `Range`.',
    download: 'application/octet-stream',
    params: z.object({ id }),
    response: z.string().describe('the file content'),
  },
  writeMemo: {
    service: 'api',
    method: 'POST',
    path: '/api/document/v1/memo',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Sends a memo to the insurer, stored as a document with the attachments registered for its draft.',
    body: z.object({
      subject: z.string().trim().min(1).max(120),
      text: z.string().trim().min(1).max(5000),
      policyId: id.optional(),
      draft: id.optional().describe('the draft id its attachments were registered for'),
      files: z
        .array(id)
        .max(uploadLimits.files)
        .default([])
        .describe('the attachments the sender expects to be included'),
    }),
    status: 201,
    response: documentMeta,
    audit: 'document.memo',
    events: ['message.sent'],
  },
});
