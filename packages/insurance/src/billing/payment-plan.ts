import { addDays, addMonths, type PolicyDays, splitIsk } from '@hofn/domain';
import { noticeDays, penaltyRate, reminderFee } from './arrears.ts';
import { type Instalment, isOwed, totalOf } from './instalment.ts';

/** What a customer who cannot pay on time may choose, and what it costs. Amounts are whole ISK. */
export type PlanTerms = {
  /** The first day on which they apply. */
  from: string;
  source: string;
  /** Most days from today to another due day. */
  laterDays: number;
  laterFee: number;
  /** Days from today to the first instalment of a plan; the others follow monthly. */
  firstAfterDays: number;
  mostParts: number;
  planFee: number;
  /** No instalment of a plan is smaller. */
  leastPart: number;
};

/** Terms of payment plans, the newest first: the price list of the demo, which an insurer replaces by its own. */
const planTerms: readonly PlanTerms[] = [
  {
    ...{ from: '2020-01-01', source: 'Price list of the demo, 1 December 2026' },
    ...{ laterDays: 30, laterFee: 0, firstAfterDays: 14, mostParts: 6, planFee: 490, leastPart: 1_000 },
  },
];

/** The terms that apply on a day; undefined before there were any, so that nothing can be chosen. */
export const planTermsOn = (day: string): PlanTerms | undefined => planTerms.find(({ from }) => from <= day);

/** Another day for everything that is due, or monthly instalments. */
export type PlanChoice = { kind: 'later'; on: string } | { kind: 'parts'; count: number };

/** An instalment that replaces what is due, with the parts of its total. */
export type PlanPart = Pick<Instalment, 'dueDate' | 'amount' | 'penaltyInterest' | 'fees'>;

/** What a customer owes and was due by a day, in whole ISK. */
export type Debt = { total: number; amount: number; penaltyInterest: number; fees: number };

/** Instalments that were due by a day and are still to be paid. */
export const dueBy = <One extends { facts: Instalment }>(instalments: readonly One[], day: string): One[] =>
  instalments.filter(({ facts }) => isOwed(facts) && facts.dueDate <= day);

/** The sum of instalments, by parts. */
export const debtOf = (instalments: ReadonlyArray<{ facts: Omit<PlanPart, 'dueDate'> }>): Debt => {
  const sum = (part: 'amount' | 'penaltyInterest' | 'fees') =>
    instalments.reduce((all, { facts }) => all + facts[part], 0);
  const parts = { amount: sum('amount'), penaltyInterest: sum('penaltyInterest'), fees: sum('fees') };
  return { ...parts, total: totalOf(parts) };
};

type EndingPolicy = Pick<PolicyDays, 'validTo' | 'lapsedOn' | 'cancelledOn'> & { renews: boolean };

/**
 * The last day on which an instalment of a plan may be due: the end of the last of the policies that the debt is for. Where one of
 * them renews, or none is in force any more, a year from today.
 */
export const planUntil = (policies: readonly EndingPolicy[], day: string): string => {
  const inForce = policies.filter(
    ({ validTo, lapsedOn }) => validTo >= day && (lapsedOn === null || lapsedOn > day),
  );
  const goesOn = inForce.some(({ renews, cancelledOn }) => renews && cancelledOn === null);
  const ends = inForce.map(({ validTo }) => validTo).toSorted();
  return (goesOn ? undefined : ends.at(-1)) ?? addMonths(day, 12);
};

export type PlanOccasion = {
  /** Today. */
  day: string;
  /** The last day on which an instalment may be due. */
  until: string;
  terms: PlanTerms;
};

/** What a choice costs besides what is owed. */
export const planFeeOf = ({ kind }: PlanChoice, { laterFee, planFee }: PlanTerms): number =>
  kind === 'later' ? laterFee : planFee;

