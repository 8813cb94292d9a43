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
