import { z } from 'zod';
import { defineCalls } from './call.ts';
import { documentPolicy } from './documents.ts';
import { datedList, day, id, instant, longestIdentifier } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/** SHA-256 of a file, in hex. */
const sha256 = z.string().regex(/^[\da-f]{64}$/);

export const signingKind = z.enum(['powerOfAttorney', 'settlement', 'directDebit', 'agreement']);
export type SigningKind = z.infer<typeof signingKind>;

/** Where the electronic ID is: on the phone's SIM card or in the app. */
export const signingMethod = z.enum(['mobile', 'app']);
export type SigningMethod = z.infer<typeof signingMethod>;

const summary = {
  id,
  kind: signingKind,
  title: z.string().describe('in the requested language'),
  date: day.describe('day of issue'),
  policy: documentPolicy.nullable(),
  claim: z.object({ id, number: z.string() }).nullable(),
};
const pdf = {
  name: z.string(),
  type: z.literal('application/pdf'),
  sha256: sha256.describe('of the file'),
};

export const signableState = z.enum(['waiting', 'expired', 'unsignable']);
export type SignableState = z.infer<typeof signableState>;

/** A document awaiting signature. */
export const signable = z.object({
  ...summary,
  signBy: day.describe('last day to sign'),
  state: signableState.describe(
    '`expired` once the last day has passed; `unsignable` when a signature cannot be added to its file and a new document has to be sent',
  ),
});
export type Signable = z.infer<typeof signable>;

export const signableList = z.object({
  items: z.array(signable),
  waiting: z.int().describe('how many of the items can be signed'),
});
export type SignableList = z.infer<typeof signableList>;

/** A document awaiting signature, with what a client needs to start signing. */
export const signableDocument = signable.extend({
  file: z.object(pdf).describe('in the requested language; send its hash as `shown` when starting'),
  mobilePhone: z.string().nullable().describe('phone number on file for the user, used by default'),
  asksWhoSigns: z
    .boolean()
    .describe(
      'whether the app needs the signer’s kennitala: a company that signed in as itself has no electronic ID of its own',
    ),
});
export type SignableDocument = z.infer<typeof signableDocument>;

/** A signed document. */
export const signedDocument = z.object({
  ...summary,
  signedAt: instant.describe('according to the time stamp in the document'),
  signer: z.object({
    name: z.string(),
    method: signingMethod,
    certificateIssuer: z.string().describe('certificate authority that vouches for the name'),
  }),
  file: z.object(pdf),
});
export type SignedDocument = z.infer<typeof signedDocument>;

export const signedDocumentList = z.object({
  items: z.array(signedDocument).describe('newest first'),
  total: z.int().describe('signed documents on all pages'),
  nextCursor: z.string().nullable(),
});
export type SignedDocumentList = z.infer<typeof signedDocumentList>;

const start = {
  documentId: id,
  shown: sha256
    .optional()
    .describe(
      'hash of the PDF shown to the signer, which is the one that gets signed; default: the one in the requested language',
    ),
};
const onMobile = {
  mobilePhone: z
    .string()
    .trim()
    .max(longestIdentifier)
    .optional()
    .describe('default: the phone number on file for the user'),
};
const inApp = {
  ssn: z
    .string()
    .trim()
    .max(longestIdentifier)
    .optional()
    .describe('kennitala of the signer when a company has signed in as itself; persons sign with their own'),
};

/** A signing in progress. */
export const signingStarted = z.object({
  transactionId: id,
  method: signingMethod,
  challengeCode: z
    .string()
    .regex(/^\d{4}$/)
    .describe('also shown on the phone or in the app'),
  expiresAt: instant,
  seconds: z.int().describe('time left by the server’s clock; does not depend on the client’s clock'),
});
export type SigningStarted = z.infer<typeof signingStarted>;

export const signingStatus = z.object({
  state: z.enum(['waiting', 'confirmed', 'cancelled', 'expired']),
});
export type SigningStatus = z.infer<typeof signingStatus>;

