import { addDays } from '@hofn/domain';
import { mostGaps } from '@hofn/domain/cover-gaps.ts';
import { mostEarlier } from '@hofn/domain/cover-history.ts';
import { type NextPeriod, renewalCauses } from '@hofn/domain/next-period.ts';
import { z } from 'zod';
import { companyFigures } from '../company.ts';
import { accountIsk, day, isk, ssn } from '../values.ts';
import { bothLanguages, code, factIssue, uniqueIds } from './fact-values.ts';

/** A fact about an insured item: a number, a text, or a text in both languages. */
const factValue = z.union([z.string().min(1).max(200), z.number(), bothLanguages(200)]);

/** A thing, place or person that a policy insures. */
export const insuredItemFacts = z.strictObject({
  id: code,
  kind: z.enum(['vehicle', 'property', 'contents', 'person', 'activity', 'trip']),
  name: bothLanguages(200),
  facts: z.record(code, factValue).default({}).describe('by key of the fact types'),
});

/** A cover of a policy or offer. */
export const coverFacts = z.strictObject({
  id: code.describe('id of the cover within the product'),
  sumInsured: isk.min(0).nullable().default(null),
  deductible: accountIsk.min(0).nullable().default(null),
});

/** A part of the premium of a policy or offer. */
export const premiumPartFacts = z.strictObject({
  id: code.describe('code of the type of premium part'),
  amount: accountIsk.describe('ISK per year; negative for a discount'),
});

type Priced = { premiumPerYear: number; premiumParts: Array<{ amount: number }> };

/** Reports premium parts that do not add up to the premium. */
export const checkPremium = ({ value, issues }: z.core.ParsePayload<Priced>): void => {
  const sum = value.premiumParts.reduce((total, { amount }) => total + amount, 0);
  if (sum === value.premiumPerYear) return;
  const message = `The parts add up to ${sum}, not to premiumPerYear ${value.premiumPerYear}.`;
  issues.push(factIssue(value, ['premiumParts'], message));
};

/** Reports a last day before the first. */
const checkDays = ({ value, issues }: z.core.ParsePayload<{ from: string; to: string }>): void => {
  if (value.to < value.from) issues.push(factIssue(value, ['to'], 'The last day is before the first day.'));
};

/** Reports spans of days that are not in order, or that share a day. */
const checkOrder = ({ value, issues }: z.core.ParsePayload<Array<{ from: string; to: string }>>): void => {
  value.forEach(({ from }, index) => {
    const before = value[index - 1];
    if (before && from <= before.to)
      issues.push(factIssue(value, [index, 'from'], 'This is not after the last day of the one before.'));
  });
};

/** First and last day on which a policy that had lapsed did not cover. */
const coverGap = z.strictObject({ from: day, to: day }).check(checkDays);

/** First and last day of a suspension that has ended. */
const suspension = z.strictObject({ from: day, to: day }).check(checkDays);

/** What the policy covered on earlier days, where that is not what it covers now. */
const earlierCover = z
  .strictObject({
    from: day,
    to: day,
    deductible: accountIsk.min(0).nullable().default(null),
    sumInsured: isk.min(0).nullable().default(null),
    covers: z.array(coverFacts).max(200).check(uniqueIds('covers')).default([]),
  })
  .check(checkDays);

type Renewing = { validTo: string; premiumPerYear: number; nextPeriod?: NextPeriod | null | undefined };

/** Reports a next period that does not follow this one, or causes that do not add up to what changes. */
const checkNextPeriod = ({ value, issues }: z.core.ParsePayload<Renewing>): void => {
  const { nextPeriod: next, validTo, premiumPerYear } = value;
  if (!next) return;
  const from = addDays(validTo, 1);
  if (next.from !== from)
    issues.push(factIssue(value, ['nextPeriod', 'from'], `The next period begins on ${from}.`));
  const explained = next.causes.reduce((sum, { amount }) => sum + amount, 0);
  const difference = next.premiumPerYear - premiumPerYear;
  if (explained === difference) return;
  const message = `The causes add up to ${explained}, and the premium changes by ${difference}.`;
  issues.push(factIssue(value, ['nextPeriod', 'causes'], message));
};

/** The next period of a policy, as it is told before this one ends (rule RENEW-1). */
const nextPeriod = z.strictObject({
  from: day.describe('its first day, the day after `validTo`'),
  premiumPerYear: accountIsk.min(0),
  causes: z
    .array(z.strictObject({ id: z.enum(renewalCauses), amount: accountIsk }))
    .max(renewalCauses.length)
    .check(uniqueIds('causes'))
    .describe('why the premium differs from that of this period; they add up to the difference'),
});

/** A policy with its items, covers and premium: the whole of one period. */
export const policyFacts = z
  .strictObject({
    customer: ssn.describe('kennitala of the policyholder'),
    number: z.string().min(1).max(40).describe('the number shown to the customer'),
    product: code,
    insured: bothLanguages(300).nullable().default(null).describe('one-line description of what is insured'),
    premiumPerYear: accountIsk.min(0).describe('the sum of the premium parts'),
    deductible: accountIsk.min(0).nullable().default(null),
    sumInsured: isk.min(0).nullable().default(null),
    validFrom: day.describe('first day of the period'),
    validTo: day.describe('last day of the period'),
    renews: z.boolean().default(true),
    cancelledOn: day
      .nullable()
      .default(null)
      .describe('day of the cancellation; `validTo` is then the last day of cover'),
    lapsedOn: day.nullable().default(null).describe('day the policy lapsed for unpaid premium'),
    gaps: z
      .array(coverGap)
      .max(mostGaps)
      .optional()
      .describe(
        'days without cover between a lapse and its end, oldest first; without this field they are what earlier versions tell',
      ),
    suspendedOn: day.nullable().default(null).describe('first day of a suspension; null once it is over'),
    suspensions: z
      .array(suspension)
      .max(mostEarlier)
      .check(checkOrder)
      .optional()
      .describe(
        'suspensions that are over, oldest first: a loss on their days is for a handler to decide; without this field they are what earlier versions tell',
      ),
    earlierCover: z
      .array(earlierCover)
      .max(mostEarlier)
      .check(checkOrder)
      .optional()
      .describe(
        'deductible, sum insured and covers of days before they changed, oldest first, by which a loss on those days is judged; without this field, what the policy covers now is shown',
      ),
    nextPeriod: nextPeriod
      .nullable()
      .optional()
      .describe('the next period once its premium is known; without it, nothing is said of that'),
    instalmentsPerYear: z.literal([1, 3, 6, 9, 12]),
    instalmentFeePercent: z.number().min(0).max(100).default(0),
    terms: z.array(code).max(20).default([]).describe('codes of the terms in force, product terms first'),
    items: z.array(insuredItemFacts).max(2000).check(uniqueIds('items')).default([]),
    covers: z.array(coverFacts).max(200).check(uniqueIds('covers')).default([]),
    premiumParts: z.array(premiumPartFacts).min(1).max(100).check(uniqueIds('premium parts')),
    figures: companyFigures
      .nullable()
      .default(null)
      .describe('what the company has reported, if the product is rated by it'),
  })
  .check(checkPremium)
  .check(({ value, issues }) => {
    if (value.validTo < value.validFrom)
      issues.push(factIssue(value, ['validTo'], 'The last day is before the first day.'));
  })
  .check(checkNextPeriod);
export type PolicyFacts = z.infer<typeof policyFacts>;
