import { z } from 'zod';
import { defineCalls } from './call.ts';
import { id, instant } from './values.ts';

const sender = { kind: 'customer', role: 'Full', visitors: true } as const;

/**
 * What is taken (rule FORM-8): files at one place, bytes of one and of all there, bytes that travel in one request; and,
 * of all that one sender sends, bytes that are on their way at once and bytes of a day.
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

/** A file that someone sends, from its first byte to its place among the papers. */
export const upload = z.object({
  id,
  name: z.string(),
  sender: z.string(),
  bytes: z.int(),
  received: z.int().describe('bytes that are here; the next part begins at it'),
  state: uploadState,
  reason: z.string().nullable().describe('why it was refused: a key of `errorCode`'),
  type: z.string().nullable().describe('type of the checked content'),
  addedAt: instant,
});
export type Upload = z.infer<typeof upload>;

/** What is said of a file before its bytes are sent. */
export const uploadOffer = z.object({
  name: z.string().trim().min(1).max(200),
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
      'Gives someone who has not signed in the right to send files with a form, for a day. It is sent as a bearer token.',
    status: 201,
    response: z.object({ right: z.string(), expiresAt: instant }),
  },
  upload: {
    service: 'api',
    method: 'GET',
    path: '/api/upload/v1/{id}',
    who: sender,
    rate: 'upload',
    summary: 'How far a file has come: how many bytes are here, and what became of it when all were.',
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
      'The next bytes of a file. A part that does not begin where the file ends so far changes nothing: the answer tells where to go on.',
    params: z.object({ id }),
    query: z.object({ offset: z.coerce.number().int().min(0) }),
    bytes: uploadLimits.partBytes,
    response: upload,
  },
  removeUpload: {
    service: 'api',
    method: 'DELETE',
    path: '/api/upload/v1/{id}',
    who: sender,
    rate: 'write',
    summary: 'Takes a file back that has not been handed in yet.',
    params: z.object({ id }),
    status: 204,
    response: z.null(),
  },
});
