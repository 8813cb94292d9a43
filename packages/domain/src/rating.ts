import { roundIsk } from './money.ts';

export type InstalmentsPerYear = 1 | 3 | 6 | 9 | 12;

/** What a premium is reckoned from, in ISK but for man-years and days. */
export type Measure =
  | 'value'
  | 'contents'
  | 'fireValue'
  | 'sum'
  | 'payroll'
  | 'turnover'
  | 'staff'
  | 'manYears'
  | 'travellers'
  | 'travelDays';

export type Discount = 'no-claims' | 'loyalty-silver' | 'loyalty-gold' | 'loyalty-diamond';

/** What is known of a risk; a factor of the product that is not chosen counts as its first, which is 1 or the lowest. */
export type Risk = {
  measures?: Partial<Record<Measure, number>>;
  choices?: Record<string, string>;
  /** Ids of optional covers chosen. */
  covers?: readonly string[];
  /** Keys of the tariff's `discountPercent`. */
  discounts?: readonly string[];
  instalments: InstalmentsPerYear;
  /** For Ökuvísir, which is priced by driving alone. */
  driving?: { cover: 'liability' | 'liabilityAndKasko'; score: number; kilometres: number };
};

/** A part of a premium: code of `premium_part_types`, whole ISK a year. */
export type Part = { id: string; amount: number };

type CoverSums = { sumInsured?: number; share?: number; deductible?: number };

/** A measure in thousandths, or in ISK for each. */
type Rate = { measure: Measure; permille?: number; each?: number };

/** How one product is priced: flat, and by measures in thousandths or each; times factors, never under a minimum. */
type ProductTariff = {
  flat?: number;
  measure?: Measure;
  permille?: number;
  /** ISK for each man-year or day. */
  each?: number;
  /** Measures that count beside the first. */
  also?: Rate[];
  minimum?: number;
  factors: string[];
  /** Parts of a set price; one that names a cover is added when that cover is chosen. */
  extras?: { part: string; flat: number; cover?: string }[];
  publicCharges?: string[];
  deductible?: number | { choice: string; amounts?: Record<string, number> };
  /** The measure that is the sum insured. */
  sumInsured?: Measure;
  covers?: Record<string, CoverSums>;
};

export type Tariff = {
  instalmentFeePercent: Record<string, number>;
  discountPercent: Record<string, number>;
  publicChargePermille: Record<string, number>;
  /** What a day of travel weighs, by region. */
  travelDayWeights: Record<string, number>;
  factors: Record<string, Record<string, number>>;
  products: Record<string, ProductTariff>;
  driveScore: {
    product: string;
    monthly: Record<'liability' | 'liabilityAndKasko', number>;
    floor: number;
    exponent: number;
    kilometreFloor: number;
    kilometreKnee: number;
  };
};

const driveScoreDeductible = 29_900;

const toTens = (amount: number): number => Math.round(amount / 10) * 10;

const measureOf = (name: Measure | undefined, risk: Risk): number => (name && risk.measures?.[name]) ?? 0;

const amountOf = ({ measure, permille = 0, each = 0 }: Rate, risk: Risk): number =>
  measureOf(measure, risk) * (permille / 1000 + each);

/** What parts of a premium sum to. */
export const totalOf = (parts: Part[]): number => parts.reduce((sum, part) => sum + part.amount, 0);

/** The parts as they would be with another total: the base takes the difference. */
export const withTotal = (parts: Part[], total: number): Part[] => {
  const difference = total - totalOf(parts);
  return parts.map((part) => (part.id === 'base' ? { ...part, amount: part.amount + difference } : part));
};

