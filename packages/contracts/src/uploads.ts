import { z } from 'zod';
import { defineCalls } from './call.ts';
import { id, instant } from './values.ts';

const sender = { kind: 'customer', role: 'Full', visitors: true } as const;

/**
 * Upload limits (rule FORM-8). Per owner (a claim, a form): number of files, bytes per file, bytes in total. Per
 * request: bytes of one part. Per sender: bytes in unfinished uploads, and bytes per day.
 */
export const uploadLimits = {
  files: 10,
  bytes: 10 * 1024 * 1024,
  totalBytes: 25 * 1024 * 1024,
  partBytes: 512 * 1024,
  waitingBytes: 50 * 1024 * 1024,
  dayBytes: 100 * 1024 * 1024,
} as const;

export const uploadState = z.enum(['receiving', 'checking', 'clean', 'refused']);
export type UploadState = z.infer<typeof uploadState>;

/** An upload, from its registration until it is attached. */
export const upload = z.object({
  id,
  name: z.string(),
  sender: z.string(),
  bytes: z.int(),
  received: z.int().describe('bytes received so far, which is the offset of the next part'),
  state: uploadState,
  reason: z.string().nullable().describe('reason for refusal: a key of the text category `errorCode`'),
  type: z.string().nullable().describe('media type detected by the scan'),
  addedAt: instant,
});
export type Upload = z.infer<typeof upload>;

/** Announcement of a file before its content is uploaded. */
export const uploadOffer = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('shortened in the middle to 200 characters, with its extension'),
  bytes: z
    .int()
    .min(0)
    .max(1024 * 1024 * 1024),
});
export type UploadOffer = z.infer<typeof uploadOffer>;

export const uploadCalls = defineCalls({
  startVisit: {
    service: 'api',
    method: 'POST',
    path: '/api/upload/v1/visits',
    who: { kind: 'public' },
    rate: 'form',
    summary:
      'Issues a bearer token, valid for one day, that lets a visitor who is not signed in upload files for a form.',
    status: 201,
    response: z.object({ right: z.string(), expiresAt: instant }),
    audit: { none: 'the beginning of a form, recorded when it is sent' },
    events: { none: 'the beginning of a form' },
  },
  upload: {
    service: 'api',
    method: 'GET',
    path: '/api/upload/v1/{id}',
    who: sender,
    rate: 'upload',
    summary: 'Returns the progress of an upload: bytes received and, once complete, the result of the scan.',
    params: z.object({ id }),
    response: upload,
  },
  uploadPart: {
    service: 'api',
    method: 'POST',
    path: '/api/upload/v1/{id}/content',
    who: sender,
    rate: 'upload',
    summary:
      'Uploads the next part of a file. A part at the wrong offset changes nothing; the response says where to continue.',
    params: z.object({ id }),
    query: z.object({ offset: z.coerce.number().int().min(0) }),
    bytes: uploadLimits.partBytes,
    response: upload,
    audit: { none: 'part of a file, recorded with what it is sent with' },
    events: { none: 'the event follows once the file has passed the checks' },
  },
  removeUpload: {
    service: 'api',
    method: 'DELETE',
    path: '/api/upload/v1/{id}',
    who: sender,
    rate: 'write',
    summary: 'Deletes an upload that has not been submitted yet.',
    params: z.object({ id }),
    status: 204,
    response: z.null(),
    audit: { none: 'a file that was not sent with anything' },
    events: { none: 'a file that was not sent with anything' },
  },
});
