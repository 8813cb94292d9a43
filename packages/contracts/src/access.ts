import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, longestIdentifier, ssn } from './values.ts';

/** What a grantee may do with the grantor's insurance; each role includes the ones before it (rule ACC-1). */
export const accessRole = z.enum(['Readonly', 'Full', 'Admin']);
export type AccessRole = z.infer<typeof accessRole>;

/** Whether a grant is active or why it ended: expired, revoked by the grantor, returned by the grantee, or replaced. */
export const accessState = z.enum(['active', 'ended', 'revoked', 'returned', 'replaced']);
export type AccessState = z.infer<typeof accessState>;

const period = {
  validFrom: day,
  validTo: day.describe('last day of the grant as originally given'),
  state: accessState,
  endedOn: day.nullable().describe('day it ended early; null while active or if it simply expired'),
};

/** Access the subject has granted to a person. */
export const accessGrant = z.object({ id, ssn, name: z.string(), role: accessRole, ...period });
export type AccessGrant = z.infer<typeof accessGrant>;

/** Access the actor has been granted by someone else. */
export const receivedGrant = z.object({
  id,
  ssn,
  name: z.string(),
  isCompany: z.boolean(),
  role: accessRole,
  ...period,
});
export type ReceivedGrant = z.infer<typeof receivedGrant>;

/** A person's relation to a company; `granted` when the company gave them access (rule ACC-4). */
export const companyInvolvementKind = z.enum(['procuration', 'board', 'owner', 'granted']);
export type CompanyInvolvementKind = z.infer<typeof companyInvolvementKind>;

/** A company the actor is involved in. */
export const involvedCompany = z.object({
  ssn,
  name: z.string(),
  involvement: z.array(companyInvolvementKind).min(1),
  role: accessRole.nullable().describe('null when the actor may not act for the company'),
});
export type InvolvedCompany = z.infer<typeof involvedCompany>;

/** Filters and sort order of a list of grants (rule PORT-19). */
const grantList = z.object({
  search: z.string().trim().max(100).optional(),
  from: day.optional().describe('first day of a period during which the grant was in force'),
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
      'Lists grants the subject has given: active ones and those that ended within the last two years. Also available as `text/csv` or `application/pdf`.',
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
    summary:
      'Returns the name for a kennitala and the access that person has, to show before access is granted.',
    body: z.object({ ssn: z.string().max(longestIdentifier) }),
    response: z.object({
      ssn,
      name: z.string(),
      current: accessGrant
        .nullable()
        .describe('the grant that a new one must replace; null when they have none'),
      isNotified: z.boolean().describe('whether the person has an e-mail address for the notification'),
    }),
    audit: 'access.name',
    events: { none: 'a look-up of a name, changes nothing' },
  },
  giveAccess: {
    service: 'api',
    method: 'POST',
    path: `${base}/accessgrants`,
    who: admin,
    rate: 'sign-in',
    needsFreshSignIn: true,
    summary:
      'Grants a person access until a given day: by default one year from now, at most two. A grant they already have is replaced only when it is named; otherwise 409 `grantChanged`.',
    body: z.object({
      ssn: z.string().max(longestIdentifier),
      role: accessRole,
      validTo: day.optional(),
      replaces: id.optional().describe('the active grant of the same person that this one replaces'),
    }),
    status: 201,
    response: accessGrant,
    audit: 'access.give',
    events: { none: 'access permits are given and used only on My pages' },
  },
  revokeAccess: {
    service: 'api',
    method: 'DELETE',
    path: `${base}/accessgrants/{id}`,
    who: admin,
    rate: 'write',
    summary: 'Revokes a grant, effective from the next call.',
    params: z.object({ id }),
    status: 204,
    response: z.null(),
    audit: 'access.revoke',
    events: { none: 'access permits are given and used only on My pages' },
  },
  grantedAccessList: {
    service: 'api',
    method: 'GET',
    path: `${base}/grantedaccess`,
    who: actor,
    rate: 'read',
    summary: 'Lists the customers the actor may act for by a grant.',
    response: z.array(z.object({ id, ssn, name: z.string() })),
  },
  grantedAccess: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v2/settings/grantedaccess',
    who: actor,
    rate: 'read',
    summary:
      'Lists grants the actor holds, with role and dates: active ones and those that ended within the last two years. Also available as `text/csv` or `application/pdf`.',
    files: true,
    query: grantList,
    response: z.object({ items: z.array(receivedGrant) }),
  },
  returnAccess: {
    service: 'api',
    method: 'DELETE',
    path: `${base}/grantedaccess/{id}`,
    who: actor,
    rate: 'write',
    summary: 'Gives up a grant the actor holds.',
    params: z.object({ id }),
    status: 204,
    response: z.null(),
    audit: 'access.return',
    events: { none: 'access permits are given and used only on My pages' },
  },
  companyInvolvement: {
    service: 'api',
    method: 'GET',
    path: `${base}/companyinvolvement`,
    who: actor,
    rate: 'read',
    summary: 'Lists companies the actor is involved in, and what they may do for each.',
    response: z.object({ items: z.array(involvedCompany) }),
  },
});
