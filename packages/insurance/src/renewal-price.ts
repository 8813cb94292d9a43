import { addDays, type PolicyDays } from '@hofn/domain';
import { roundIsk } from '@hofn/domain/money.ts';
import type { NextPeriod } from '@hofn/domain/next-period.ts';
import { partsOf } from './policy-terms.ts';
import { isRenewedOn } from './renewal.ts';

/** How many days before the next period its premium is worked out: before the renewal letter is written. */
export const renewalPricedDays = 35;

/** How much something that a premium is made of changes from one period to the next, in percent. */
type RenewalRate = {
  /** Renewals from this day on. */
  from: string;
  /** What sums insured follow. */
  index: number;
  /** The price list, by product; `other` for products that it does not name. */
  tariff: Record<string, number>;
  /** What the insured thing itself has become worth, by product: a year older. */
  item: Record<string, number>;
  /** Public charges. */
  charges: number;
  source: string;
};

/**
 * The price list for renewals, oldest first: made up for the demo. An insurer with a core of its own sends what that has worked
 * out.
 */
const renewalRates: readonly RenewalRate[] = [
  {
    ...{ from: '2026-01-01', index: 3.1, charges: 2, source: 'Price list of the demo, 1 January 2026' },
    tariff: { 'motor-liability': 1.5, kasko: 0.9, home: -0.6, travel: 0, other: 0.4 },
    item: { kasko: -2.4 },
  },
];

/** Codes of the parts of a premium that are public charges: they follow what is insured and are not the insurer's. */
const publicCharges: ReadonlySet<string> = new Set(['catastrophe', 'prevention', 'avalanche', 'assessment']);

const rateOn = (day: string): RenewalRate | undefined => renewalRates.findLast(({ from }) => from <= day);

/**
 * Divides a difference between its causes: each gets what exchanging it changes, on average over all orders in which they can be
 * exchanged (Shapley value), so that no order is preferred. Whole numbers that add up to the difference exactly: what rounding
 * leaves goes to the shares that lost most.
 * @param valueWith the value with these causes exchanged, a whole number; with none it is what it was
 */
export const sharesOf = <Cause>(
  causes: readonly Cause[],
  valueWith: (exchanged: ReadonlySet<Cause>) => number,
): Map<Cause, number> => {
  const values = Array.from({ length: 2 ** causes.length }, (_, bits) =>
    valueWith(new Set(causes.filter((_cause, index) => bits & (1 << index)))),
  );
  const at = (bits: number): number => values[bits] ?? 0;
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  const count = causes.length;
  const sizeOf = (bits: number): number => bits.toString(2).replaceAll('0', '').length;
  const exact = causes.map((_cause, index) => {
    const own = 1 << index;
    return values.reduce((sum, _value, bits) => {
      if (bits & own) return sum;
      const size = sizeOf(bits);
      const orders = (factorial(size) * factorial(count - size - 1)) / factorial(count);
      return sum + orders * (at(bits | own) - at(bits));
    }, 0);
  });
  const shares = exact.map(Math.floor);
  const rest = at(values.length - 1) - at(0) - shares.reduce((sum, share) => sum + share, 0);
  const byLoss = exact
    .map((share, index) => ({ index, lost: share - Math.floor(share) }))
    // Rounded, so that shares which are the same do not differ by an error of the processor.
    .toSorted((one, other) => Math.round((other.lost - one.lost) * 1e6) || one.index - other.index);
  for (const { index } of byLoss.slice(0, rest)) shares[index] = (shares[index] ?? 0) + 1;
  return new Map(causes.map((cause, index) => [cause, shares[index] ?? 0]));
};

/** The parts of a policy that its next premium is worked out from. Amounts are whole ISK a year. */
export type RenewingPolicy = PolicyDays & {
  product: string;
  premiumPerYear: number;
  premiumParts: ReadonlyArray<{ id: string; amount: number }>;
};

const changing = ['index', 'tariff', 'item', 'charges'] as const;
type Changing = (typeof changing)[number];

