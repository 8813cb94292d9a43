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

export const contentCalls = defineCalls({
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
