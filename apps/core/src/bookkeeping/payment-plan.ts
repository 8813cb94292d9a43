import type { AskedPlan } from '@hofn/contracts';
import { addMonths, splitIsk } from '@hofn/domain';
import type { RuledDebt } from '@hofn/domain/settlement-rules.ts';
import {
  type Debt,
  debtOf,
  dueBy,
  type PlanChoice,
  type PlanPart,
  partsOfPlan,
  planFeeOf,
  planTermsOn,
  planUntil,
} from '@hofn/insurance/billing/payment-plan.ts';
import type { Book } from '../book.ts';
import { bookEntry, type Instalment, noonOf } from './accounts.ts';
import { addCharge, chargedOf, shareOf } from './premium.ts';

const prefix = 'plan-';
/** Years without another plan after which the rules allow one again, in months. */
const monthsBetweenPlans = 12;

/** Whether an instalment is part of a payment plan, by its key. */
export const isOfPlan = (key: string): boolean => key.startsWith(prefix);

/** Instalments of payment plans that were not put back. */
const plansOf = (book: Book, customer: string): Instalment[] =>
  book.of('instalments', customer).filter(({ key, facts }) => isOfPlan(key) && facts.cancelledAt === null);

/** What a customer owes that was due by today, and the instalments. */
const owedBy = (book: Book, customer: string): { instalments: Instalment[]; debt: Debt } => {
  const instalments = dueBy(book.of('instalments', customer), book.state.today);
  return { instalments, debt: debtOf(instalments) };
};

/** The policies that some of a customer's instalments are for: those that they name, or all of them. */
const policiesPaidBy = (book: Book, customer: string, instalments: readonly Instalment[]) => {
  const named = new Set(instalments.map(({ facts }) => facts.policy));
  const policies = book.of('policies', customer);
  return named.has(null) ? policies : policies.filter(({ key }) => named.has(key));
};

/** What the rules read about the debt of a customer who asks for other days to pay. */
export type KnownDebt = RuledDebt & {
  /** Whether the terms allow what was chosen. */
  isPossible: boolean;
};

/** The instalments that a choice leads to today; undefined when the terms do not allow it. */
const partsOf = (book: Book, customer: string, choice: PlanChoice): PlanPart[] | undefined => {
  const { today: day } = book.state;
  const { instalments, debt } = owedBy(book, customer);
  const terms = planTermsOn(day);
  const policies = policiesPaidBy(book, customer, instalments).map(({ facts }) => facts);
  return terms && partsOfPlan(debt, choice, { day, until: planUntil(policies, day), terms });
};

/** What the book knows about a debt that somebody asks other days for. */
export const knownDebt = (book: Book, customer: string, { choice, total }: AskedPlan): KnownDebt => {
  const { today } = book.state;
  const { instalments, debt } = owedBy(book, customer);
  const since = addMonths(today, -monthsBetweenPlans);
  return {
    total: debt.total,
    isSame: debt.total === total,
    hasLapsed: policiesPaidBy(book, customer, instalments).some(
      ({ facts }) => facts.lapsedOn !== null && facts.lapsedOn <= today && facts.cancelledOn === null,
    ),
    hadPlan: plansOf(book, customer).some(({ facts }) => facts.dueDate > since),
    isPossible: partsOf(book, customer, choice) !== undefined,
  };
};

/** What keys of a request's instalments begin with: another one when the first were put back. */
const keysFor = (book: Book, customer: string, request: string): { keys: string; isDone: boolean } => {
  for (let round = 1; ; round += 1) {
    const keys = `${prefix}${request}${round === 1 ? '' : `-again-${round}`}`;
    const made = book.of('instalments', customer).filter(({ key }) => key.startsWith(`${keys}:`));
    if (made.length === 0) return { keys, isDone: false };
    if (made.some(({ facts }) => facts.cancelledAt === null)) return { keys, isDone: true };
  }
};

/** Ends an instalment that a plan replaces: its premium is on the account again when the plan's instalments are due. */
const endDue = (book: Book, { key, facts }: Instalment, request: string): void => {
  const { today } = book.state;
  const { customer, policy, amount } = facts;
  book.put('instalments', key, { ...facts, cancelledAt: noonOf(today), lapsesOn: null });
  bookEntry(book, `moved-${key}-${request}`, {
    ...{ customer, policy, instalment: key, bookedOn: today, cause: 'credit', amount: -amount },
    description: { is: 'Fært á nýja gjalddaga', en: 'Moved to new due dates' },
  });
};

