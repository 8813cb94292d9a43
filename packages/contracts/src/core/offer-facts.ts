import { z } from 'zod';
import { accountIsk, day, instant, isk, ssn } from '../values.ts';
import { bothLanguages, code, factIssue, reference, uniqueIds } from './fact-values.ts';
import { checkPremium, coverFacts, premiumPartFacts } from './policy-facts.ts';

/** An offer of a new policy, or of a replacement for one. The customer accepts or declines it. */
export const offerFacts = z
  .strictObject({
    customer: ssn.describe('kennitala of the customer'),
    number: z.string().min(1).max(40).describe('the number shown to the customer'),
    product: code,
    policy: reference.nullable().default(null).describe('the policy that it would replace'),
    insured: bothLanguages(300).nullable().default(null).describe('one-line description of what is insured'),
    needs: z.array(bothLanguages(500)).max(50).default([]).describe('what the customer asked for, in order'),
    covers: z.array(coverFacts).max(200).check(uniqueIds('covers')).default([]),
    premiumPerYear: accountIsk.min(0).describe('the sum of the premium parts'),
    premiumParts: z.array(premiumPartFacts).min(1).max(100).check(uniqueIds('premium parts')),
    instalmentsPerYear: z.literal([1, 3, 6, 9, 12]),
    deductible: accountIsk.min(0).nullable().default(null),
    sumInsured: isk.min(0).nullable().default(null),
    terms: z.array(code).max(20).default([]).describe('codes of the terms, product terms first'),
    effectiveOn: day.describe('first day of cover'),
    validTo: day.describe('last day to accept'),
    tariff: code.describe('the edition of the tariff that it was priced by'),
    offeredAt: instant,
  })
  .check(checkPremium)
  .check(({ value, issues }) => {
    if (Date.parse(`${value.validTo}T23:59:59Z`) < Date.parse(value.offeredAt))
      issues.push(factIssue(value, ['validTo'], 'The last day to accept is before the offer.'));
  });
export type OfferFacts = z.infer<typeof offerFacts>;