const isCharge = ({ id }: { id: string }) => publicCharges.has(id);
const sumOf = (parts: ReadonlyArray<{ amount: number }>) =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

/** The yearly premium of the next period with these causes exchanged: the insurer's own part, and the public charges. */
const pricedWith = (
  { product, premiumParts }: RenewingPolicy,
  from: string,
  exchanged: ReadonlySet<Changing>,
) => {
  const rate = rateOn(from);
  const percentOf = {
    index: rate?.index ?? 0,
    tariff: rate?.tariff[product] ?? rate?.tariff.other ?? 0,
    item: rate?.item[product] ?? 0,
    charges: rate?.charges ?? 0,
  };
  const factorOf = (cause: Changing) => (exchanged.has(cause) ? 1 + percentOf[cause] / 100 : 1);
  const charged = sumOf(premiumParts.filter(isCharge));
  const own = sumOf(premiumParts) - charged;
  return {
    own: roundIsk(own * factorOf('index') * factorOf('tariff') * factorOf('item')),
    charged: roundIsk(charged * factorOf('index') * factorOf('charges')),
  };
};

/**
 * The parts of the premium of the period that begins on a day, in whole ISK a year: public charges apart from the insurer's own,
 * which stay in proportion to each other.
 */
export const renewedPartsOf = (
  policy: RenewingPolicy,
  from: string,
): Array<{ id: string; amount: number }> => {
  const { own, charged } = pricedWith(policy, from, new Set(changing));
  const { premiumParts: parts } = policy;
  const ofOwn = partsOf(
    parts.filter((part) => !isCharge(part)),
    own,
  );
  const ofCharges = partsOf(parts.filter(isCharge), charged);
  return parts.flatMap((part) => (isCharge(part) ? ofCharges : ofOwn).filter(({ id }) => id === part.id));
};

/**
 * The next period of a policy, with its premium and why that differs (rule RENEW-1). Discounts and the fee for instalments follow
 * what they are a percentage of.
 * @param policy as it will be when the period begins: with what was agreed for a day before that
 * @param premiumNow what it costs now, in whole ISK a year; default: the same
 * @returns undefined for a policy that does not renew
 */
export const nextPeriodOf = (
  policy: RenewingPolicy,
  premiumNow: number = policy.premiumPerYear,
): NextPeriod | undefined => {
  const from = addDays(policy.validTo, 1);
  if (!isRenewedOn(policy, from)) return undefined;
  const premiumWith = (exchanged: ReadonlySet<Changing>): number => {
    const { own, charged } = pricedWith(policy, from, exchanged);
    return own + charged;
  };
  const shares = sharesOf(changing, premiumWith);
  const causes = [
    { id: 'change', amount: policy.premiumPerYear - premiumNow } as const,
    ...changing.map((id) => ({ id, amount: shares.get(id) ?? 0 })),
  ];
  return {
    from,
    premiumPerYear: premiumWith(new Set(changing)),
    causes: causes.filter(({ amount }) => amount !== 0),
  };
};

/** Whether the next period of a policy is near enough for its premium to be worked out. */
export const isRenewalPriced = ({ validTo }: PolicyDays, today: string): boolean =>
  today <= validTo && addDays(validTo, 1 - renewalPricedDays) <= today;

/**
 * A policy as it is told on a day: with its next period from the day on which that is worked out.
 * @param ahead the policy as it will be when that begins; default: as it is
 */
export const withNextPeriod = <
  Policy extends RenewingPolicy & { nextPeriod?: NextPeriod | null | undefined },
>(
  policy: Policy,
  today: string,
  ahead: RenewingPolicy = policy,
): Policy => {
  const { nextPeriod: _earlier, ...rest } = policy;
  const nextPeriod = isRenewalPriced(policy, today) ? nextPeriodOf(ahead, policy.premiumPerYear) : undefined;
  return { ...rest, ...(nextPeriod && { nextPeriod }) } as Policy;
};
