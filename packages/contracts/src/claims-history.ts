import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant } from './values.ts';

/** A claims-history statement that was made: what it covers, in figures. */
export const claimsHistory = z.object({
  id,
  language: z.enum(['is', 'en']),
  issuedAt: instant,
  from: day.describe('first day that it covers'),
  to: day.describe('last day that it covers: the day of issue'),
  policies: z.int(),
  claims: z.int(),
  open: z.int().describe('claims that were not settled on the day of issue'),
  checkCode: z.string().describe('code that lets anyone check the statement: ABCD-EFGH-JKMN-PQRS'),
  checkUrl: z.string().describe('page that checks it, with the code in the URL fragment'),
});
export type ClaimsHistory = z.infer<typeof claimsHistory>;

export const claimsHistoryCalls = defineCalls({
  claimsHistories: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/history',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Lists the claims-history statements that were made, and whether there is motor insurance to make one of.',
    response: z.object({
      items: z.array(claimsHistory).describe('newest first, at most 50'),
      hasMotorInsurance: z.boolean().describe('within the period of a statement, also if it has ended'),
    }),
  },
  makeClaimsHistory: {
    service: 'api',
    method: 'POST',
    path: '/api/claim/v1/history',
    who: { kind: 'customer', role: 'Full' },
    rate: 'costly',
    summary:
      'Makes a claims-history statement of the customer’s motor third-party liability insurance, by Regulation (EU) 2024/1855.',
    body: z.object({ language: z.enum(['is', 'en']) }),
    status: 201,
    response: claimsHistory,
    audit: 'claim.makeHistory',
    events: { none: 'a paper about what the customer can read already' },
  },
  claimsHistoryPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/claim/v1/history/{id}/pdf',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'costly',
    summary: 'Downloads a claims-history statement as PDF, in its own language.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
});
