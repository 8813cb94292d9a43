import { addDays, collectionOf, daysBetween, roundIsk } from '@hofn/domain';
import type { Book } from '../book.ts';
import {
  bookEntry,
  bookPremium,
  type Instalment,
  isOwed,
  noonOf,
  policiesInForce,
  totalOf,
} from './accounts.ts';
import { changePolicy } from './changes.ts';
import { settlePremium } from './premium.ts';
import { reinstatePolicies } from './reinstatement.ts';
import { planYears } from './year.ts';

/** Fee of a reminder, in ISK. */
const reminderFee = 130;
/** Penalty interest per year; a demo rate. */
const penaltyRate = 0.058;
/** Days from the reminder until policies lapse. */
const noticeDays = 14;

/** Insurance that the law requires: it does not lapse for unpaid premium. */
const mandatory = new Set(['motor-liability', 'property-fire']);

const paidBy = {
  ccard: { is: 'Greitt með greiðslukorti', en: 'Paid by card' },
  bank: { is: 'Greitt af bankareikningi', en: 'Paid from a bank account' },
  claim: { is: 'Krafa greidd í netbanka', en: 'Bill paid in online bank' },
} as const;

const owesOlder = (book: Book, { facts }: Instalment): boolean =>
  book
    .of('instalments', facts.customer)
    .some((other) => isOwed(other) && other.facts.dueDate < facts.dueDate);

const payOnDay = (book: Book, instalment: Instalment, day: string): void => {
  const { key, facts } = instalment;
  book.put('instalments', key, { ...facts, paidAt: noonOf(day), refusedAt: null, lapsesOn: null });
  bookEntry(book, `payment-${key}`, {
    ...{ customer: facts.customer, policy: facts.policy, instalment: key, bookedOn: day, cause: 'payment' },
    ...{ amount: -totalOf(facts), description: paidBy[facts.method] },
  });
  reinstatePolicies(book, facts.customer, day);
};

/** The day of payment: a card or bank account is charged, or the claim is paid. */
const collect = (book: Book, instalment: Instalment, day: string): void => {
  const { key, facts } = instalment;
  if (!owesOlder(book, instalment)) payOnDay(book, instalment, day);
  // The bank of a customer who is behind refuses.
  else if (facts.method !== 'claim') book.put('instalments', key, { ...facts, refusedAt: noonOf(day) });
};

/** The last day to pay has passed: fee, interest, and the day on which policies lapse. */
const remind = (book: Book, { key, facts }: Instalment, day: string): void => {
  const { customer, policy, amount, dueDate } = facts;
  const penaltyInterest = roundIsk((amount * penaltyRate * daysBetween(dueDate, day)) / 365);
  const lapsesOn = addDays(day, noticeDays);
  book.put('instalments', key, { ...facts, fees: reminderFee, penaltyInterest, lapsesOn });
  const about = { customer, policy, instalment: key, bookedOn: day };
  bookEntry(book, `fee-${key}`, {
    ...{ ...about, cause: 'fee', amount: reminderFee },
    description: { is: 'Innheimtukostnaður', en: 'Collection cost' },
  });
  bookEntry(book, `interest-${key}`, {
    ...{ ...about, cause: 'interest', amount: penaltyInterest },
    description: { is: 'Dráttarvextir', en: 'Penalty interest' },
  });
};

/** Nothing was paid: the customer's policies lapse, apart from mandatory ones, and instalments decrease. */
const lapse = (book: Book, { facts: { customer, policy } }: Instalment, day: string): void => {
  const lapsing = policiesInForce(book, customer, day).filter(
    ({ key, facts }) =>
      facts.validFrom <= day && !mandatory.has(facts.product) && (policy === null || policy === key),
  );
  for (const { key } of lapsing) {
    changePolicy(book, key, { kind: 'lapse' }, { from: day, day, cause: 'lapse' });
    settlePremium(book, { policy: key, from: day, day, cause: 'lapse' });
  }
};

/** What happens to customers' accounts on a day. */
export const runBilling = (book: Book, day: string): void => {
  planYears(book, day);
  for (const instalment of book.all('instalments'))
    if (isOwed(instalment) && instalment.facts.dueDate === day) bookPremium(book, instalment, { on: day });
  for (const { key } of book.all('instalments')) {
    // A lapse on the same day may have changed it.
    const instalment = book.get('instalments', key);
    if (!instalment || !isOwed(instalment)) continue;
    const { facts } = instalment;
    if (collectionOf(facts).day === day) collect(book, instalment, day);
    else if (facts.finalDueDate < day && facts.fees === 0) remind(book, instalment, day);
    if (facts.lapsesOn === day) lapse(book, instalment, day);
  }
};

/** The customer paid in the portal: the instalments are paid and the account says so. */
export const bookPortalPayment = (
  book: Book,
  { paymentId, instalments }: { paymentId: string; instalments: readonly Instalment[] },
  day: string,
): void => {
  const paid = instalments.filter(isOwed);
  const [first] = paid;
  if (!first) return;
  for (const instalment of paid) {
    const { key, facts } = instalment;
    bookPremium(book, instalment, { on: day, payment: paymentId });
    book.put('instalments', key, { ...facts, paidAt: noonOf(day), refusedAt: null, lapsesOn: null });
  }
  bookEntry(book, `portal-payment-${paymentId}`, {
    ...{ customer: first.facts.customer, policy: first.facts.policy, bookedOn: day, cause: 'payment' },
    ...{ amount: -paid.reduce((sum, { facts }) => sum + totalOf(facts), 0), payment: paymentId },
    description: { is: 'Greitt á Mínum síðum', en: 'Paid on My pages' },
  });
  reinstatePolicies(book, first.facts.customer, day);
};
