import { renewalCauses } from '@hofn/domain/next-period.ts';
import { plannedKinds } from '@hofn/domain/planned-end.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { nextPayment } from './payments.ts';
import { policyRequestOptions, requestStatus } from './requests.ts';
import { day, email, id, isk, ssn } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/** Policy groups in display order. */
export const policyGroup = z.enum(['vehicles', 'home', 'persons', 'travel', 'business']);
export type PolicyGroup = z.infer<typeof policyGroup>;

export const policyStatus = z.enum([
  'active',
  'pending',
  'renewing',
  'cancelled',
  'expired',
  'lapsed',
  'suspended',
]);
export type PolicyStatus = z.infer<typeof policyStatus>;

/** Policies of others that cover the customer, with nothing but what tells them that they are insured. */
export const alsoInsured = z.object({
  items: z.array(
    z.object({
      name: z.string().describe('product name in the requested language'),
      group: policyGroup,
      holder: z.string().describe('name of the policyholder'),
      readable: z
        .enum(['travelCard', 'policies'])
        .nullable()
        .describe(
          'where the customer may read of it: their travel card, or the policies they have access to',
        ),
      holderSsn: ssn
        .nullable()
        .describe('kennitala of a policyholder whom the customer may act for; null for the others'),
    }),
  ),
});
export type AlsoInsured = z.infer<typeof alsoInsured>['items'][number];

/** Sort order of a list of policies: by product, most expensive first, or soonest to end first. */
export const policySort = z.enum(['product', 'premium', 'ends']);
export type PolicySort = z.infer<typeof policySort>;

/** A policy as a row of a list. */
export const policySummary = z.object({
  id,
  number: z.string(),
  product: z.string().describe('product id, as in the page table: `kasko`'),
  group: policyGroup,
  name: z.string().describe('product name in the requested language'),
  insured: z.string().nullable().describe('one-line description of what is insured: «Toyota RAV4, NB X42»'),
  status: policyStatus,
  premiumPerYear: isk,
  deductible: isk.nullable(),
  sumInsured: isk.nullable(),
  validFrom: day,
  validTo: day.describe('last day of cover, also by a cancellation or withdrawal that was accepted'),
  inForce: z.boolean().describe('whether it covers a loss today'),
  since: day
    .nullable()
    .describe('of a cancelled, lapsed or suspended policy the day of the notice, lapse or suspension'),
  renewsOn: day.nullable().describe('null when the policy does not renew'),
  planned: z
    .object({
      kind: z.enum(plannedKinds),
      lastDay: day.describe('of cover'),
      isRequested: z.boolean().describe('whether the holder asked for it themselves'),
    })
    .nullable()
    .describe(
      'a suspension, cancellation, withdrawal or replacement by an accepted offer whose day lies ahead',
    ),
});
export type PolicySummary = z.infer<typeof policySummary>;

/** A thing, place or person that a policy insures. */
export const insuredItem = z.object({
  id,
  kind: z.enum(['vehicle', 'property', 'contents', 'person', 'activity', 'trip']),
  name: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
});

export const cover = z.object({
  id,
  name: z.string(),
  description: z.string(),
  included: z.boolean().describe('false for an exclusion'),
  sumInsured: isk.nullable(),
  deductible: isk.nullable(),
});

/** A part of the premium; the parts add up to `premiumPerYear`. Discounts are negative. */
export const premiumPart = z.object({
  name: z.string(),
  kind: z.enum(['base', 'cover', 'discount', 'publicCharge', 'fee']),
  amount: isk,
});

export const termsReference = z.object({ code: z.string(), title: z.string(), path: z.string() });

/** The next period of a policy: its premium, and why that differs (rule RENEW-1). */
export const nextPeriod = z.object({
  from: day,
  premiumPerYear: isk,
  causes: z
    .array(z.object({ id: z.enum(renewalCauses), amount: isk }))
    .describe('add up to the difference from the premium of this period'),
});
export type NextPeriod = z.infer<typeof nextPeriod>;

/** A policy with all details (rule DATA-4). */
export const policy = policySummary.extend({
  holder: z.object({ fullName: z.string(), ssn }),
  insuredItems: z.array(insuredItem),
  covers: z.array(cover),
  premiumParts: z.array(premiumPart),
  instalments: z.object({ perYear: z.int(), feePercent: z.number() }),
  terms: z.array(termsReference),
  deductibleText: z.string().describe('how the product’s deductible works; may be empty'),
  benefits: z.array(z.string()).describe('keys of the benefits included with the policy'),
  nextPeriod: nextPeriod
    .nullable()
    .describe('null while the next premium is not known, or there is no next period'),
  gaps: z
    .array(z.object({ from: day, to: day }))
    .describe(
      'first and last days without cover in the past year, between a lapse and its end; oldest first',
    ),
});
export type Policy = z.infer<typeof policy>;

