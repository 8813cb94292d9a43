import { addDays, addMonths, daysBetween, roundIsk } from '@hofn/domain';
import type { Book } from '../book.ts';
import { isOwed, planInstalments } from './accounts.ts';

/** Months after the lapse within which paying what is overdue restores a policy. */
const monthsToRestore = 3;

const dueDatesUntil = (day: string, lastDay: string): string[] => {
  const dates: string[] = [];
  for (let due = addMonths(`${day.slice(0, 8)}01`, 1); due <= lastDay; due = addMonths(due, 1))
    dates.push(due);
  return dates;
};

/**
 * Restores a customer's policies that lapsed for non-payment, once nothing is overdue any more: with cover from the day of
 * payment to the end of their period, and instalments of their own for it. A loss in between stays uncovered.
 */
export const reinstatePolicies = (book: Book, customer: string, day: string): void => {
  const isBehind = book
    .of('instalments', customer)
    .some((instalment) => isOwed(instalment) && instalment.facts.finalDueDate < day);
  if (isBehind) return;
  for (const { key, facts } of book.of('policies', customer)) {
    const { lapsedOn, cancelledOn, validTo, premiumPerYear } = facts;
    if (lapsedOn === null || lapsedOn > day || cancelledOn !== null || validTo <= day) continue;
    if (addMonths(lapsedOn, monthsToRestore) < day) continue;
    book.put('policies', key, { ...facts, lapsedOn: null, renews: true, validFrom: day });
    const dates = dueDatesUntil(day, validTo);
    const total = roundIsk((premiumPerYear * daysBetween(day, addDays(validTo, 1))) / 365);
    // What is left of a period that ends within the month is not charged.
    if (dates.length === 0 || total < dates.length) continue;
    planInstalments(
      book,
      { customer, policy: key, keys: `${key}-restored-${day}` },
      { total, count: dates.length, first: (index) => dates[index] ?? day },
    );
  }
};
