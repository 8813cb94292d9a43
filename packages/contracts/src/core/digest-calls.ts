import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { sourceKey } from './fact-values.ts';
import { type FactType, factTypes } from './facts.ts';

const factTypeNames = Object.keys(factTypes) as [FactType, ...FactType[]];

/** Count and digest of the facts in a range of keys. */
export const factDigest = z.object({
  from: sourceKey.nullable().describe('first key of the range; null for the beginning'),
  to: sourceKey.nullable().describe('first key after the range; null for the end'),
  count: z.int(),
  digest: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe(
      'sum, modulo 2^64 and in hexadecimal, of the first eight bytes of the SHA-256 of `key`, a space and `version`',
    ),
});
export type FactDigest = z.infer<typeof factDigest>;

export const coreDigestCalls = defineCalls({
  readCoreDigests: {
    service: 'api',
    method: 'GET',
    path: '/api/core/v1/digests',
    who: { kind: 'service', scope: 'core.imports' },
    rate: 'core',
    summary:
      'Returns counts and digests of the source’s facts of a type, by ranges of keys of about equal counts. Keys are ordered by their bytes.',
    query: z.object({
      type: z.enum(factTypeNames),
      from: sourceKey.optional().describe('first key; by default the beginning'),
      to: sourceKey.optional().describe('first key after the range; by default the end'),
      parts: z.coerce.number().int().min(1).max(1000).default(1).describe('number of ranges at most'),
    }),
    response: z.object({ items: z.array(factDigest) }),
  },
});
