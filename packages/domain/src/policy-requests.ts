import { addDays, addMonths, daysBetween } from './day.ts';
import { roundIsk } from './money.ts';
import { type PolicyDays, policyStatus } from './policy-status.ts';

/**
 * What the holder of a policy can ask for: another cover, suspension, the end of a suspension, cancellation, withdrawal from
 * the contract.
 */
export const policyRequestKinds = ['cover', 'suspend', 'resume', 'cancel', 'withdraw'] as const;
export type PolicyRequestKind = (typeof policyRequestKinds)[number];

/** Why insurance that the law requires may end, and other insurance of a vehicle at once. */
export const cancelGrounds = ['newInsurer', 'sold', 'deregistered'] as const;
export type CancelGrounds = (typeof cancelGrounds)[number];
/** Grounds to choose from when a policy is cancelled; `notice` is any other reason, with a period of notice. */
export const cancelChoices = [...cancelGrounds, 'notice'] as const;
export type CancelChoice = (typeof cancelChoices)[number];

/** A policy as far as it decides what can be asked for. */
export type RequestedPolicy = PolicyDays & {
  product: string;
  isCompany: boolean;
  /** The day of a contract concluded at a distance, by accepting an offer here; null for any other contract. */
  soldOn: string | null;
};

/** A range of days, both included. */
export type DayRange = { from: string; to: string };

/**
 * Vehicles and buildings must stay insured: Act 30/2019 and Act 48/1994. Other insurance of a vehicle may also end at once
 * when there is nothing left to insure: Act 30/2004.
 */
const groundsOf: Partial<Record<string, readonly CancelChoice[]>> = {
  'motor-liability': cancelGrounds,
  okuvisir: cancelGrounds,
  'property-fire': ['newInsurer', 'sold'],
  summerhouse: ['newInsurer', 'sold'],
  kasko: ['sold', 'deregistered', 'notice'],
  windscreen: ['sold', 'deregistered', 'notice'],
};
/** Products of the insurance that the law requires of a vehicle. */
export const motorInsurance: ReadonlySet<string> = new Set(['motor-liability', 'okuvisir']);

/** Whether a vehicle's other policy ends when the first is cancelled, as the terms of windscreen insurance (BR10) say. */
export const endsWithVehicle = (cancelled: string, other: string): boolean =>
  motorInsurance.has(cancelled) && other === 'windscreen';

/** Follows another insurance and ends with it. */
const followers = new Set(['natural-catastrophe', 'roadside']);
/** Vehicles that may be taken off the road, and their insurance suspended meanwhile. */
const suspendable = new Set(['motor-liability', 'kasko', 'okuvisir']);

/** Whether a product insures a vehicle that may be off the road, and its insurance suspended meanwhile. */
export const canBeSuspended = (product: string): boolean => suspendable.has(product);

/** Personal insurance gives 30 days to withdraw instead of 14: Act 33/2005 art. 10. */
const personal = new Set(['life', 'critical-illness', 'sickness', 'child']);

const [withdrawalDays, personalWithdrawalDays] = [14, 30];
const monthsAhead = 3;
const daysBack = 30;

/** Last day on which a contract that was concluded on `soldOn` can be withdrawn from. */
export const lastDayToWithdraw = (product: string, soldOn: string): string =>
  addDays(soldOn, personal.has(product) ? personalWithdrawalDays : withdrawalDays);

/** The grounds of which one is needed to cancel the product; empty when it can be cancelled without. */
export const groundsToCancel = (product: string): readonly CancelChoice[] => groundsOf[product] ?? [];

/** Whether the product can be cancelled without grounds, by notice. */
export const endsByNotice = (product: string): boolean => {
  const grounds = groundsToCancel(product);
  return grounds.length === 0 || grounds.includes('notice');
};

const hasDayToResume = ({ suspendedOn, validTo, renews }: PolicyDays, today: string): boolean => {
  if (suspendedOn === null) return false;
  return renews || (suspendedOn <= validTo && today < validTo);
};