/** A cover that the policy lacks: an optional cover of its product, or another product for what it insures. */
export const addableCover = z.object({
  cover: z.string().nullable().describe('id of an optional cover of the policy’s product'),
  product: z.string().nullable().describe('id of another product'),
  name: z.string(),
  description: z.string(),
  pricePerYear: isk.nullable().describe('lowest price; null when it depends on more'),
});
export type AddableCover = z.infer<typeof addableCover>;

/** What the policy's page offers beside the policy itself. */
export const policyOptions = z.object({
  certificateId: id.nullable().describe('the newest certificate, unless the cover does not apply'),
  mayLapseOn: day
    .nullable()
    .describe('day on which the cover may lapse unless what is overdue is paid before; null when nothing is'),
  addable: z.array(addableCover),
  requestable: policyRequestOptions,
  request: requestStatus.nullable().describe('the newest request about the policy, while it is news'),
});
export type PolicyOptions = z.infer<typeof policyOptions>;

/** The subject's policies by group, with the premium total and the next due date. */
export const policyOverview = z.object({
  groups: z.array(z.object({ group: policyGroup, premiumPerYear: isk, policies: z.array(policySummary) })),
  totals: z.object({ policies: z.int(), premiumPerYear: isk }),
  ended: z
    .array(policySummary)
    .describe('policies that were cancelled, and those that ended in the past year; in no total'),
  openClaims: z.array(z.object({ id, number: z.string(), title: z.string() })),
  discounts: z.array(z.object({ name: z.string(), amountPerYear: isk })),
  nextDue: z
    .object({
      date: day.describe('due date'),
      ...nextPayment.omit({ dueDate: true }).shape,
      methodName: z.string().nullable(),
    })
    .nullable(),
  overdue: z
    .object({ dueDate: day, finalDueDate: day, amount: isk, lapsesOn: day })
    .nullable()
    .describe('total of the unpaid instalments past their final due date; the dates are those of the oldest'),
});
export type PolicyOverview = z.infer<typeof policyOverview>;

/** A benefit and why the customer has it. `key` is a text key under `benefits`. */
export const benefits = z.object({
  tier: z.enum(['bronze', 'silver', 'gold', 'diamond']).nullable(),
  items: z.array(
    z.object({ key: z.string(), name: z.string(), why: z.string(), amountPerYear: isk.nullable() }),
  ),
});
export type Benefits = z.infer<typeof benefits>;

const sentTo = z.object({
  email: z
    .string()
    .describe('the recipient address; masked when it is on file for someone other than the caller'),
});

export const policyCalls = defineCalls({
  policies: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v2',
    who: customer,
    rate: 'read',
    summary:
      'Lists the subject’s policies, one page at a time; all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(200).optional(),
      search: z.string().trim().max(100).optional(),
      group: policyGroup.optional(),
      status: policyStatus.optional(),
      from: day.optional().describe('in force on this day or later'),
      to: day.optional().describe('in force on this day or earlier'),
      sort: policySort.default('product'),
    }),
    response: z.object({ items: z.array(policySummary), nextCursor: z.string().nullable() }),
  },
  policy: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v2/{id}',
    who: customer,
    rate: 'read',
    summary: 'Returns one policy: insured items, covers, deductible, premium breakdown, period and terms.',
    params: z.object({ id }),
    response: policy,
  },
  policyOptions: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v2/{id}/options',
    who: customer,
    rate: 'read',
    summary:
      'Returns what goes with a policy: its certificate, covers that it lacks with their prices, what can be asked for, the newest request, and when it may lapse.',
    params: z.object({ id }),
    response: policyOptions,
  },
  policyOverview: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v3/overview',
    who: customer,
    rate: 'read',
    summary: 'Returns policies by group with totals, discounts, the next due date and overdue amounts.',
    response: policyOverview,
  },
  alsoInsured: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/alsoinsured',
    who: { ...customer, self: true, subject: 'persons' },
    rate: 'read',
    summary: 'Returns the policies of others that cover the customer today, by name or as their home.',
    response: alsoInsured,
  },
  policyBenefits: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v2/benefits',
    who: customer,
    rate: 'read',
    summary: 'Returns the subject’s discounts and benefits, each with its reason.',
    response: benefits,
  },
  sendPolicyOverview: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/sendpolicyoverview',
    who: customer,
    rate: 'costly',
    summary: 'E-mails the policy overview as PDF, by default to the address on file.',
    body: z.object({ email: email.optional() }),
    status: 202,
    response: sentTo,
    audit: 'policy.sendOverview',
    events: { none: 'e-mails what the customer can read already' },
  },
  sendPolicy: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v2/sendpolicy',
    who: customer,
    rate: 'costly',
    summary: 'E-mails the certificate of a policy as PDF, by default to the address on file.',
    body: z.object({ policyId: id, email: email.optional() }),
    status: 202,
    response: sentTo,
    audit: 'policy.send',
    events: { none: 'e-mails what the customer can read already' },
  },
});
