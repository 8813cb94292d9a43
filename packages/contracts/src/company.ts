import { activities, agreements } from '@hofn/domain/company-figures.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, isk } from './values.ts';

const company = { kind: 'customer', role: 'Readonly', subject: 'companies' } as const;

const amount = isk.min(0).max(100_000_000_000);
const count = z.int().min(0).max(100_000);

const liability = z.strictObject({
  activity: z.enum(activities),
  payroll: amount.describe('ISK a year'),
  staff: count,
  turnover: amount.describe('ISK a year'),
  foreignShare: z.int().min(0).max(100).describe('percent of the turnover that comes from abroad'),
});
const personal = z.strictObject({
  agreement: z.enum(agreements),
  occupation: z.enum(activities),
  manYears: z.number().min(0.1).max(20_000),
  allDay: z.boolean().describe('covered day and night, not only at work'),
});
const travel = z.strictObject({
  travellers: count.min(1),
  nordic: count.describe('days of travel a year, as are the regions below'),
  europe: count,
  northAmerica: count,
  world: count,
  riskyWork: z.boolean(),
});

/** A change that was asked for and is not settled yet. */
export const pendingChange = z.object({
  id,
  requestedAt: instant,
  effectiveOn: day,
  estimatedPremium: isk.describe('a year, reckoned when it was asked for'),
});
export type PendingChange = z.infer<typeof pendingChange>;

const coverOf = <Figures extends z.ZodType>(figures: Figures) =>
  z.object({
    policies: z.array(
      z.object({
        id,
        number: z.string(),
        name: z.string(),
        insured: z.string().nullable(),
        premiumPerYear: isk,
        figures: figures.nullable().describe('null where the company has told none yet'),
        pending: pendingChange.nullable(),
      }),
    ),
    effective: z.object({ from: day, to: day }).describe('days that a change may take effect on'),
  });

const change = <Cover extends string, Figures extends z.ZodType>(cover: Cover, figures: Figures) =>
  z.strictObject({ cover: z.literal(cover), policyId: id, effectiveOn: day, figures });

/** New figures of one policy. */
export const figuresChange = z.discriminatedUnion('cover', [
  change('liability', liability),
  change('personal', personal),
  change('travel', travel),
]);
export type FiguresChange = z.infer<typeof figuresChange>;

const figure = z.union([z.string(), z.number(), z.boolean()]);

export const figuresEstimate = z.object({
  premiumPerYear: isk.describe('as it is now'),
  estimatedPremium: isk,
  tariff: z.string().describe('edition of the rating tables that it was reckoned by'),
  changes: z.array(z.object({ field: z.string(), from: figure.nullable(), to: figure })),
});
export type FiguresEstimate = z.infer<typeof figuresEstimate>;

export const companyCalls = defineCalls({
  companyLiability: {
    service: 'api',
    method: 'GET',
    path: '/api/company/v1/liability',
    who: company,
    rate: 'read',
    summary:
      'The figures that business liability is rated by, of each policy, with the change that is pending.',
    response: coverOf(liability),
  },
  companyPersonal: {
    service: 'api',
    method: 'GET',
    path: '/api/company/v1/personal',
    who: company,
    rate: 'read',
    summary: 'The same of employee accident insurance.',
    response: coverOf(personal),
  },
  companyTravel: {
    service: 'api',
    method: 'GET',
    path: '/api/company/v1/travel',
    who: company,
    rate: 'read',
    summary: 'The same of company travel insurance.',
    response: coverOf(travel),
  },
  estimateUpdate: {
    service: 'api',
    method: 'POST',
    path: '/api/company/v1/estimate',
    who: company,
    rate: 'write',
    summary: 'What new figures would cost a year by the tariff of the day they take effect; nothing is kept.',
    body: figuresChange,
    response: figuresEstimate,
  },
  requestUpdate: {
    service: 'api',
    method: 'POST',
    path: '/api/company/v1/requestupdate',
    who: { ...company, role: 'Full' },
    rate: 'write',
    summary: 'Asks for new figures, with old and new kept side by side; confirmed by e-mail.',
    body: figuresChange,
    response: pendingChange,
    status: 201,
    audit: 'company.requestUpdate',
  },
});
