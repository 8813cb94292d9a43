import {
  addDays,
  addMonths,
  collectionOf,
  daysBetween,
  isCurrent,
  type PolicyDays,
  roundIsk,
} from '@hofn/domain';
import { type Instalment, isOwed } from './instalment.ts';

/** Fee of a reminder, in ISK: the price list of the demo. */
export const reminderFee = 130;
/** Penalty interest per year, as a share: a rate of the demo. An insurer's is the one that the Central Bank publishes. */
export const penaltyRate = 0.058;
/** Days from the reminder until policies lapse: Act 30/2004, article 33. */
export const noticeDays = 14;
/** Months after the lapse within which paying what is overdue restores a policy: the demo's terms. */
export const monthsToRestore = 3;

/** Insurance that the law requires: it does not lapse for unpaid premium. */
const mandatory: ReadonlySet<string> = new Set(['motor-liability', 'property-fire']);

/** Whether an instalment is charged on a day, so that its premium is on the account. */
export const isChargedOn = (instalment: Instalment, day: string): boolean =>
  isOwed(instalment) && instalment.dueDate === day;

/** What happens to an instalment on a day. Of a card, a bank account or a bill: `collect`. */
export type BillingStep = 'collect' | 'remind';

/**
 * What happens to an instalment on a day: it is collected on the day that its method says, and the day after the last day to
 * pay there is a reminder, once.
 * @param isOfPlan whether it is part of a payment plan, which may begin with the fee of an earlier reminder
 */
export const stepOn = (
  instalment: Instalment,
  day: string,
  { isOfPlan = false }: { isOfPlan?: boolean } = {},
): BillingStep | undefined => {
  if (!isOwed(instalment)) return undefined;
  if (collectionOf(instalment).day === day) return 'collect';
  const isReminded = isOfPlan ? instalment.lapsesOn !== null : instalment.fees > 0;
  return instalment.finalDueDate < day && !isReminded ? 'remind' : undefined;
};

/** What a reminder adds to an instalment: its fee, penalty interest from the due date by day, and when policies lapse. */
export const reminderOn = (
  { amount, dueDate }: Instalment,
  day: string,
): Pick<Instalment, 'fees' | 'penaltyInterest' | 'lapsesOn'> => ({
  fees: reminderFee,
  penaltyInterest: roundIsk((amount * penaltyRate * daysBetween(dueDate, day)) / 365),
  lapsesOn: addDays(day, noticeDays),
});

/**
 * Whether a policy lapses on a day for an instalment that was not paid: one in force that it pays for, unless the law requires
 * the insurance.
 */
export const lapsesWith = (
  { key, facts }: { key: string; facts: PolicyDays & { product: string } },
  instalment: Pick<Instalment, 'policy'>,
  day: string,
): boolean =>
  isCurrent(facts, day) &&
  facts.validFrom <= day &&
  !mandatory.has(facts.product) &&
  (instalment.policy === null || instalment.policy === key);

/** Whether a customer is behind on a day: an instalment's last day to pay has passed. */
export const isBehindOn = (instalments: readonly Instalment[], day: string): boolean =>
  instalments.some((instalment) => isOwed(instalment) && instalment.finalDueDate < day);

/** Whether a policy that lapsed is in force again on a day on which nothing is overdue any more. */
export const isRestoredOn = (
  { lapsedOn, cancelledOn, validTo }: Pick<PolicyDays, 'lapsedOn' | 'cancelledOn' | 'validTo'>,
  day: string,
): boolean =>
  lapsedOn !== null &&
  lapsedOn <= day &&
  cancelledOn === null &&
  validTo > day &&
  addMonths(lapsedOn, monthsToRestore) >= day;
