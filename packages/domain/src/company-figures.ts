import type { Measure, Risk, Tariff } from './rating.ts';

/** Activity classes of the tariff, from safest to most dangerous. */
export const activities = ['office', 'service', 'trade', 'industry', 'sea'] as const;
/** Collective agreements, by their accident benefits. */
export const agreements = ['general', 'public', 'sea'] as const;
/** Regions of business travel. */
export const travelRegions = ['nordic', 'europe', 'northAmerica', 'world'] as const;

type Region = (typeof travelRegions)[number];

/** Rating figures of a company's covers: ISK per year, persons, percent of turnover, man-years, days per year. */
export type CompanyFigures = {
  liability: {
    activity: (typeof activities)[number];
    payroll: number;
    staff: number;
    turnover: number;
    foreignShare: number;
  };
  personal: {
    agreement: (typeof agreements)[number];
    occupation: (typeof activities)[number];
    /** Full-time equivalents (stöðugildi). */
    manYears: number;
    allDay: boolean;
  };
  travel: { travellers: number; riskyWork: boolean } & Record<Region, number>;
};

/** A cover whose figures the company updates itself (rule DATA-8). */
export type CompanyCover = keyof CompanyFigures;

/** The figures of one cover, tagged with its name. */
export type DeclaredFigures = {
  [Cover in CompanyCover]: { cover: Cover; figures: CompanyFigures[Cover] };
}[CompanyCover];

/** Product id of each cover. */
export const companyProducts = {
  liability: 'business-liability',
  personal: 'employee-accident',
  travel: 'company-travel',
} as const satisfies Record<CompanyCover, string>;

/** Key of the band an amount falls into, in a table keyed by upper bounds; the highest band if it exceeds them all. */
const bandOf = (table: Record<string, number> | undefined, amount: number): string => {
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
        choices: { activity, foreignShare: bandOf(tariff.factors.foreignShare, foreignShare) },
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
