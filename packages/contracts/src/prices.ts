import { pricedProducts } from '@hofn/domain/price-form.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { premiumPart, termsReference } from './policies.ts';
import { day, id, instant, isk } from './values.ts';

const anyone = { kind: 'public' } as const;

/** Answers by field name of the product's price form (`price-form.ts` of @hofn/domain). */
const answers = z.record(
  z.string().max(40),
  z.union([z.string().max(200), z.array(z.string().max(60)).max(20)]),
);

const priceInput = { product: z.enum(pricedProducts), answers };

const sums = { sumInsured: isk.nullable(), deductible: isk.nullable() };
const described = { id, name: z.string(), description: z.string() };

/** A price and its breakdown (rule FORM-11). */
export const price = z.object({
  product: z.enum(pricedProducts),
  name: z.string().describe('product name in the requested language'),
  answers: answers.describe('the answers to the fields that applied, normalized'),
  tariff: z.string().describe('edition of the rating tables'),
  perYear: isk.describe('when paid once a year'),
  isMinimum: z
    .boolean()
    .describe('whether the base is the product’s minimum premium, which a higher deductible does not lower'),
  parts: z.array(premiumPart.extend({ id })).describe('add up to `perYear`'),
  monthly: z
    .object({
      perMonth: isk.describe('the highest of the twelve payments; they differ by one króna at most'),
      fee: isk.describe('added to `perYear`'),
      perYear: isk.describe('total of the twelve payments'),
    })
    .describe('when paid in twelve instalments'),
  ...sums,
  deductibleText: z.string().describe('how the deductible works'),
  choices: z
    .object({
      field: z.string().describe('field name'),
      options: z.array(z.object({ value: z.string(), deductible: isk, perYear: isk })),
    })
    .nullable()
    .describe('prices of the same risk for each available deductible'),
  covers: z.array(z.object({ ...described, ...sums })),
  notCovered: z.array(z.object(described)).describe('covers not chosen, and exclusions'),
  terms: z.array(termsReference),
  validTo: day.describe('last day the price is valid'),
  isSoldOnline: z
    .boolean()
    .optional()
    .describe('whether customers can buy at it here; left out by the release before this one'),
});
export type Price = z.infer<typeof price>;

/** A price saved by a visitor under a reference. */
export const offer = z.object({
  reference: z.string().describe('`7K2M-9QXD-4HVT`; anyone with the reference can see the offer'),
  keptAt: instant,
  ended: z.boolean().describe('past its last day'),
  price,
});
export type Offer = z.infer<typeof offer>;

/** Public prices (rule FORM-11). */
export const priceCalls = defineCalls({
  price: {
    service: 'api',
    method: 'POST',
    path: '/api/public/v1/price',
    who: anyone,
    rate: 'read',
    summary: 'Calculates a price by today’s rating tables; nothing is stored.',
    body: z.object(priceInput),
    response: price,
    audit: { none: 'a calculation, changes nothing' },
    events: { none: 'a calculation, changes nothing' },
  },
  keepOffer: {
    service: 'api',
    method: 'POST',
    path: '/api/public/v1/offer',
    who: anyone,
    rate: 'form',
    inTenMinutes: 'offers',
    summary:
      'Saves a price under a reference, which is e-mailed if an address is given. Fails with `priceChanged` if today’s price differs from the one shown.',
    body: z.object({
      ...priceInput,
      tariff: z.string().max(40).describe('tariff edition of the price shown'),
      perYear: isk.describe('the price shown'),
      email: z.string().max(254).default(''),
      website: z.string().max(500).default('').describe('honeypot field: must be empty (rule FORM-10)'),
    }),
    status: 201,
    response: z.object({ reference: z.string(), validTo: day }),
    audit: 'offer.keep',
    events: { none: 'a price that binds nobody; the code that opens it is for its visitor alone' },
  },
  offer: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/offer/{reference}',
    who: anyone,
    rate: 'read',
    summary: 'Returns a saved price, until 90 days after its last day.',
    params: z.object({ reference: z.string().min(1).max(40) }),
    response: offer,
  },
});
