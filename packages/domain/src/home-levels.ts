/** Liability of private persons and accidents in their free time: what home insurance has for people. */
export const homeLiability = 'liability-and-leisure-accidents';

/**
 * What the levels of home insurance differ in, by its terms GH10: whether cover of liability and leisure accidents is
 * included, up to which percentage of the sum insured jewellery and cash are covered, and the deductible in ISK, which
 * the tariff has too.
 */
export const homeLevels = [
  { level: '1', hasLiability: false, jewelleryPercent: 5, cashPercent: 1, deductible: 28_000 },
  { level: '2', hasLiability: true, jewelleryPercent: 5, cashPercent: 1, deductible: 28_000 },
  { level: '3', hasLiability: true, jewelleryPercent: 5, cashPercent: 1, deductible: 23_000 },
  { level: '4', hasLiability: true, jewelleryPercent: 10, cashPercent: 2, deductible: 16_000 },
] as const;

/** Whether a cover comes with a level of home insurance, so that it can be neither added nor removed alone. */
export const comesWithLevel = (cover: string): boolean => cover === homeLiability;

/** The covers that a level of home insurance includes beside those of every level. */
export const coversOfHomeLevel = (level: unknown): string[] =>
  homeLevels.some((each) => each.level === level && each.hasLiability) ? [homeLiability] : [];

/** Our own rule of thumb for what the contents of a home cost new, in ISK. */
export const contentsPerSquareMetre = 50_000;
export const contentsPerPerson = 1_100_000;

/** Limits of what is typed. */
export const homeSize = { area: { min: 15, max: 1000 }, people: { min: 1, max: 20 } } as const;

const rounding = 100_000;

/** Estimates the contents of a home in ISK; undefined when a number is missing or outside its limits. */
export const estimateContents = (area: number, people: number): number | undefined => {
  const isWithin = (value: number, { min, max }: { min: number; max: number }) =>
    value >= min && value <= max;
  if (!isWithin(area, homeSize.area) || !isWithin(people, homeSize.people)) return undefined;
  return Math.round((area * contentsPerSquareMetre + people * contentsPerPerson) / rounding) * rounding;
};
