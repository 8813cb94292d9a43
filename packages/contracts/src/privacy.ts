import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, ssn } from './values.ts';

/** What stays when the rest is erased. */
export const keptWhat = z.enum([
  'policies',
  'claims',
  'accounts',
  'details',
  'signIn',
  'identity',
  'companies',
  'views',
]);
export type KeptWhat = z.infer<typeof keptWhat>;

/** Why it stays: the contract stands, a claim or debt is open, claims can still be made, or the law of bookkeeping. */
export const keptWhy = z.enum(['contract', 'open', 'limitation', 'accounting', 'accountability']);
export type KeptWhy = z.infer<typeof keptWhy>;

export const keptBecause = z.object({
  what: keptWhat,
  why: keptWhy,
  until: day.nullable().describe('the last day that it is kept; null while what it hangs on has no end yet'),
});
export type KeptBecause = z.infer<typeof keptBecause>;

const times = {
  requestedAt: instant.nullable(),
  dueAt: instant.nullable().describe('when the law’s time to answer is over'),
  reasons: z.array(z.string()).describe('why it takes longer or was refused, in the language of the request'),
};

/** A request for all that is held of a person. */
export const overviewStatus = z.object({
  state: z.enum(['none', 'requested', 'processing', 'ready', 'extended', 'refused', 'expired']),
  ...times,
  readyAt: instant.nullable(),
  expiresAt: instant.nullable().describe('when the archive can be fetched no more'),
  fetchedAt: instant.nullable().describe('when it was last fetched'),
  bytes: z.int().nullable(),
  downloadUrl: z.string().nullable().describe('path of the call that gives the archive, while it is ready'),
  nextFrom: instant.nullable().describe('from when another can be asked for; null when it can be at once'),
});
export type OverviewStatus = z.infer<typeof overviewStatus>;

/** A request that what may be erased is erased. */
export const erasureStatus = z.object({
  state: z.enum(['none', 'requested', 'approved', 'rejected', 'done']),
  ...times,
  decidedAt: instant.nullable(),
  doneAt: instant.nullable(),
  extended: z.boolean(),
  keptBecause: z.array(keptBecause),
  nextFrom: instant.nullable().describe('from when another can be asked for; null when it can be at once'),
});
export type ErasureStatus = z.infer<typeof erasureStatus>;

/** What one staff member may do with a request at a time. */
export const privacyDecision = z.discriminatedUnion('act', [
  z.object({ act: z.literal('approve').describe('erases what may be erased; of an erasure alone') }),
  z.object({ act: z.literal('refuse'), reasons: z.string().trim().min(10).max(2000) }),
  z.object({
    act: z.literal('extend').describe('gives two more months, once and inside the first'),
    reasons: z.string().trim().min(10).max(2000),
  }),
  z.object({ act: z.literal('again').describe('does work that has failed anew, of either kind') }),
]);
export type PrivacyDecision = z.infer<typeof privacyDecision>;

/** A request as the staff who decide it see it. */
export const privacyCase = z.object({
  id,
  kind: z.enum(['overview', 'erasure']),
  state: z.enum(['requested', 'processing', 'ready', 'expired', 'approved', 'done', 'refused']),
  customer: z.object({ ssn, name: z.string() }),
  language: z.enum(['is', 'en']).describe('the one to answer in'),
  requestedAt: instant,
  dueAt: instant,
  extendedAt: instant.nullable(),
  reasons: z.array(z.string()),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable().describe('name of the staff member'),
  finishedAt: instant.nullable(),
  failedAt: instant.nullable().describe('when the work on it last failed; null when it has not'),
  mayExtend: z.boolean(),
  keptBecause: z.array(keptBecause).describe('of an erasure: what would stay today, or what has stayed'),
  erased: z
    .array(z.object({ table: z.string(), rows: z.int() }))
    .describe('of an erasure that waits: what would go today'),
});
export type PrivacyCase = z.infer<typeof privacyCase>;

const base = '/api/user/v1/settings/privacy';
const person = { kind: 'customer', role: 'Admin', self: true, subject: 'persons' } as const;

export const privacyCalls = defineCalls({
  overviewStatus: {
    service: 'api',
    method: 'GET',
    path: `${base}/overviewStatus`,
    who: person,
    rate: 'read',
    summary: 'How the newest request for all that is held of the person stands.',
    response: overviewStatus,
  },
  requestOverview: {
    service: 'api',
    method: 'POST',
    path: `${base}/overviewRequest`,
    who: person,
    rate: 'costly',
    summary:
      'Asks for all that is held of the person; within 30 days of the last request it answers with that one.',
    body: z.object({}),
    status: 202,
    response: overviewStatus,
    audit: 'privacy.requestOverview',
  },
  downloadArchive: {
    service: 'api',
    method: 'GET',
    path: `${base}/archive`,
    who: person,
    rate: 'costly',
    summary: 'The archive as ZIP, in parts when asked, for the person alone and until it expires.',
    download: 'application/zip',
    response: z.string().describe('the ZIP'),
    audit: 'privacy.fetchArchive',
  },
  erasureStatus: {
    service: 'api',
    method: 'GET',
    path: `${base}/erasureStatus`,
    who: person,
    rate: 'read',
    summary: 'How the newest request for erasure stands, and what is kept, why and until when.',
    response: erasureStatus,
  },
  requestErasure: {
    service: 'api',
    method: 'POST',
    path: `${base}/erasureRequest`,
    who: person,
    rate: 'write',
    summary:
      'Asks that what may be erased is erased; within 30 days of the last request it answers with that one.',
    body: z.object({ confirmed: z.literal(true) }),
    status: 202,
    response: erasureStatus,
    audit: 'privacy.requestErasure',
  },
  privacyCase: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/privacy/{id}',
    who: { kind: 'employee' },
    rate: 'read',
    summary: 'A request about personal data as staff decide it.',
    params: z.object({ id }),
    response: privacyCase,
    audit: 'privacy.open',
  },
  decidePrivacyCase: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/privacy/{id}',
    who: { kind: 'employee' },
    rate: 'write',
    summary: 'Approves, refuses or extends a request about personal data; the customer gets word by e-mail.',
    params: z.object({ id }),
    body: privacyDecision,
    response: privacyCase,
    audit: 'privacy.decide',
  },
});