/** Prices risks by one tariff. */
export const createRating = (tariff: Tariff) => {
  const productTariff = (product: string): ProductTariff => {
    const found = tariff.products[product];
    if (!found) throw new RangeError(`no tariff for the product ${product}`);
    return found;
  };

  const factorOf = (name: string, choices: Record<string, string>): number => {
    const table = tariff.factors[name];
    const chosen = choices[name] ?? Object.keys(table ?? {})[0];
    const factor = chosen === undefined ? undefined : table?.[chosen];
    if (factor === undefined) throw new RangeError(`no factor ${name}: ${chosen}`);
    return factor;
  };

  /** Base and extras are priced; then discounts of both, public charges of the measure, and the fee for instalments. */
  const compose = (base: number, extras: Part[], charges: Part[], risk: Risk): Part[] => {
    const sold = base + extras.reduce((sum, part) => sum + part.amount, 0);
    const discounts = (risk.discounts ?? []).map((id) => ({
      id,
      amount: -toTens((sold * (tariff.discountPercent[id] ?? 0)) / 100),
    }));
    const reduced = sold + discounts.reduce((sum, part) => sum + part.amount, 0);
    const percent = tariff.instalmentFeePercent[risk.instalments] ?? 0;
    const fee = { id: 'instalments', amount: roundIsk((reduced * percent) / 100) };
    return [{ id: 'base', amount: base }, ...extras, ...discounts, ...charges, fee].filter(
      ({ amount }) => amount !== 0,
    );
  };

  /**
   * The premium of a risk a year, by its parts.
   * @throws RangeError when the product or a choice is not in the tariff
   */
  const rate = (product: string, risk: Risk): Part[] => {
    if (product === tariff.driveScore.product && risk.driving) {
      const { cover, score, kilometres } = risk.driving;
      return [{ id: 'base', amount: 12 * driveScorePerMonth(cover, score, kilometres) }];
    }
    const {
      flat = 0,
      measure,
      permille = 0,
      each = 0,
      also = [],
      minimum = 0,
      factors,
      ...rest
    } = productTariff(product);
    const amount = measureOf(measure, risk);
    const choices = risk.choices ?? {};
    const factor = factors.reduce((product_, name) => product_ * factorOf(name, choices), 1);
    const beside = also.reduce((sum, more) => sum + amountOf(more, risk), 0);
    const base = Math.max(
      minimum,
      toTens((flat + (amount * permille) / 1000 + amount * each + beside) * factor),
    );
    const extras = (rest.extras ?? [])
      .filter(({ cover }) => cover === undefined || risk.covers?.includes(cover))
      .map(({ part, flat: price }) => ({ id: part, amount: price }));
    const charges = (rest.publicCharges ?? []).map((id) => ({
      id,
      amount: roundIsk((amount * (tariff.publicChargePermille[id] ?? 0)) / 1000),
    }));
    return compose(base, extras, charges, risk);
  };

  /** Ökuvísir: by driving score 0 to 100 and kilometres a month, which count up to the knee. ISK a month. */
  const driveScorePerMonth = (
    cover: 'liability' | 'liabilityAndKasko',
    score: number,
    kilometres: number,
  ): number => {
    const { monthly, floor, exponent, kilometreFloor, kilometreKnee } = tariff.driveScore;
    const load = ((100 - score) / 100) ** exponent;
    const distance = Math.min(kilometres, kilometreKnee) / kilometreKnee;
    return toTens(
      monthly[cover] * (floor + (1 - floor) * load) * (kilometreFloor + (1 - kilometreFloor) * distance),
    );
  };

  /** What the policy says it insures for, and what the customer bears of each claim; null where it says neither. */
  const sumsOf = (product: string, risk: Risk): { sumInsured: number | null; deductible: number | null } => {
    if (product === tariff.driveScore.product) {
      return { sumInsured: null, deductible: Number(risk.choices?.kaskoStep ?? driveScoreDeductible) };
    }
    const { sumInsured, deductible } = productTariff(product);
    const sum = sumInsured ? measureOf(sumInsured, risk) : null;
    if (typeof deductible !== 'object') return { sumInsured: sum, deductible: deductible ?? null };
    const chosen =
      risk.choices?.[deductible.choice] ?? Object.keys(tariff.factors[deductible.choice] ?? {})[0];
    const amount = deductible.amounts ? deductible.amounts[String(chosen)] : Number(chosen);
    return { sumInsured: sum, deductible: amount ?? null };
  };

  /** Sum and deductible of one cover, where the tariff gives it its own. */
  const coverSumsOf = (
    product: string,
    cover: string,
    sumInsured: number | null,
  ): { sumInsured: number | null; deductible: number | null } => {
    const sums = tariff.products[product]?.covers?.[cover];
    const share = sums?.share && sumInsured !== null ? roundIsk(sumInsured * sums.share) : null;
    return { sumInsured: sums?.sumInsured ?? share, deductible: sums?.deductible ?? null };
  };

  return { rate, driveScorePerMonth, sumsOf, coverSumsOf };
};
export type Rating = ReturnType<typeof createRating>;
