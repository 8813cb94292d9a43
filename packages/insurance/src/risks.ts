import { type DeclaredFigures, travelRegions } from '@hofn/domain/company-figures.ts';
import type { FormValues } from '@hofn/domain/forms.ts';
import { coversOfHomeLevel } from '@hofn/domain/home-levels.ts';
import { type PricedProduct, priceFieldsOf } from '@hofn/domain/price-form.ts';
import type { InstalmentsPerYear, Measure, Risk, Tariff } from './rating.ts';

/** The tariff band for an age in years, such as `under30`. */
const bandOfAge = (bands: Record<string, number> | undefined, years: number): string => {
  const match = Object.keys(bands ?? {})
    .map((band) => ({ band, below: Number(band.replace('under', '')) }))
    .toSorted((a, b) => a.below - b.below)
    .find(({ below }) => years < below);
  if (!match) throw new RangeError(`no tariff band for age ${years}`);
  return match.band;
};

/**
 * Converts answers to a risk that the tariff prices.
 * @param answers without faults, as returned by `cleanPriceForm`
 * @throws RangeError if the tariff has no band for the age
 */
export const riskOfAnswers = (
  tariff: Tariff,
  product: PricedProduct,
  answers: FormValues,
  instalments: InstalmentsPerYear,
): Risk => {
  const measures: Record<string, number> = {};
  const choices: Record<string, string> = {};
  for (const { name, type } of priceFieldsOf(product)) {
    const answer = answers[name];
    if (typeof answer !== 'string' || answer === '') continue;
    if (type === 'money' || name === 'sum') measures[name] = Number(answer);
    else if (name === 'age') choices.age = bandOfAge(tariff.factors.age, Number(answer));
    else if (tariff.factors[name]) choices[name] = answer;
  }
  const chosen = Array.isArray(answers.covers) ? answers.covers.map(String) : [];
  if (product === 'home') return { measures, choices, covers: coversOfHomeLevel(answers.level), instalments };
  if (product !== tariff.driveScore.product) return { measures, choices, covers: chosen, instalments };
  const hasKasko = answers.cover === 'liabilityAndKasko';
  return {
    covers: hasKasko ? ['comprehensive-motor-insurance'] : [],
    instalments,
    driving: {
      cover: hasKasko ? 'liabilityAndKasko' : 'liability',
      score: Number(answers.score),
      kilometres: Number(answers.kilometres),
    },
  };
};

/** Key of the band an amount falls into, in a table keyed by upper bounds; the highest band if it exceeds them all. */
const bandOfAmount = (table: Record<string, number> | undefined, amount: number): string => {
  const bounds = Object.keys(table ?? {}).map(Number);
  const within = bounds.filter((bound) => amount <= bound);
  return String(Math.min(...(within.length > 0 ? within : bounds)));
};

/** Converts declared figures to the measures and choices the tariff prices. */
export const riskOfFigures = (
  { cover, figures }: DeclaredFigures,
  tariff: Tariff,
): { measures: Partial<Record<Measure, number>>; choices: NonNullable<Risk['choices']> } => {
  switch (cover) {
    case 'liability': {
      const { activity, payroll, staff, turnover, foreignShare } = figures;
      return {
        measures: { payroll, staff, turnover },
        choices: { activity, foreignShare: bandOfAmount(tariff.factors.foreignShare, foreignShare) },
      };
    }
    case 'personal': {
      const { agreement, occupation, manYears, allDay } = figures;
      return {
        measures: { manYears },
        choices: { activity: occupation, agreement, hours: allDay ? 'allDay' : 'work' },
      };
    }
    case 'travel': {
      const { travellers, riskyWork } = figures;
      const travelDays = travelRegions.reduce(
        (sum, region) => sum + figures[region] * (tariff.travelDayWeights[region] ?? 1),
        0,
      );
      return { measures: { travellers, travelDays }, choices: { hazard: riskyWork ? 'yes' : 'no' } };
    }
  }
};
