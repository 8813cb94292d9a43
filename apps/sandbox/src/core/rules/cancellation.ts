import { addDays, addMonths, daysBetween, roundIsk } from '@hofn/domain';
import type { Book } from '../book.ts';
import {
  bookEntry,
  type Instalment,
  invoicedDays,
  isOwed,
  noonOf,
  type Policy,
  totalOf,
} from './accounts.ts';

/**
 * The last day that the customer's charged instalments pay for: each pays for the time until the next one. Charged are
 * those that are due or on an invoice.
 */
const chargedUntil = (book: Book, { key, facts }: Policy, day: string): string | undefined => {
  const { customer, instalmentsPerYear } = facts;
  const charged = book
    .of('instalments', customer)
    .filter((each) => !each.facts.cancelledAt && each.facts.dueDate <= addDays(day, invoicedDays));
  const own = charged.filter((each) => each.facts.policy === key);
  const shared = charged.filter((each) => each.facts.policy === null);
  const last = (own.length > 0 ? own : shared)
    .map((each) => each.facts.dueDate)
    .toSorted()
    .at(-1);
  // Instalments for all policies are monthly.
  const months = own.length > 0 ? Math.round(12 / instalmentsPerYear) : 1;
  return last && addDays(addMonths(last, months), -1);
};

/** Takes a credit off one instalment. @returns how much of it was used */
const deduct = (book: Book, { key, facts }: Instalment, credit: number, day: string): number => {
  const total = totalOf(facts);
  if (credit >= total) {
    book.put('instalments', key, { ...facts, cancelledAt: noonOf(day), lapsesOn: null });
    return total;
  }
  // An instalment has at least one króna besides its fees.
  const used = Math.min(credit, facts.amount - 1);
  book.put('instalments', key, { ...facts, amount: facts.amount - used });
  return used;
};

/**
 * Credits what was charged for the days after a cancelled policy's last one: off what the customer owes, the oldest first,
 * and the rest is paid into their bank account. Called before the policy changes.
 */
export const creditPremium = (book: Book, policy: Policy, lastDay: string, day: string): void => {
  const { key, facts } = policy;
  const { customer, premiumPerYear, validTo } = facts;
  const [until] = [chargedUntil(book, policy, day) ?? lastDay, validTo].toSorted();
  const days = daysBetween(lastDay, until ?? lastDay);
  if (days <= 0) return;
  let credit = roundIsk((premiumPerYear * days) / 365);
  let booked = 0;
  const owed = book
    .of('instalments', customer)
    .filter((each) => isOwed(each) && each.facts.dueDate <= addDays(day, invoicedDays))
    .toSorted((one, other) => daysBetween(other.facts.dueDate, one.facts.dueDate));
  for (const instalment of owed) {
    if (credit === 0) break;
    const used = deduct(book, instalment, credit, day);
    credit -= used;
    // The premium of a later one is booked when it is due, without what was deducted.
    if (instalment.facts.dueDate <= day) booked += used;
  }
  const entry = { customer, policy: key, bookedOn: day };
  bookEntry(book, `credit-${key}-${day}`, {
    ...{ ...entry, type: 'premium', amount: -(booked + credit) },
    description: {
      is: 'Iðgjald sem fellur niður vegna uppsagnar',
      en: 'Premium no longer charged after cancellation',
    },
  });
  bookEntry(book, `refund-${key}-${day}`, {
    ...{ ...entry, type: 'refund', amount: credit },
    description: { is: 'Lagt inn á bankareikning þinn', en: 'Paid into your bank account' },
  });
};
