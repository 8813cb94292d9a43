import { z } from 'zod';
import { defineCalls } from './call.ts';

const anyone = { kind: 'public' } as const;

/** What a front needs to know of the service it stands before. */
export const contentConfig = z.object({
  phone: z.string(),
  email: z.string(),
  emergencyPhoneAbroad: z.string(),
  kennitala: z.object({
    checkDigit: z.enum(['strict', 'off']).describe('rule KT-9'),
    allowTestIds: z.boolean().describe('rule KT-7'),
  }),
  protectedAddresses: z.array(z.string()).describe('path prefixes that need sign-in (rule LINK-7)'),
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

/** A place that sends roadside help. */
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
    .describe('on a map (WGS 84); null where it is not known'),
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
    summary: 'Questions and answers by group in the asked language, as they are published now.',
    response: faq,
  },
  carHelp: {
    service: 'api',
    method: 'GET',
    path: '/api/content/v1/carhelp',
    who: anyone,
    rate: 'read',
    summary: 'Places that send roadside help, with where they are on a map, phone and opening hours.',
    response: carHelp,
  },
  languageLookup: {
    service: 'api',
    method: 'GET',
    path: '/api/languagelookup/v2/category/{category}',
    who: anyone,
    rate: 'read',
    summary: 'The texts of one category in the asked language, by key.',
    params: z.object({ category: z.string().max(64) }),
    response: z.record(z.string(), z.string()),
  },
  contentConfig: {
    service: 'api',
    method: 'GET',
    path: '/api/contentConfig/v1/general',
    who: anyone,
    rate: 'read',
    summary: 'Phone numbers, limits, protected addresses and the settings of the kennitala check.',
    response: contentConfig,
  },
});