/** Takes an amount off what is left of instalments by key, in proportion. @returns what was taken off each */
const shareAmong = (amount: number, left: Map<string, number>): Array<readonly [string, number]> => {
  const room = [...left];
  const all = room.reduce((sum, [, part]) => sum + part, 0);
  let rest = Math.min(amount, all);
  const wanted =
    rest > 0
      ? splitIsk(
          rest,
          room.map(([, part]) => part),
        )
      : [];
  const taken = new Map<string, number>();
  const take = (key: string, part: number): void => {
    const possible = Math.min(part, left.get(key) ?? 0, rest);
    left.set(key, (left.get(key) ?? 0) - possible);
    taken.set(key, (taken.get(key) ?? 0) + possible);
    rest -= possible;
  };
  for (const [index, [key]] of room.entries()) take(key, wanted[index] ?? 0);
  // A króna that rounding has put where there was no room for it.
  for (const [key] of room) take(key, rest);
  return [...taken].filter(([, part]) => part > 0);
};

/** Notes in which of the new instalments each policy's premium is. */
const movePremium = (
  book: Book,
  customer: string,
  { from, to }: { from: readonly string[]; to: ReadonlyArray<{ key: string; amount: number }> },
): void => {
  const left = new Map(to.map(({ key, amount }) => [key, amount] as const));
  for (const { key: policy } of book.of('policies', customer)) {
    const shares = from.flatMap((key) => {
      const share = shareOf(book, policy, key);
      return share === 0 ? [] : [[key, share] as const];
    });
    const share = shares.reduce((sum, [, amount]) => sum + amount, 0);
    if (share <= 0) continue;
    const moved = shareAmong(share, left);
    const { plan, chargedTo } = chargedOf(book, policy);
    const instalments = Object.fromEntries([
      ...shares.map(([key, amount]) => [key, -amount] as const),
      ...moved,
    ]);
    addCharge(
      book,
      { policy, day: book.state.today, cause: 'plan' },
      { plan, chargedTo, amount: 0, instalments },
    );
  }
};

/**
 * Gives a customer other days to pay what is due (rule RIGHT-4): the instalments end, and those of the plan replace them, with the
 * fee on the account. The last day to pay is the due date, since the days were agreed. A request that was accepted before changes
 * nothing.
 * @throws Error when the terms do not allow the choice, which the caller has checked
 */
export const agreePlan = (
  book: Book,
  { request, customer, plan }: { request: string; customer: string; plan: AskedPlan },
): void => {
  const { today } = book.state;
  const { keys, isDone } = keysFor(book, customer, request);
  if (isDone) return;
  const { instalments } = owedBy(book, customer);
  const parts = partsOf(book, customer, plan.choice);
  const terms = planTermsOn(today);
  if (!parts || !terms) throw new Error('The terms do not allow this plan');
  const [policy = null, ...others] = new Set(instalments.map(({ facts }) => facts.policy));
  for (const instalment of instalments) endDue(book, instalment, request);
  const method = book.customer(customer)?.facts.paymentMethod ?? 'claim';
  const made = parts.map((part, index) => ({ ...part, key: `${keys}:${part.dueDate}`, sequence: index + 1 }));
  for (const { key, ...part } of made)
    book.put('instalments', key, {
      ...{ customer, policy: others.length > 0 ? null : policy, method },
      ...{ ...part, finalDueDate: part.dueDate, sequenceOf: made.length },
      ...{ paidAt: null, refusedAt: null, cancelledAt: null, lapsesOn: null },
    });
  bookEntry(book, `plan-fee-${keys}`, {
    ...{ customer, policy: null, bookedOn: today, cause: 'fee', amount: planFeeOf(plan.choice, terms) },
    description: { is: 'Gjald fyrir greiðsludreifingu', en: 'Payment plan fee' },
  });
  movePremium(book, customer, { from: instalments.map(({ key }) => key), to: made });
};
