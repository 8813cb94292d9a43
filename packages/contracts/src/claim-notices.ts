import { z } from 'zod';
import { defineCalls } from './call.ts';
import { claimForm, claimLine } from './claims.ts';
import { upload, uploadLimits, uploadOffer } from './uploads.ts';
import { id } from './values.ts';

const visitor = { kind: 'visitor' } as const;

/** Who files a claim without signing in; `reporterFaults` of @hofn/domain says what is wrong with it. */
export const claimReporter = z.object({
  name: z.string().max(400),
  ssn: z.string().max(30),
  policyNumber: z.string().max(30).default(''),
});

/** Claims that are filed without signing in (rules SITE-1b, DATA-9). */
export const claimNoticeCalls = defineCalls({
  noticeAttachments: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/notices/attachments',
    who: visitor,
    rate: 'read',
    summary: 'The photos and documents that a visitor has sent for the claim they are filling in.',
    response: z.object({ items: z.array(upload) }),
  },
  addNoticeAttachment: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/notices/attachments',
    who: visitor,
    rate: 'write',
    summary: 'Announces a photo or document of that claim; its bytes follow in parts.',
    body: uploadOffer,
    status: 201,
    response: upload,
  },
  fileNotice: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/notices',
    who: visitor,
    rate: 'form',
    summary:
      'Files a claim without signing in. The answer is the same whether or not the one who files is a customer.',
    body: z.object({
      line: claimLine,
      form: claimForm,
      reporter: claimReporter,
      files: z.array(id).max(uploadLimits.files).describe('those that the sender believes go with it'),
      declaration: z.boolean().describe('that the information is right to the best of one’s knowledge'),
    }),
    status: 201,
    response: z.object({ reference: z.string().describe('number of the claim') }),
    audit: 'claim.fileNotice',
  },
});
