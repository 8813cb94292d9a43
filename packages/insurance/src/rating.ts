import { roundIsk } from '@hofn/domain/money.ts';

export type InstalmentsPerYear = 1 | 3 | 6 | 9 | 12;

/** What a premium is calculated from: ISK, except `staff`, `manYears`, `travellers` and `travelDays`. */
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

/** A risk to price. A factor without a choice takes its first value, which is 1 or the lowest. */
export type Risk = {
  measures?: Partial<Record<Measure, number>>;
  choices?: Record<string, string>;
  /** Ids of the chosen optional covers. */
  covers?: readonly string[];
  /** Keys of the tariff's `discountPercent`. */
  discounts?: readonly string[];
  instalments: InstalmentsPerYear;
  /** For Ökuvísir, which is priced by driving only. */
  driving?: { cover: 'liability' | 'liabilityAndKasko'; score: number; kilometres: number };
};

/** A part of a premium: `id` is a code of `premium_part_types`, `amount` is whole ISK per year. */
export type Part = { id: string; amount: number };

type CoverSums = { sumInsured?: number; share?: number; deductible?: number };

/** A rate per measure: per mille, or ISK per unit. */
type Rate = { measure: Measure; permille?: number; each?: number };

/** How a product is priced: a flat amount plus rates by measure, multiplied by factors, at least the minimum. */
type ProductTariff = {
  flat?: number;
  measure?: Measure;
  permille?: number;
  /** ISK per man-year or day. */
  each?: number;
  /** Additional measures. */
  also?: Rate[];
  minimum?: number;
  factors: string[];
  /** Parts with a fixed price; a part that names a cover is added when that cover is chosen. */
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
  /** Weight of a travel day, by region. */
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

/** Total of the parts of a premium. */
export const totalOf = (parts: Part[]): number => parts.reduce((sum, part) => sum + part.amount, 0);

/** Adjusts the parts to another total by changing the base. */
export const withTotal = (parts: Part[], total: number): Part[] => {
  const difference = total - totalOf(parts);
  return parts.map((part) => (part.id === 'base' ? { ...part, amount: part.amount + difference } : part));
};

/** Prices risks by one tariff. */
export const createRating = (tariff: Tariff) => {
  const productTariff = (product: string): ProductTariff => {
    const productRates = tariff.products[product];
    if (!productRates) throw new RangeError(`no tariff for the product ${product}`);
    return productRates;
  };

  const factorOf = (name: string, choices: Record<string, string>): number => {
    const table = tariff.factors[name];
    const chosen = choices[name] ?? Object.keys(table ?? {})[0];
    const factor = chosen === undefined ? undefined : table?.[chosen];
    if (factor === undefined) throw new RangeError(`no factor ${name}: ${chosen}`);
    return factor;
  };

  /**
   * Discounts apply to base and extras, public charges to the measure, and the instalment fee to the discounted sum.
   */
  const compose = (base: number, extras: Part[], charges: Part[], risk: Risk): Part[] => {
    const gross = base + extras.reduce((sum, part) => sum + part.amount, 0);
    const discounts = (risk.discounts ?? []).map((id) => ({
      id,
      amount: -toTens((gross * (tariff.discountPercent[id] ?? 0)) / 100),
    }));
    const net = gross + discounts.reduce((sum, part) => sum + part.amount, 0);
    const percent = tariff.instalmentFeePercent[risk.instalments] ?? 0;
    const fee = { id: 'instalments', amount: roundIsk((net * percent) / 100) };
    return [{ id: 'base', amount: base }, ...extras, ...discounts, ...charges, fee].filter(
      ({ amount }) => amount !== 0,
    );
  };

  /** The base premium by the product's rates and factors, which may be below its minimum. */
  const calculatedBase = (product: string, risk: Risk): number => {
    const { flat = 0, measure, permille = 0, each = 0, also = [], factors } = productTariff(product);
    const amount = measureOf(measure, risk);
    const choices = risk.choices ?? {};
    const factor = factors.reduce((total, name) => total * factorOf(name, choices), 1);
    const additional = also.reduce((sum, extraRate) => sum + amountOf(extraRate, risk), 0);
    return toTens((flat + (amount * permille) / 1000 + amount * each + additional) * factor);
  };

  /** Whether the base premium is the product's minimum, which a higher deductible does not lower. */
  const isMinimum = (product: string, risk: Risk): boolean =>
    !(product === tariff.driveScore.product && risk.driving) &&
    calculatedBase(product, risk) < (productTariff(product).minimum ?? 0);

  /**
   * The yearly premium of a risk, by parts.
   * @throws RangeError if the product or a choice is not in the tariff
   */
  const rate = (product: string, risk: Risk): Part[] => {
    if (product === tariff.driveScore.product && risk.driving) {
      const { cover, score, kilometres } = risk.driving;
      return [{ id: 'base', amount: 12 * driveScorePerMonth(cover, score, kilometres) }];
    }
    const { extras: priced = [], publicCharges = [], measure, minimum = 0 } = productTariff(product);
    const amount = measureOf(measure, risk);
    const base = Math.max(minimum, calculatedBase(product, risk));
    const extras = priced
      .filter(({ cover }) => cover === undefined || risk.covers?.includes(cover))
      .map(({ part, flat: price }) => ({ id: part, amount: price }));
    const charges = publicCharges.map((id) => ({
      id,
      amount: roundIsk((amount * (tariff.publicChargePermille[id] ?? 0)) / 1000),
    }));
    return compose(base, extras, charges, risk);
  };

  /** Monthly ISK for Ökuvísir, by driving score (0 to 100) and kilometres per month, which count up to the knee. */
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

  /** Sum insured and deductible of the policy; null where it has none. */
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

  /** Sum insured and deductible of one cover, where the tariff sets them separately. */
  const coverSumsOf = (
    product: string,
    cover: string,
    sumInsured: number | null,
  ): { sumInsured: number | null; deductible: number | null } => {
    const sums = tariff.products[product]?.covers?.[cover];
    const share = sums?.share && sumInsured !== null ? roundIsk(sumInsured * sums.share) : null;
    return { sumInsured: sums?.sumInsured ?? share, deductible: sums?.deductible ?? null };
  };

  return { rate, isMinimum, driveScorePerMonth, sumsOf, coverSumsOf };
};
export type Rating = ReturnType<typeof createRating>;
