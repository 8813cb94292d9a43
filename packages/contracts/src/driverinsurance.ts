import { z } from 'zod';
import { defineCalls } from './call.ts';
import { termsReference } from './policies.ts';
import { day, isk } from './values.ts';

const anyone = { kind: 'public' } as const;

/** The rating table of the Ökuvísir calculator. */
export const driverInsuranceData = z.object({
  version: z.string().describe('tariff edition'),
  validFrom: day,
  monthly: z
    .object({ liability: isk, liabilityAndKasko: isk })
    .describe('price per month at score 0 and `kilometreKnee` kilometres'),
  scoreFloor: z.number().describe('share of the price that a good score cannot reduce'),
  scoreExponent: z.number(),
  kilometreFloor: z.number().describe('share of the price at 0 kilometres'),
  kilometreKnee: z.int().describe('kilometres per month above which the price no longer rises'),
  score: z.object({ min: z.int(), max: z.int() }),
  kilometres: z.object({ min: z.int(), max: z.int() }),
  roundTo: isk.describe('prices are rounded to this many krónur'),
});
export type DriverInsuranceData = z.infer<typeof driverInsuranceData>;

export const driverInsuranceCalls = defineCalls({
  driverInsuranceData: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/driverinsurance/data',
    who: anyone,
    rate: 'read',
    summary:
      'Returns the Ökuvísir tariff. Price: monthly × (scoreFloor + (1 − scoreFloor) × ((100 − score) / 100)^scoreExponent) × (kilometreFloor + (1 − kilometreFloor) × min(km, kilometreKnee) / kilometreKnee).',
    response: driverInsuranceData,
  },
  driverInsuranceTerms: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/driverinsurance/terms',
    who: anyone,
    rate: 'read',
    summary: 'Lists the terms of Ökuvísir, product terms first.',
    response: z.object({
      items: z.array(termsReference.extend({ validFrom: day })),
    }),
  },
});
