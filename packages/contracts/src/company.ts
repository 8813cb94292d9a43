import { activities, agreements } from '@hofn/domain/company-figures.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { requestStatus } from './requests.ts';
import { day, id, instant, isk } from './values.ts';

const company = { kind: 'customer', role: 'Readonly', subject: 'companies' } as const;

const amount = isk.min(0).max(100_000_000_000);
const count = z.int().min(0).max(100_000);

const liability = z.strictObject({
  activity: z.enum(activities),
  payroll: amount.describe('ISK per year'),
  staff: count,
  turnover: amount.describe('ISK per year'),
  foreignShare: z.int().min(0).max(100).describe('share of turnover from abroad, in percent'),
});
const personal = z.strictObject({
  agreement: z.enum(agreements),
  occupation: z.enum(activities),
  manYears: z.number().min(0.1).max(20_000),
  allDay: z.boolean().describe('covered around the clock, not only at work'),
});
const travel = z.strictObject({
  travellers: count.min(1),
  nordic: count.describe('travel days per year; the same unit for the regions below'),
  europe: count,
  northAmerica: count,
  world: count,
  riskyWork: z.boolean(),
});

/** The rating figures of one cover of a company. */
export const companyFigures = z.union([liability, personal, travel]);

/** A requested change that has not been decided yet. */
export const pendingChange = z.object({
  id,
  requestedAt: instant,
  effectiveOn: day.describe('on which the change takes effect, if it is accepted'),
  answerBy: day.describe('by which the request is answered'),
  estimatedPremium: isk.describe('per year, as estimated at the time of the request'),
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
        figures: figures.nullable().describe('null until the company has reported any'),
        pending: pendingChange.nullable(),
        latest: requestStatus.nullable().describe('the newest request for a change, also when it is settled'),
      }),
    ),
    effective: z.object({ from: day, to: day }).describe('range of days on which a change may take effect'),
  });

const change = <Cover extends string, Figures extends z.ZodType>(cover: Cover, figures: Figures) =>
  z.strictObject({ cover: z.literal(cover), policyId: id, effectiveOn: day, figures });

/** New figures for one policy. */
export const figuresChange = z.discriminatedUnion('cover', [
  change('liability', liability),
  change('personal', personal),
  change('travel', travel),
]);
export type FiguresChange = z.infer<typeof figuresChange>;

const figure = z.union([z.string(), z.number(), z.boolean()]);

export const figuresEstimate = z.object({
  premiumPerYear: isk.describe('current premium'),
  estimatedPremium: isk,
  tariff: z.string().describe('edition of the rating tables used'),
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
    summary: 'Returns the rating figures of each business liability policy, and any pending change.',
    response: coverOf(liability),
  },
  companyPersonal: {
    service: 'api',
    method: 'GET',
    path: '/api/company/v1/personal',
    who: company,
    rate: 'read',
    summary: 'Returns the rating figures of each employee accident policy, and any pending change.',
    response: coverOf(personal),
  },
  companyTravel: {
    service: 'api',
    method: 'GET',
    path: '/api/company/v1/travel',
    who: company,
    rate: 'read',
    summary: 'Returns the rating figures of each company travel policy, and any pending change.',
    response: coverOf(travel),
  },
  estimateUpdate: {
    service: 'api',
    method: 'POST',
    path: '/api/company/v1/estimate',
    who: company,
    rate: 'write',
    summary:
      'Estimates the yearly premium for new figures by the tariff of their effective day; nothing is stored.',
    body: figuresChange,
    response: figuresEstimate,
    audit: { none: 'a calculation, changes nothing' },
    events: { none: 'a calculation, changes nothing' },
  },
  requestUpdate: {
    service: 'api',
    method: 'POST',
    path: '/api/company/v1/requestupdate',
    who: { ...company, role: 'Full' },
    rate: 'write',
    summary:
      'Requests a change of figures. Old and new figures are stored side by side, and the request is confirmed by e-mail.',
    body: figuresChange,
    response: pendingChange,
    status: 201,
    audit: 'company.requestUpdate',
    events: ['policy.changeRequested'],
  },
});
