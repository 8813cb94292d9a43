import { addDays, addMonths, daysBetween, roundIsk } from '@hofn/domain';
import {
  type LivingPolicy,
  type PolicyLife,
  type PolicyOnDay,
  standing,
  type Version,
} from './policy-life.ts';

const earliest = (first: string, ...others: string[]): string => [first, ...others].toSorted().at(0) ?? first;

/** The year from the policy's first day, or an anniversary of it, that a day is in. */
const yearAround = (validFrom: string, day: string): { from: string; to: string } => {
  for (let years = 0; ; years += 1) {
    const to = addMonths(validFrom, 12 * (years + 1));
    if (day < to) return { from: addMonths(validFrom, 12 * years), to };
  }
};

/** Premium of whole days, exact: a year has 365 days or 366, so the fractions are kept apart. */
type Exact = { of365: number; of366: number };

/** Whole ISK, half of one rounded up. Exact for premiums of 5 000 000 000 ISK over centuries. */
const rounded = ({ of365, of366 }: Exact): number => {
  const whole = Math.floor(of365 / 365) + Math.floor(of366 / 366);
  const fraction = (of365 % 365) * 366 + (of366 % 366) * 365;
  return whole + Math.floor((2 * fraction + 365 * 366) / (2 * 365 * 366));
};

/**
 * The yearly premium by which a policy that is in force earns on a day, in whole ISK: of a suspended one the agreed part.
 */
export const premiumEarnedOn = (
  { policy, suspendedPercent }: PolicyOnDay<LivingPolicy>,
  day: string,
): number => {
  const { premiumPerYear, suspendedOn } = policy;
  const isSuspended = suspendedOn !== null && suspendedOn <= day;
  return isSuspended ? roundIsk((premiumPerYear * suspendedPercent) / 100) : premiumPerYear;
};

type Stretch = { to: string; premiumPerYear: number; daysOfYear: number };

/** Days from one on that cost the same, up to and without `to`. */
const stretchFrom = (
  state: PolicyOnDay<LivingPolicy>,
  day: string,
  { until, isRenewing }: { until: string; isRenewing: boolean },
): Stretch => {
  const { policy, ended } = state;
  const { validFrom, validTo, renews, lapsedOn, cancelledOn, suspendedOn } = policy;
  const none = { premiumPerYear: 0, daysOfYear: 365 };
  if (day < validFrom) return { to: earliest(validFrom, until), ...none };
  if ((lapsedOn !== null && lapsedOn <= day) || (ended !== null && ended <= day))
    return { to: until, ...none };
  const goesOn = isRenewing && renews && cancelledOn === null && lapsedOn === null;
  const afterPeriod = addDays(validTo, 1);
  if (day >= afterPeriod && !goesOn) return { to: until, ...none };
  const year = yearAround(validFrom, day);
  const isToSuspend = suspendedOn !== null && day < suspendedOn;
  const ends = [
    ...[day < afterPeriod ? afterPeriod : until, ended ?? until, lapsedOn ?? until],
    isToSuspend ? suspendedOn : until,
  ];
  return {
    to: earliest(until, year.to, ...ends),
    premiumPerYear: premiumEarnedOn(state, day),
    daysOfYear: daysBetween(year.from, year.to),
  };
};

/** How a premium is earned; days `from` count and days `to` do not, so that ranges follow each other. */
export const earning = <Policy extends LivingPolicy, Edit>(life: PolicyLife<Policy, Edit>) => {
  type Versions = ReadonlyArray<Version<Policy, Edit>>;

  /** Premium from the policy's beginning until a day. */
  const until = (versions: Versions, end: string, isRenewing: boolean): number => {
    const known = standing(versions);
    const changes = known.map(({ from }) => from);
    const sums = { of365: 0, of366: 0 };
    const [first] = known;
    if (first?.change.kind !== 'issue') return 0;
    for (let day = earliest(first.from, first.change.policy.validFrom); day < end; ) {
      const state = life.on(known, day);
      const next = changes.find((from) => from > day) ?? end;
      if (!state) break;
      const { to, premiumPerYear, daysOfYear } = stretchFrom(state, day, {
        until: earliest(next, end),
        isRenewing,
      });
      sums[daysOfYear === 366 ? 'of366' : 'of365'] += premiumPerYear * daysBetween(day, to);
      day = to;
    }
    return rounded(sums);
  };

  return {
    /**
     * The premium earned from a day until another, in whole ISK: for each day a 365th of the yearly premium in force, or a 366th
     * where the policy's year has a leap day; the agreed part while it is suspended; nothing while it is lapsed, before it begins
     * or after it ends (rule INS-4). Amounts of ranges that follow each other add up, as each is a difference of two sums that are rounded once.
     * @param isRenewing as if a policy that renews went on at the same premium after its period, for what is charged ahead
     */
    earned: (
      versions: Versions,
      { from, to, isRenewing = false }: { from: string; to: string; isRenewing?: boolean },
    ): number => until(versions, to, isRenewing) - until(versions, from, isRenewing),
    /**
     * What is still to be charged of the premium until a day, or to be returned when it is negative, where `charged` has been
     * charged since the beginning.
     */
    toCharge: (versions: Versions, { charged, to }: { charged: number; to: string }): number =>
      until(versions, to, true) - charged,
  };
};
