import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, ssn } from './values.ts';

/** What one may do with another's insurance, each including the ones before it (rule ACC-1). */
export const accessRole = z.enum(['Readonly', 'Full', 'Admin']);
export type AccessRole = z.infer<typeof accessRole>;

/** Whether a grant holds, and why not: its days are over, or it was taken back, given up or given anew before that. */
export const accessState = z.enum(['active', 'ended', 'revoked', 'returned', 'replaced']);
export type AccessState = z.infer<typeof accessState>;

const period = {
  validFrom: day,
  validTo: day.describe('the last day it holds, or would have held'),
  state: accessState,
  endedOn: day
    .nullable()
    .describe('the day it ended before its last; null while it holds or when its days ran out'),
};

/** Access that the subject has given to a person. */
export const accessGrant = z.object({ id, ssn, name: z.string(), role: accessRole, ...period });
export type AccessGrant = z.infer<typeof accessGrant>;

/** Access that the acting person holds from another. */
export const heldAccess = z.object({
  id,
  ssn,
  name: z.string(),
  isCompany: z.boolean(),
  role: accessRole,
  ...period,
});
export type HeldAccess = z.infer<typeof heldAccess>;

/** How a person stands to a company, or `granted` where it gave them access (rule ACC-4). */
export const companyInvolvementKind = z.enum(['procuration', 'board', 'owner', 'granted']);
export type CompanyInvolvementKind = z.infer<typeof companyInvolvementKind>;

/** A company that the acting person has to do with. */
export const involvedCompany = z.object({
  ssn,
  name: z.string(),
  involvement: z.array(companyInvolvementKind).min(1),
  role: accessRole.nullable().describe('what they may do for it; null where they may not act for it'),
});
export type InvolvedCompany = z.infer<typeof involvedCompany>;

/** What narrows and orders a list of permits (rule PORT-19). */
const grantList = z.object({
  search: z.string().trim().max(100).optional(),
  from: day.optional().describe('first day of a period that the permit was in force in'),
  to: day.optional().describe('last day of that period'),
  state: z.enum(['active', 'ended']).optional(),
  sort: z.enum(['newest', 'ends', 'name']).default('newest'),
});
export type GrantList = z.infer<typeof grantList>;

const base = '/api/user/v1/settings';
const admin = { kind: 'customer', role: 'Admin' } as const;
const actor = { kind: 'customer', role: 'Readonly', about: 'actor' } as const;

export const accessCalls = defineCalls({
  accessGrants: {
    service: 'api',
    method: 'GET',
    path: `${base}/accessgrants`,
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Access that the subject has given: what holds, and what ended within two years; also as `text/csv` or `application/pdf`.',
    files: true,
    query: grantList,
    response: z.object({ items: z.array(accessGrant) }),
  },
  accessName: {
    service: 'api',
    method: 'POST',
    path: `${base}/accessgrants/name`,
    who: admin,
    rate: 'sign-in',
    summary: 'The name of the person with a kennitala, to be shown before access is given.',
    body: z.object({ ssn: z.string().max(20) }),
    response: z.object({ ssn, name: z.string() }),
    audit: 'access.name',
  },
  giveAccess: {
    service: 'api',
    method: 'POST',
    path: `${base}/accessgrants`,
    who: admin,
    rate: 'sign-in',
    summary:
      'Gives a person access until a day: a year from now unless told, two at the most. It takes the place of what they had.',
    body: z.object({ ssn: z.string().max(20), role: accessRole, validTo: day.optional() }),
    status: 201,
    response: accessGrant,
    audit: 'access.give',
  },
  revokeAccess: {
    service: 'api',
    method: 'DELETE',
    path: `${base}/accessgrants/{id}`,
    who: admin,
    rate: 'write',
    summary: 'Takes access back; it works no longer from the next call on.',
    params: z.object({ id }),
    status: 204,
    response: z.null(),
    audit: 'access.revoke',
  },
  grantedAccessList: {
    service: 'api',
    method: 'GET',
    path: `${base}/grantedaccess`,
    who: actor,
    rate: 'read',
    summary: 'Those whom the acting person may act for by a grant, as a flat list.',
    response: z.array(z.object({ id, ssn, name: z.string() })),
  },
  grantedAccess: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v2/settings/grantedaccess',
    who: actor,
    rate: 'read',
    summary:
      'Access that the acting person holds, with role and dates: what holds, and what ended within two years; also as `text/csv` or `application/pdf`.',
    files: true,
    query: grantList,
    response: z.object({ items: z.array(heldAccess) }),
  },
  returnAccess: {
    service: 'api',
    method: 'DELETE',
    path: `${base}/grantedaccess/{id}`,
    who: actor,
    rate: 'write',
    summary: 'Gives up access that the acting person holds.',
    params: z.object({ id }),
    status: 204,
    response: z.null(),
    audit: 'access.return',
  },
  companyInvolvement: {
    service: 'api',
    method: 'GET',
    path: `${base}/companyinvolvement`,
    who: actor,
    rate: 'read',
    summary: 'Companies that the acting person has to do with, and what they may do for each.',
    response: z.object({ items: z.array(involvedCompany) }),
  },
});
