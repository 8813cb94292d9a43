import { roundIsk } from '@hofn/domain/money.ts';
import type { Part, Tariff } from './rating.ts';

const instalmentFee = 'instalments';

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

/** The tariff's part with the price of an optional cover; undefined when its price depends on more than the cover. */
const extraOf = (tariff: Tariff, product: string, cover: string) =>
  tariff.products[product]?.extras?.find((extra) => extra.cover === cover);

/** Yearly price of an optional cover in ISK, before discounts; undefined when the tariff has none. */
export const priceOfCover = (tariff: Tariff, product: string, cover: string): number | undefined =>
  extraOf(tariff, product, cover)?.flat;

/** The deductibles that a customer can choose between; empty when the product has no choice of its own. */
export const deductiblesOf = (tariff: Tariff, product: string): number[] => {
  const deductible = tariff.products[product]?.deductible;
  if (typeof deductible !== 'object' || deductible.amounts) return [];
  return Object.keys(tariff.factors[deductible.choice] ?? {}).map(Number);
};

/** Changes discounts and instalment fee in proportion to what they are calculated from; public charges stay. */
const inProportion = (parts: readonly Part[], changed: readonly Part[], tariff: Tariff): Part[] => {
  const isDiscount = ({ id }: Part) => id in tariff.discountPercent;
  const isCharge = ({ id }: Part) => id in tariff.publicChargePermille;
  const isGross = (part: Part) => !isDiscount(part) && !isCharge(part) && part.id !== instalmentFee;
  const ratioOf = (isOf: (part: Part) => boolean, after: readonly Part[]) => {
    const before = sumOf(parts.filter(isOf));
    return before === 0 ? 1 : sumOf(after.filter(isOf)) / before;
  };
  const scaled = (isOf: (part: Part) => boolean, ratio: number, list: readonly Part[]) =>
    list.map((part) => (isOf(part) ? { ...part, amount: roundIsk(part.amount * ratio) } : part));
  const discounted = scaled(isDiscount, ratioOf(isGross, changed), changed);
  const isNet = (part: Part) => isGross(part) || isDiscount(part);
  return scaled(({ id }) => id === instalmentFee, ratioOf(isNet, discounted), discounted).filter(
    ({ amount }) => amount !== 0,
  );
};

/** Parts of a premium with an optional cover, or without it; undefined when the tariff has no price for it. */
export const partsWithCover = (
  parts: readonly Part[],
  tariff: Tariff,
  { product, cover, isIncluded }: { product: string; cover: string; isIncluded: boolean },
): Part[] | undefined => {
  const extra = extraOf(tariff, product, cover);
  if (!extra) return undefined;
  const others = parts.filter(({ id }) => id !== extra.part);
  return inProportion(
    parts,
    isIncluded ? [...others, { id: extra.part, amount: extra.flat }] : others,
    tariff,
  );
};

/** Parts of a premium with another deductible; undefined when the tariff does not know one of the two. */
export const partsWithDeductible = (
  parts: readonly Part[],
  tariff: Tariff,
  { product, from, to }: { product: string; from: number | null; to: number },
): Part[] | undefined => {
  const deductible = tariff.products[product]?.deductible;
  const factors = typeof deductible === 'object' ? tariff.factors[deductible.choice] : undefined;
  const [was, becomes] = [factors?.[String(from)], factors?.[String(to)]];
  if (was === undefined || becomes === undefined) return undefined;
  const changed = parts.map((part) =>
    part.id === 'base' ? { ...part, amount: roundIsk((part.amount * becomes) / was) } : part,
  );
  return inProportion(parts, changed, tariff);
};
