import type { Measure, Risk, Tariff } from './rating.ts';

/** Kinds of work, from the safest to the most dangerous, as the tariff tells them apart. */
export const activities = ['office', 'service', 'trade', 'industry', 'sea'] as const;
/** Collective agreements by what they promise in an accident. */
export const agreements = ['general', 'public', 'sea'] as const;
/** Where employees travel on business. */
export const travelRegions = ['nordic', 'europe', 'northAmerica', 'world'] as const;

type Region = (typeof travelRegions)[number];

/** The figures that a company's covers are rated by: ISK a year, persons, percent of turnover, man-years, days a year. */
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
    manYears: number;
    allDay: boolean;
  };
  travel: { travellers: number; riskyWork: boolean } & Record<Region, number>;
};

/** A cover that a company updates by its figures (rule DATA-8). */
export type CompanyCover = keyof CompanyFigures;

/** Figures of one cover, with its name. */
export type Declared = {
  [Cover in CompanyCover]: { cover: Cover; figures: CompanyFigures[Cover] };
}[CompanyCover];

/** The product that each cover is sold as. */
export const companyProducts = {
  liability: 'business-liability',
  personal: 'employee-accident',
  travel: 'company-travel',
} as const satisfies Record<CompanyCover, string>;

/** The factor of a table whose keys are upper bounds: the lowest that is not below the amount. */
const bandOf = (table: Record<string, number> | undefined, amount: number): string => {
  const bounds = Object.keys(table ?? {}).map(Number);
  const within = bounds.filter((bound) => amount <= bound);
  return String(Math.min(...(within.length > 0 ? within : bounds)));
};

/** What a risk is known by when a company has told these figures. */
export const riskOfFigures = (
  { cover, figures }: Declared,
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