/** What can be asked for about a policy on a day, in the order in which it is offered. */
export const requestableKinds = (policy: RequestedPolicy, today: string): PolicyRequestKind[] => {
  const { product, isCompany, soldOn, suspendedOn } = policy;
  const status = policyStatus(policy, today);
  const isRunning = status === 'active' || status === 'renewing';
  const allowed: Record<PolicyRequestKind, boolean> = {
    cover: isRunning,
    suspend: isRunning && suspendedOn === null && canBeSuspended(product),
    resume: (isRunning || status === 'suspended') && hasDayToResume(policy, today),
    cancel: (isRunning || status === 'suspended') && !followers.has(product),
    withdraw:
      (isRunning || status === 'pending') &&
      !isCompany &&
      endsByNotice(product) &&
      soldOn !== null &&
      today <= lastDayToWithdraw(product, soldOn),
  };
  return policyRequestKinds.filter((kind) => allowed[kind]);
};

/** Days before today, when negative, from which a kind of request can take effect. */
const firstDays = { suspend: 0, resume: 1, cancel: -daysBack } as const;

/**
 * The days from which a vehicle can be off the road, or on it again, or on which a policy with grounds to cancel can end. Cover
 * is resumed from tomorrow at the earliest, because a loss may have happened today; a suspension that has not begun, on its
 * first day.
 */
export const daysToChoose = (
  { validFrom, validTo, renews, suspendedOn }: PolicyDays,
  kind: 'suspend' | 'resume' | 'cancel',
  today: string,
): DayRange => {
  const earliest = addDays(today, firstDays[kind]);
  const begins =
    kind === 'resume' && suspendedOn !== null && suspendedOn > validFrom ? suspendedOn : validFrom;
  const latest = addMonths(today, monthsAhead);
  const [, from = begins] = [earliest, begins].toSorted();
  // A suspension is often for the winter, and the policy renews meanwhile.
  if (kind === 'resume' && renews) return { from, to: [latest, from].toSorted().at(-1) ?? from };
  return { from, to: latest < validTo ? latest : validTo };
};

/** The last day of the month after a day's. */
export const endOfNextMonth = (day: string): string => addDays(addMonths(`${day.slice(0, 7)}-01`, 2), -1);

/**
 * The last day of cover after a notice. Individuals and companies with fewer than five full-time posts cancel to the end of
 * the month after the notice; others with a month's notice to the end of the period, or of the next one (terms YY10).
 */
export const lastDayOnNotice = (
  { validTo }: Pick<PolicyDays, 'validTo'>,
  { today, hasFivePosts }: { today: string; hasFivePosts: boolean },
): string => {
  if (hasFivePosts)
    return today <= addMonths(validTo, -1) ? validTo : addDays(addMonths(addDays(validTo, 1), 12), -1);
  const lastDay = endOfNextMonth(today);
  return lastDay < validTo ? lastDay : validTo;
};

/** The last day of cover after a withdrawal: today, or the day before a cover that has not begun. */
export const lastDayOnWithdrawal = ({ validFrom }: Pick<PolicyDays, 'validFrom'>, today: string): string =>
  validFrom > today ? addDays(validFrom, -1) : today;

type PricedPeriod = { premiumPerYear: number; validFrom: string; validTo: string };

/**
 * The premium of a number of days of a period: a 365th of the yearly premium for each, or a 366th where the year that begins
 * with the period has a leap day. The length of the period does not matter: after a lapse it can be shorter than a year.
 */
export const premiumOfDays = (
  { premiumPerYear, validFrom }: Pick<PricedPeriod, 'premiumPerYear' | 'validFrom'>,
  days: number,
): number => roundIsk((premiumPerYear * days) / daysBetween(validFrom, addMonths(validFrom, 12)));

/** The premium of a whole period. */
export const premiumOfPeriod = (period: PricedPeriod): number =>
  premiumOfDays(period, daysBetween(period.validFrom, period.validTo) + 1);

/**
 * The premium of a period's days without cover after `lastDay`, by the day: what is deducted from instalments that are not
 * due yet, or paid back.
 */
export const unearnedPremium = (period: PricedPeriod, lastDay: string): number => {
  const days = daysBetween(period.validFrom, period.validTo) + 1;
  const unused = Math.min(days, Math.max(0, daysBetween(lastDay, period.validTo)));
  return premiumOfDays(period, unused);
};
