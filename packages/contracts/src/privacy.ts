import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, ssn } from './values.ts';

/** Kinds of personal data that are kept when the rest is erased. */
export const retainedData = z.enum([
  'policies',
  'claims',
  'accounts',
  'details',
  'signIn',
  'identity',
  'companies',
  'views',
]);
export type RetainedData = z.infer<typeof retainedData>;

/**
 * Why data is kept: a contract in force, an open claim or debt, the limitation period for claims, the accounting act, or
 * accountability.
 */
export const retentionReason = z.enum(['contract', 'open', 'limitation', 'accounting', 'accountability']);
export type RetentionReason = z.infer<typeof retentionReason>;

export const keptBecause = z.object({
  what: retainedData,
  why: retentionReason,
  until: day.nullable().describe('last day it is kept; null while the reason has no end date'),
});
export type Retention = z.infer<typeof keptBecause>;

const times = {
  requestedAt: instant.nullable(),
  dueAt: instant.nullable().describe('statutory deadline'),
  reasons: z.array(z.string()).describe('why it was extended or refused, in the language of the request'),
};

/** A request for a copy of a person's data. */
export const overviewStatus = z.object({
  state: z.enum(['none', 'requested', 'processing', 'ready', 'extended', 'refused', 'expired']),
  ...times,
  readyAt: instant.nullable(),
  expiresAt: instant.nullable().describe('when the archive expires'),
  fetchedAt: instant.nullable().describe('when it was last downloaded'),
  bytes: z.int().nullable(),
  downloadUrl: z.string().nullable().describe('path of the download call, while the archive is ready'),
  nextFrom: instant.nullable().describe('earliest time of a new request; null if possible now'),
});
export type OverviewStatus = z.infer<typeof overviewStatus>;

/** A request for erasure. */
export const erasureStatus = z.object({
  state: z.enum(['none', 'requested', 'approved', 'rejected', 'done']),
  ...times,
  decidedAt: instant.nullable(),
  doneAt: instant.nullable(),
  extended: z.boolean(),
  keptBecause: z.array(keptBecause),
  nextFrom: instant.nullable().describe('earliest time of a new request; null if possible now'),
});
export type ErasureStatus = z.infer<typeof erasureStatus>;

/** What a staff member can decide about a request. */
export const privacyDecision = z.discriminatedUnion('act', [
  z.object({ act: z.literal('approve').describe('erasure requests only: erases the data') }),
  z.object({ act: z.literal('refuse'), reasons: z.string().trim().min(10).max(2000) }),
  z.object({
    act: z.literal('extend').describe('extends the deadline by two months; once, within the first month'),
    reasons: z.string().trim().min(10).max(2000),
  }),
  z.object({ act: z.literal('again').describe('retries failed work of either kind') }),
]);
export type PrivacyDecision = z.infer<typeof privacyDecision>;

/** A privacy request as staff see it. */
export const privacyCase = z.object({
  id,
  kind: z.enum(['overview', 'erasure']),
  state: z.enum(['requested', 'processing', 'ready', 'expired', 'approved', 'done', 'refused']),
  customer: z.object({ ssn, name: z.string() }),
  language: z.enum(['is', 'en']).describe('language to answer in'),
  requestedAt: instant,
  dueAt: instant,
  extendedAt: instant.nullable(),
  reasons: z.array(z.string()),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable().describe('name of the staff member'),
  finishedAt: instant.nullable(),
  failedAt: instant.nullable().describe('when processing last failed; null if it has not'),
  mayExtend: z.boolean(),
  keptBecause: z.array(keptBecause).describe('erasure only: data that would be kept today, or was kept'),
  erased: z
    .array(z.object({ table: z.string(), rows: z.int() }))
    .describe('pending erasure only: rows that would be deleted today'),
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
    summary: 'Returns the status of the latest request for a copy of the person’s data.',
    response: overviewStatus,
  },
  requestOverview: {
    service: 'api',
    method: 'POST',
    path: `${base}/overviewRequest`,
    who: person,
    rate: 'costly',
    summary: 'Requests a copy of the person’s data; within 30 days of the last request, returns that one.',
    body: z.object({}),
    status: 202,
    response: overviewStatus,
    audit: 'privacy.requestOverview',
    events: ['privacy.overviewRequested'],
  },
  downloadArchive: {
    service: 'api',
    method: 'GET',
    path: `${base}/archive`,
    who: person,
    rate: 'costly',
    summary: 'Downloads the archive as ZIP until it expires. Supports `Range`.',
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
    summary: 'Returns the status of the latest erasure request, and what is kept, why and until when.',
    response: erasureStatus,
  },
  requestErasure: {
    service: 'api',
    method: 'POST',
    path: `${base}/erasureRequest`,
    who: person,
    rate: 'write',
    summary: 'Requests erasure; within 30 days of the last request, returns that one.',
    body: z.object({ confirmed: z.literal(true) }),
    status: 202,
    response: erasureStatus,
    audit: 'privacy.requestErasure',
    events: ['privacy.erasureRequested'],
  },
  privacyCase: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/privacy/{id}',
    who: { kind: 'employee', roles: ['privacy'] },
    rate: 'read',
    summary: 'Returns a privacy request for staff to decide.',
    params: z.object({ id }),
    response: privacyCase,
    audit: 'privacy.open',
  },
  decidePrivacyCase: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/privacy/{id}',
    who: { kind: 'employee', roles: ['privacy'] },
    rate: 'write',
    summary: 'Approves, refuses, extends or retries a privacy request; the customer is notified by e-mail.',
    params: z.object({ id }),
    body: privacyDecision,
    response: privacyCase,
    audit: 'privacy.decide',
    events: ['privacy.erasureApproved', 'privacy.refused'],
  },
});