/** Whether a hash is that of a document signed here, and if so the signer and the time. */
export const signatureCheck = z.object({
  valid: z.boolean(),
  document: signedDocument
    .pick({ title: true, signedAt: true })
    .extend({ signer: z.string(), certificateIssuer: z.string() })
    .nullable()
    .describe('null when no document with this hash was signed here: it was altered or is not ours'),
});
export type SignatureCheck = z.infer<typeof signatureCheck>;

const signer = { kind: 'customer', role: 'Full' } as const;
const transaction = z.object({ transactionId: id });

const startCall = {
  service: 'api',
  method: 'POST',
  who: signer,
  rate: 'sign-in',
  status: 201,
  response: signingStarted,
  audit: 'document.startSigning',
  events: { none: 'nothing is signed yet' },
} as const;
/** Clients poll the status about every two seconds. */
const statusCall = {
  service: 'api',
  method: 'GET',
  who: signer,
  rate: 'read',
  query: transaction,
  response: signingStatus,
} as const;
const finishCall = {
  service: 'api',
  method: 'POST',
  who: signer,
  rate: 'write',
  body: transaction,
  response: signedDocument,
  audit: 'document.sign',
  events: ['document.signed'],
} as const;

export const signingCalls = defineCalls({
  signables: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/signable',
    who: customer,
    rate: 'read',
    summary:
      'Lists unsigned documents, including those past their last day. Also available as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...datedList,
      state: signableState.optional(),
      sort: z
        .enum(['deadline', 'newest', 'oldest'])
        .default('deadline')
        .describe('earliest last day first, or by day of issue'),
    }),
    response: signableList,
  },
  signable: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/signable/{id}',
    who: customer,
    rate: 'read',
    summary: 'Returns one document awaiting signature.',
    params: z.object({ id }),
    response: signableDocument,
  },
  signablePdf: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/signable/{id}/pdf',
    who: customer,
    rate: 'read',
    summary: 'Downloads the PDF to sign, in the requested language. Supports `Range`.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
  signedDocuments: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/signeddocuments',
    who: customer,
    rate: 'read',
    summary:
      'Lists signed documents with signer and time, one page at a time; all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...datedList,
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: z.string().max(200).optional(),
    }),
    response: signedDocumentList,
  },
  signedPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v1/signeddocuments/{id}/pdf',
    who: customer,
    rate: 'read',
    summary: 'Downloads the signed PDF (PAdES). Supports `Range`.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
  signatureCheck: {
    service: 'api',
    method: 'POST',
    path: '/api/public/v1/signaturecheck',
    who: { kind: 'public' },
    rate: 'costly',
    summary: 'Verifies a signed document by its hash; the document itself is not uploaded.',
    body: z.object({ sha256: z.string().trim().toLowerCase().pipe(sha256) }),
    response: signatureCheck,
    audit: { none: 'a look-up by anyone, changes nothing' },
    events: { none: 'a look-up by anyone, changes nothing' },
  },
  startSigning: {
    ...startCall,
    path: '/api/document/v2/sign',
    summary:
      'Starts signing a document with the given method; default: by phone if a number is on file, otherwise by app. `method` in the response says which status and finish calls to use.',
    body: z.object({ ...start, ...onMobile, ...inApp, method: signingMethod.optional() }),
  },
  startMobileSigning: {
    ...startCall,
    path: '/api/document/v3/mobile/start',
    summary: 'Sends a signing request to a phone, for the electronic ID on its SIM card.',
    body: z.object({ ...start, ...onMobile }),
  },
  startAppSigning: {
    ...startCall,
    path: '/api/document/v3/app/start',
    summary: 'Sends a signing request to the electronic ID app.',
    body: z.object({ ...start, ...inApp }),
  },
  mobileSigningStatus: {
    ...statusCall,
    path: '/api/document/v3/mobile/status',
    summary: 'Returns the state of a signing by phone.',
  },
  appSigningStatus: {
    ...statusCall,
    path: '/api/document/v3/app/status',
    summary: 'Returns the state of a signing by app.',
  },
  finishMobileSigning: {
    ...finishCall,
    path: '/api/document/v3/mobile/finish',
    summary: 'Adds the signature confirmed on the phone to the document. Idempotent.',
  },
  finishAppSigning: {
    ...finishCall,
    path: '/api/document/v3/app/finish',
    summary: 'Adds the signature confirmed in the app to the document. Idempotent.',
  },
});
