import { z } from 'zod';
import { accessGrant, companyInvolvementKind, involvedCompany, receivedGrant } from './access.ts';
import { defineCalls } from './call.ts';
import { caseLine } from './cases.ts';
import { claimSummary } from './claims.ts';
import { documentSummary } from './documents.ts';
import { nextPayment } from './payments.ts';
import { policySummary } from './policies.ts';
import { deskEmployee } from './staff-callers.ts';
import { viewReason } from './user.ts';
import { day, id, instant, isk, ssn } from './values.ts';

/** What a change that may be a fraud was made to. */
export const watchedChange = z.enum(['bankAccount', 'paymentMethod', 'email', 'phone', 'access']);
export type WatchedChange = z.infer<typeof watchedChange>;

/** For how many days a change is shown as one made lately. */
export const changedLatelyDays = 14;

/** A customer as staff see them on one page (rule ROLE-7). */
export const customerPage = z.object({
  id,
  kind: z.enum(['person', 'company']),
  name: z.string(),
  ssn,
  bornOn: day.nullable().describe('null for a company'),
  age: z.int().nullable().describe('in years, today'),
  since: day.nullable().describe('first day of the oldest policy; null without one'),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  town: z.string().nullable(),
  email: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  homePhone: z.string().nullable(),
  language: z.enum(['is', 'en']),
  contactChangedAt: instant.nullable().describe('when it was last changed on My pages; null if never'),
  contactConfirmedOn: day.nullable().describe('when the customer last confirmed it'),
  changedLately: z
    .array(
      z.object({
        what: watchedChange,
        at: instant,
        by: z.enum(['self', 'other']).describe('the customer, or somebody acting for them'),
      }),
    )
    .describe('changes within 14 days, as a warning before anything is paid; newest first'),
  policies: z.array(
    policySummary.pick({ id: true, number: true, name: true, insured: true, status: true }).extend({
      validFrom: day,
      validTo: day,
      premiumPerYear: isk,
    }),
  ),
  claims: z
    .array(
      claimSummary
        .pick({ id: true, number: true, title: true, status: true, open: true, unverified: true })
        .extend({ dateOfLoss: day, compensation: isk.nullable() })
        .extend({ case: id.nullable().describe('the case about it; null where there is none') }),
    )
    .describe('of three years, newest first, as far as the caller’s roles open them'),
  openCases: z.array(caseLine).describe('as far as the caller’s roles open them, the oldest first'),
  pastCases: z.array(caseLine).describe('the last that were answered or closed'),
  payments: z.object({
    balance: isk.describe('what is booked on the account and not paid'),
    overdue: isk,
    overdueSince: day.nullable().describe('final due date of the oldest overdue instalment'),
    next: nextPayment.nullable(),
    plan: z
      .object({ agreedOn: day, left: z.int().min(1).describe('payments that are not paid') })
      .nullable()
      .optional()
      .describe('other days to pay that were agreed; left out by the release before this one'),
    last: z.object({ on: day, amount: isk }).nullable().describe('the last payment that was booked'),
  }),
  documents: z
    .array(documentSummary.pick({ id: true, kind: true, title: true, date: true, readAt: true }))
    .describe('the last ones; of claims, only those that the caller’s roles open'),
  given: z.array(accessGrant).describe('access that others have today'),
  received: z.array(receivedGrant).describe('access to others that the customer has today'),
  people: z
    .array(
      z.object({
        id,
        name: z.string(),
        involvement: companyInvolvementKind.exclude(['granted']),
      }),
    )
    .describe('of a company, who has procuration, is on the board or owns it today'),
  companies: z.array(involvedCompany).describe('of a person, with procuration, board or ownership'),
});
export type CustomerPage = z.infer<typeof customerPage>;

export const customerPageCalls = defineCalls({
  openCustomerPage: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/customers/{id}',
    who: deskEmployee,
    rate: 'write',
    summary:
      'Returns a customer’s policies, claims, cases, payments, documents and access on one page. The customer can see who opened it, when and why.',
    params: z.object({ id }),
    body: z.object({ reason: viewReason }),
    response: customerPage,
    audit: 'staff.customerPage',
    events: { none: 'a view by staff changes nothing; it is in the audit' },
  },
});
