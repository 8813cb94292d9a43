import { pricedProducts } from '@hofn/domain/price-form.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { premiumPart, termsReference } from './policies.ts';
import { day, id, instant, isk } from './values.ts';

const anyone = { kind: 'public' } as const;

/** What was answered, by the names of the product's questions (`price-form.ts` of @hofn/domain). */
const answers = z.record(
  z.string().max(40),
  z.union([z.string().max(200), z.array(z.string().max(60)).max(20)]),
);

const asked = { product: z.enum(pricedProducts), answers };

const sums = { sumInsured: isk.nullable(), deductible: isk.nullable() };
const described = { id, name: z.string(), description: z.string() };

/** A price with the parts that sum to it (rule FORM-11). */
export const price = z.object({
  product: z.enum(pricedProducts),
  name: z.string().describe('name of the product, in the asked language'),
  answers: answers.describe('those that were asked for, as they are kept'),
  tariff: z.string().describe('edition of the rating tables'),
  perYear: isk.describe('paid once a year'),
  parts: z.array(premiumPart.extend({ id })).describe('sum to `perYear`'),
  monthly: z
    .object({
      perMonth: isk.describe('the highest of the twelve payments: they differ by a króna at the most'),
      fee: isk.describe('what it adds to `perYear`'),
      perYear: isk.describe('what the twelve sum to'),
    })
    .describe('paid in twelve instalments'),
  ...sums,
  deductibleText: z.string().describe('how the deductible works'),
  choices: z
    .object({
      field: z.string().describe('name of the question'),
      options: z.array(z.object({ value: z.string(), deductible: isk, perYear: isk })),
    })
    .nullable()
    .describe('the same risk with each deductible there is to choose from'),
  covers: z.array(z.object({ ...described, ...sums })),
  notCovered: z.array(z.object(described)).describe('covers that were not chosen, and exclusions'),
  terms: z.array(termsReference),
  validTo: day.describe('last day that the price holds'),
});
export type Price = z.infer<typeof price>;

/** A price that a visitor keeps under a reference. */
export const offer = z.object({
  reference: z.string().describe('`7K2M-9QXD-4HVT`: whoever knows it sees the offer'),
  keptAt: instant,
  ended: z.boolean().describe('its last day is over'),
  price,
});
export type Offer = z.infer<typeof offer>;

/** Prices for whoever asks (rule FORM-11). */
export const priceCalls = defineCalls({
  price: {
    service: 'api',
    method: 'POST',
    path: '/api/public/v1/price',
    who: anyone,
    rate: 'read',
    summary: 'A price by the rating tables of today. Nothing is kept.',
    body: z.object(asked),
    response: price,
  },
  keepOffer: {
    service: 'api',
    method: 'POST',
    path: '/api/public/v1/offer',
    who: anyone,
    rate: 'form',
    inTenMinutes: 'offers',
    summary:
      'Keeps a price under a reference, which is sent by e-mail when an address is given. `priceChanged` when it is not the price of today any more.',
    body: z.object({
      ...asked,
      tariff: z.string().max(40).describe('edition that the price which was shown is of'),
      perYear: isk.describe('the price that was shown'),
      email: z.string().max(254).default(''),
      website: z.string().max(500).default('').describe('what no human fills in (rule FORM-10)'),
    }),
    status: 201,
    response: z.object({ reference: z.string(), validTo: day }),
    audit: 'offer.keep',
  },
  offer: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/offer/{reference}',
    who: anyone,
    rate: 'read',
    summary: 'A price that was kept, as it was kept; also for 90 days after it ended.',
    params: z.object({ reference: z.string().min(1).max(40) }),
    response: offer,
  },
});
