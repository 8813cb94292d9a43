import { z } from 'zod';
import { defineCalls } from './call.ts';
import { documentPolicy } from './documents.ts';
import { datedList, day, id, instant } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/** SHA-256 of a file, in hex. */
const sha256 = z.string().regex(/^[\da-f]{64}$/);

export const signingKind = z.enum(['powerOfAttorney', 'settlement', 'directDebit']);
export type SigningKind = z.infer<typeof signingKind>;

/** What the electronic ID is on: the phone's SIM card, or the app. */
export const signingMethod = z.enum(['mobile', 'app']);
export type SigningMethod = z.infer<typeof signingMethod>;

const summary = {
  id,
  kind: signingKind,
  title: z.string().describe('in the asked language'),
  date: day.describe('the day it was issued'),
  policy: documentPolicy.nullable(),
  claim: z.object({ id, number: z.string() }).nullable(),
};
const pdf = {
  name: z.string(),
  type: z.literal('application/pdf'),
  sha256: sha256.describe('of its bytes'),
};

/** A document that waits for a signature. */
export const signable = z.object({
  ...summary,
  signBy: day.describe('the last day to sign it'),
  state: z.enum(['waiting', 'expired']).describe('`expired` once its last day is over'),
});
export type Signable = z.infer<typeof signable>;

export const signableList = z.object({
  items: z.array(signable).describe('first the one that must be signed first'),
  waiting: z.int().describe('how many can be signed'),
});
export type SignableList = z.infer<typeof signableList>;

/** One such document, with what the screen needs to begin. */
export const signableDocument = signable.extend({
  file: z.object(pdf).describe('in the asked language; its hash goes with the start as `shown`'),
  mobilePhone: z
    .string()
    .nullable()
    .describe('the number on file of who is signed in, which is called when none is given'),
  asksWhoSigns: z
    .boolean()
    .describe(
      'whether the app needs the kennitala of who signs: a company that signed in as itself has no eID of its own',
    ),
});
export type SignableDocument = z.infer<typeof signableDocument>;

/** A document that has its signature. */
export const signedDocument = z.object({
  ...summary,
  signedAt: instant.describe('by the time stamp in the document'),
  signer: z.object({
    name: z.string(),
    method: signingMethod,
    certificateIssuer: z.string().describe('who vouches for the name'),
  }),
  file: z.object(pdf),
});
export type SignedDocument = z.infer<typeof signedDocument>;

export const signedDocumentList = z.object({
  items: z.array(signedDocument).describe('newest first'),
  total: z.int().describe('how many there are on all pages'),
  nextCursor: z.string().nullable(),
});
export type SignedDocumentList = z.infer<typeof signedDocumentList>;

const start = {
  documentId: id,
  shown: sha256
    .optional()
    .describe(
      'hash of the PDF that the reader was shown, which is then the one signed; by default the one in the asked language',
    ),
};
const onMobile = {
  mobilePhone: z
    .string()
    .trim()
    .max(30)
    .optional()
    .describe('by default the number on file of who is signed in'),
};
const inApp = {
  ssn: z
    .string()
    .trim()
    .max(30)
    .optional()
    .describe(
      'kennitala of who signs, where a company has signed in as itself; a person signs with their own',
    ),
};

/** A signing under way. */
export const signingStarted = z.object({
  transactionId: id,
  method: signingMethod,
  challengeCode: z
    .string()
    .regex(/^\d{4}$/)
    .describe('what the phone or app shows too'),
  expiresAt: instant,
  seconds: z.int().describe('how long it waits from now, by the service’s clock, whatever the caller’s says'),
});
export type SigningStarted = z.infer<typeof signingStarted>;

export const signingStatus = z.object({
  state: z.enum(['waiting', 'confirmed', 'cancelled', 'expired']),
});
export type SigningStatus = z.infer<typeof signingStatus>;

/** What a hash tells of a signed document: that it is one of ours as it was signed, by whom and when. */
export const signatureCheck = z.object({
  valid: z.boolean(),
  document: signedDocument
    .pick({ title: true, signedAt: true })
    .extend({ signer: z.string(), certificateIssuer: z.string() })
    .nullable()
    .describe('null when no document with this hash was signed here: it was changed, or is not ours'),
});
export type SignatureCheck = z.infer<typeof signatureCheck>;

const signer = { kind: 'customer', role: 'Full' } as const;
const transaction = z.object({ transactionId: id });

/** Starts a signing. */
const starts = {
  service: 'api',
  method: 'POST',
  who: signer,
  rate: 'sign-in',
  status: 201,
  response: signingStarted,
  audit: 'document.startSigning',
} as const;
/** Tells how a signing stands: asked about every two seconds. */
const tells = {
  service: 'api',
  method: 'GET',
  who: signer,
  rate: 'read',
  query: transaction,
  response: signingStatus,
} as const;
/** Ends a signing that was confirmed. */
const ends = {
  service: 'api',
  method: 'POST',
  who: signer,
  rate: 'write',
  body: transaction,
  response: signedDocument,
  audit: 'document.sign',
} as const;

export const signingCalls = defineCalls({
  signables: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/signable',
    who: customer,
    rate: 'read',
    summary: 'Documents that wait for a signature, first the one that must be signed first.',
    response: signableList,
  },
  signable: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/signable/{id}',
    who: customer,
    rate: 'read',
    summary: 'One document that waits for a signature.',
    params: z.object({ id }),
    response: signableDocument,
  },
  signablePdf: {
    service: 'api',
    method: 'GET',
    path: '/api/document/v2/signable/{id}/pdf',
    who: customer,
    rate: 'read',
    summary: 'The PDF that is to be signed, in the asked language, in parts when asked.',
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
      'Documents that have been signed, with who signed and when; all of them as `text/csv` or `application/pdf`.',
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
    summary: 'The signed PDF (PAdES), in parts when asked.',
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
    summary: 'What the hash of a signed document tells; the document itself is not sent.',
    body: z.object({ sha256: z.string().trim().toLowerCase().pipe(sha256) }),
    response: signatureCheck,
  },
  startSigning: {
    ...starts,
    path: '/api/document/v2/sign',
    summary:
      'Starts to sign a document by the way that is named, or by phone where a number is on file and else by the app; `method` of the answer says whose status and finish follow.',
    body: z.object({ ...start, ...onMobile, ...inApp, method: signingMethod.optional() }),
  },
  startMobileSigning: {
    ...starts,
    path: '/api/document/v3/mobile/start',
    summary: 'Calls a phone to sign a document with the electronic ID on its SIM card.',
    body: z.object({ ...start, ...onMobile }),
  },
  startAppSigning: {
    ...starts,
    path: '/api/document/v3/app/start',
    summary: 'Calls the app to sign a document with the electronic ID in it.',
    body: z.object({ ...start, ...inApp }),
  },
  mobileSigningStatus: {
    ...tells,
    path: '/api/document/v3/mobile/status',
    summary: 'How a signing by phone stands.',
  },
  appSigningStatus: {
    ...tells,
    path: '/api/document/v3/app/status',
    summary: 'How a signing by app stands.',
  },
  finishMobileSigning: {
    ...ends,
    path: '/api/document/v3/mobile/finish',
    summary:
      'Puts the signature that was confirmed on the phone into the document; asked again it gives the same.',
  },
  finishAppSigning: {
    ...ends,
    path: '/api/document/v3/app/finish',
    summary:
      'Puts the signature that was confirmed in the app into the document; asked again it gives the same.',
  },
});
