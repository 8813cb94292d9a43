import { z } from 'zod';
import { day, isk } from '../values.ts';
import { bothLanguages, code, factIssue, uniqueIds } from './fact-values.ts';

const ordinal = z.int().min(0).max(100_000).describe('place in lists, smallest first');

const cover = z.strictObject({
  id: code.describe('id of the cover within the product'),
  kind: z.enum(['cover', 'exclusion']),
  optional: z.boolean().default(false).describe('a policy has it only if the policy lists it'),
  name: bothLanguages(200),
  description: bothLanguages(2000),
});

/** A product with its covers and exclusions, in the order they are shown. */
export const productFacts = z.strictObject({
  code: code.describe('what policies and tariffs call it; never changes'),
  group: z.enum(['vehicles', 'home', 'persons', 'travel', 'business']),
  ordinal,
  name: bothLanguages(200),
  deductible: bothLanguages(2000).describe('explanation of the deductible'),
  mandatory: z.boolean().default(false),
  terms: z
    .array(code)
    .max(20)
    .default([])
    .describe('codes of the terms of a new policy, product terms first'),
  benefits: z
    .array(z.enum(['roadside', 'courtesyCar']))
    .max(20)
    .default([])
    .describe('included with a policy in force'),
  covers: z.array(cover).max(200).check(uniqueIds('covers')).default([]),
});
export type ProductFacts = z.infer<typeof productFacts>;

/** An edition of terms. */
export const termsFacts = z.strictObject({
  code: code.describe('never changes'),
  codeEn: code.nullable().default(null).describe('code of the English text, if there is one'),
  title: bothLanguages(200),
  validFrom: day,
});
export type TermsFacts = z.infer<typeof termsFacts>;

/** A kind of premium part: base, cover, discount, public charge or fee. */
export const premiumPartTypeFacts = z.strictObject({
  code: code.describe('what premium parts call it; never changes'),
  kind: z.enum(['base', 'cover', 'discount', 'publicCharge', 'fee']),
  ordinal,
  name: bothLanguages(200),
});
export type PremiumPartTypeFacts = z.infer<typeof premiumPartTypeFacts>;

/** A kind of fact about insured items, such as the plate of a vehicle. */
export const itemFactTypeFacts = z.strictObject({
  code: code.describe('what the facts of items call it; never changes'),
  ordinal,
  format: z.enum(['text', 'number', 'year', 'money', 'area', 'day', 'ssn']),
  label: bothLanguages(200),
});
export type ItemFactTypeFacts = z.infer<typeof itemFactTypeFacts>;

const measure = z.enum([
  'value',
  'contents',
  'fireValue',
  'sum',
  'payroll',
  'turnover',
  'staff',
  'manYears',
  'travellers',
  'travelDays',
]);
const figure = z.number().min(0);
const figures = z.record(code, figure);
const rate = { permille: figure.optional(), each: figure.optional().describe('ISK per unit') };

const productTariff = z.strictObject({
  flat: isk.min(0).optional(),
  measure: measure.optional(),
  ...rate,
  also: z
    .array(z.strictObject({ measure, ...rate }))
    .max(20)
    .optional(),
  minimum: isk.min(0).optional(),
  factors: z.array(code).max(20).describe('names of the factor tables that it is multiplied by'),
  extras: z
    .array(z.strictObject({ part: code, flat: isk, cover: code.optional() }))
    .max(50)
    .optional(),
  publicCharges: z.array(code).max(20).optional(),
  deductible: z
    .union([isk.min(0), z.strictObject({ choice: code, amounts: z.record(code, isk.min(0)).optional() })])
    .optional(),
  sumInsured: measure.optional(),
  covers: z
    .record(
      code,
      z.strictObject({
        sumInsured: isk.min(0).optional(),
        share: figure.optional(),
        deductible: isk.min(0).optional(),
      }),
    )
    .optional(),
});

/** An edition of the rating tables. It does not change once it has taken effect. */
export const tariffFacts = z
  .strictObject({
    edition: code.describe('never changes'),
    validFrom: day.describe('valid from this day until the next edition'),
    tables: z.strictObject({
      instalmentFeePercent: figures,
      discountPercent: figures,
      publicChargePermille: figures,
      travelDayWeights: figures,
      factors: z.record(code, figures),
      products: z.record(code, productTariff).describe('by code of the product'),
      driveScore: z.strictObject({
        product: code,
        monthly: z.strictObject({ liability: isk.min(0), liabilityAndKasko: isk.min(0) }),
        floor: z.number(),
        exponent: z.number(),
        kilometreFloor: figure,
        kilometreKnee: figure,
      }),
    }),
  })
  .check(({ value, issues }) => {
    const { factors, products, publicChargePermille } = value.tables;
    for (const [product, { factors: names, publicCharges = [] }] of Object.entries(products)) {
      const fault = (field: string, index: number, message: string) =>
        issues.push(factIssue(value, ['tables', 'products', product, field, index], message));
      names.forEach((name, index) => {
        if (!Object.hasOwn(factors, name)) fault('factors', index, 'There is no such factor table.');
      });
      publicCharges.forEach((name, index) => {
        if (!Object.hasOwn(publicChargePermille, name))
          fault('publicCharges', index, 'The charge has no rate.');
      });
    }
  });
export type TariffFacts = z.infer<typeof tariffFacts>;
