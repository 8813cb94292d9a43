import { z } from 'zod';
import { defineCalls } from './call.ts';

const anyone = { kind: 'public' } as const;

/** Settings a front end needs to know about the service. */
export const contentConfig = z.object({
  phone: z.string(),
  email: z.string(),
  emergencyPhoneAbroad: z.string(),
  kennitala: z.object({
    checkDigit: z.enum(['strict', 'off']).describe('rule KT-9'),
    allowTestIds: z.boolean().describe('rule KT-7'),
  }),
  protectedAddresses: z.array(z.string()).describe('path prefixes that require sign-in (rule LINK-7)'),
  limits: z.object({ inquiryDescription: z.int(), files: z.int(), fileBytes: z.int(), filesBytes: z.int() }),
});
export type ContentConfig = z.infer<typeof contentConfig>;

/** Questions and answers by group. */
export const faq = z.object({
  groups: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      questions: z.array(z.object({ id: z.string(), question: z.string(), answer: z.string() })),
    }),
  ),
});
export type FaqAnswer = z.infer<typeof faq>;

/** A provider of roadside assistance. */
export const carHelpPlace = z.object({
  name: z.string(),
  kind: z.string(),
  address: z.string(),
  postalCode: z.string(),
  town: z.string(),
  district: z.string(),
  phone: z.string(),
  hours: z.string(),
  services: z.array(z.string()),
  position: z
    .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
    .nullable()
    .describe('WGS 84; null when unknown'),
});
export type CarHelpPlace = z.infer<typeof carHelpPlace>;
export const carHelp = z.object({ places: z.array(carHelpPlace) });

export const contentCalls = defineCalls({
  faq: {
    service: 'api',
    method: 'GET',
    path: '/api/content/v1/faq',
    who: anyone,
    rate: 'read',
    summary: 'Returns the published questions and answers by group, in the requested language.',
    response: faq,
  },
  carHelp: {
    service: 'api',
    method: 'GET',
    path: '/api/content/v1/carhelp',
    who: anyone,
    rate: 'read',
    summary: 'Lists providers of roadside assistance with position, phone number and opening hours.',
    response: carHelp,
  },
  languageLookup: {
    service: 'api',
    method: 'GET',
    path: '/api/languagelookup/v2/category/{category}',
    who: anyone,
    rate: 'read',
    summary: 'Returns the texts of one category by key, in the requested language.',
    params: z.object({ category: z.string().max(64) }),
    response: z.record(z.string(), z.string()),
  },
  contentConfig: {
    service: 'api',
    method: 'GET',
    path: '/api/contentConfig/v1/general',
    who: anyone,
    rate: 'read',
    summary: 'Returns phone numbers, limits, protected paths and the settings of the kennitala check.',
    response: contentConfig,
  },
});