const duesOf = (choice: PlanChoice, { day, until, terms }: PlanOccasion): string[] => {
  const first = addDays(day, terms.firstAfterDays);
  const dues =
    choice.kind === 'later'
      ? [choice.on]
      : Array.from({ length: choice.count }, (_, index) => addMonths(first, index));
  const last = choice.kind === 'later' ? addDays(day, terms.laterDays) : until;
  return dues.every((due) => due > day && due <= until && due <= last) ? dues : [];
};

/**
 * The instalments that replace a debt: their totals differ by a króna at most and add up to the debt and the fee. Fees and interest
 * are in the first ones, and each has at least one króna of premium.
 * @returns undefined when the terms do not allow the choice
 */
export const partsOfPlan = (
  debt: Debt,
  choice: PlanChoice,
  occasion: PlanOccasion,
): PlanPart[] | undefined => {
  const { terms } = occasion;
  const count = choice.kind === 'later' ? 1 : choice.count;
  const isAllowed = choice.kind === 'later' || (count >= 2 && count <= terms.mostParts);
  const fee = planFeeOf(choice, terms);
  if (!isAllowed || !Number.isInteger(count) || debt.amount < count) return undefined;
  if (choice.kind === 'parts' && debt.total + fee < count * terms.leastPart) return undefined;
  const dues = duesOf(choice, occasion);
  if (dues.length === 0) return undefined;
  let [fees, penaltyInterest] = [debt.fees + fee, debt.penaltyInterest];
  const totals = splitIsk(debt.total + fee, Array<number>(count).fill(1));
  return dues.map((dueDate, index) => {
    const room = (totals[index] ?? 0) - 1;
    const part = { fees: Math.min(fees, room), penaltyInterest: 0 };
    part.penaltyInterest = Math.min(penaltyInterest, room - part.fees);
    fees -= part.fees;
    penaltyInterest -= part.penaltyInterest;
    return { dueDate, ...part, amount: room + 1 - part.fees - part.penaltyInterest };
  });
};

/** What a customer can choose about a debt. */
export type PlanChoices = {
  /** Another day for all of it; null when there is none. */
  later: { from: string; to: string; fee: number } | null;
  plans: Array<{ count: number; fee: number; parts: PlanPart[] }>;
};

/** All choices about a debt (rule RIGHT-4). */
export const planChoices = (debt: Debt, occasion: PlanOccasion): PlanChoices => {
  const { day, until, terms } = occasion;
  const from = addDays(day, 1);
  const [to = from] = [addDays(day, terms.laterDays), until].toSorted();
  const canWait = partsOfPlan(debt, { kind: 'later', on: to }, occasion) !== undefined;
  const counts = Array.from({ length: Math.max(0, terms.mostParts - 1) }, (_, index) => index + 2);
  return {
    later: canWait ? { from, to, fee: terms.laterFee } : null,
    plans: counts.flatMap((count) => {
      const parts = partsOfPlan(debt, { kind: 'parts', count }, occasion);
      return parts ? [{ count, fee: terms.planFee, parts }] : [];
    }),
  };
};

/** What happens to an instalment that nobody pays or puts off. */
export type Unpaid = {
  /** The day of the reminder, with its fee in ISK; null when it was sent. */
  reminder: { on: string; fee: number } | null;
  /** Penalty interest per year, as a share, from the due date. */
  penaltyRate: number;
  /** The day on which policies lapse that the law does not require. */
  lapsesOn: string;
};

/** What happens otherwise: reminder, interest and lapse of the instalment that is reminded of first. */
export const whatHappensUnpaid = (instalments: readonly Instalment[]): Unpaid | undefined => {
  const steps = instalments.map(({ finalDueDate, lapsesOn }) => {
    const on = addDays(finalDueDate, 1);
    return lapsesOn === null
      ? { reminder: { on, fee: reminderFee }, penaltyRate, lapsesOn: addDays(on, noticeDays) }
      : { reminder: null, penaltyRate, lapsesOn };
  });
  return steps.toSorted((one, other) => (one.lapsesOn < other.lapsesOn ? -1 : 1))[0];
};
