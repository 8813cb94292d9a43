import { z } from 'zod';
import { defineCalls } from './call.ts';
import { claimForm, claimLine } from './claims.ts';
import { upload, uploadLimits, uploadOffer } from './uploads.ts';
import { id, longestIdentifier } from './values.ts';

const visitor = { kind: 'visitor' } as const;

/** The reporter of a claim filed without signing in, validated by `reporterFaults` of @hofn/domain. */
export const claimReporter = z.object({
  name: z.string().max(400),
  ssn: z.string().max(longestIdentifier),
  policyNumber: z.string().max(longestIdentifier).default(''),
});

/** Claims filed without signing in (rules SITE-1b, DATA-9). */
export const claimNoticeCalls = defineCalls({
  noticeAttachments: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/notices/attachments',
    who: visitor,
    rate: 'read',
    summary: 'Lists the photos and documents a visitor has uploaded for the claim they are filling in.',
    response: z.object({ items: z.array(upload) }),
  },
  addNoticeAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/notices/attachments',
    who: visitor,
    rate: 'write',
    summary: 'Registers a photo or document for that claim; the content is then uploaded in parts.',
    body: uploadOffer,
    status: 201,
    response: upload,
    audit: { none: 'part of a claim, recorded when it is filed' },
    events: { none: 'part of a claim that is not filed yet' },
  },
  fileNotice: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/notices',
    who: visitor,
    rate: 'form',
    summary:
      'Files a claim without signing in. The response is the same whether or not the reporter is a customer.',
    body: z.object({
      line: claimLine,
      form: claimForm,
      reporter: claimReporter,
      files: z
        .array(id)
        .max(uploadLimits.files)
        .describe('the attachments the sender expects to be included'),
      declaration: z
        .boolean()
        .describe('confirms that the information is correct to the best of the reporter’s knowledge'),
    }),
    status: 201,
    response: z.object({ reference: z.string().describe('claim number') }),
    audit: 'claim.fileNotice',
    events: ['claim.noticeFiled'],
  },
});
