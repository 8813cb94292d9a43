import { monthlyDues, singleDue } from '@hofn/insurance/billing/plan.ts';
import { premiumEarnedOn } from '@hofn/insurance/earning.ts';
import { standing } from '@hofn/insurance/policy-life.ts';
import { resumedFrom, suspendedPercentOf } from '@hofn/insurance/suspension.ts';
import type { Book, BookRecord } from '../book.ts';
import { changePolicy } from './changes.ts';
import { life } from './life.ts';
import { chargedOf, hasOpenInstalments, planPremium, settlePremium } from './premium.ts';

type About = {
  /** First day off the road, or back on it. */
  from: string;
  /** The day on which it becomes known. */
  day: string;
  request: string;
};

/** Suspends a policy, and returns the premium that is not earned meanwhile (rule INS-4). */
export const suspendPolicy = (
  book: Book,
  { key, facts }: BookRecord<'policies'>,
  { from, day, request }: About,
): void => {
  const percent = suspendedPercentOf(facts.product);
  changePolicy(book, key, { kind: 'suspend', percent }, { from, day, cause: 'suspend', request });
  settlePremium(book, { policy: key, from, day, cause: 'suspend' });
};

/**
 * Ends a suspension, and charges the premium by day again: over the instalments that are not on an invoice yet, or in new
 * ones, as many as the policy has in a year. One that has not begun is taken back. A policy that is not suspended stays as
 * it is.
 */
export const resumePolicy = (
  book: Book,
  { key, facts }: BookRecord<'policies'>,
  { from: wanted, day, request }: About,
): void => {
  if (facts.suspendedOn === null) return;
  const from = resumedFrom(wanted, facts.suspendedOn);
  changePolicy(book, key, { kind: 'resume' }, { from, day, cause: 'resume', request });
  const occasion = { policy: key, from, day, cause: 'resume' } as const;
  const { plan, chargedTo: to } = chargedOf(book, key);
  if (plan === 'shared' || hasOpenInstalments(book, occasion)) {
    settlePremium(book, occasion);
    return;
  }
  const first = singleDue(from, day);
  const dues = monthlyDues(first, { count: facts.instalmentsPerYear, before: to, earliest: first });
  planPremium(book, occasion, { to, dues });
};

/** The yearly premium by which a policy earns on a day, in whole ISK; 0 for one that the book does not have. */
export const premiumOn = (book: Book, number: string, day: string): number => {
  const key = book.policy(number)?.key;
  const state = key === undefined ? undefined : life.on(standing(book.lives.versions(key)), day);
  return state ? premiumEarnedOn(state, day) : 0;
};

/** The first day off the road of a policy, as it is known now for a day; null when it is not suspended. */
export const suspendedOnDay = (book: Book, key: string, day: string): string | null =>
  life.on(standing(book.lives.versions(key)), day)?.policy.suspendedOn ?? null;
