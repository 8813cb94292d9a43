import { isChargedOn, lapsesWith, reminderOn, stepOn } from '@hofn/insurance/billing/arrears.ts';
import { isOwed, totalOf } from '@hofn/insurance/billing/instalment.ts';
import type { Book } from '../book.ts';
import { bookEntry, bookPremium, bookRefund, type Instalment, noonOf } from './accounts.ts';
import { changePolicy } from './changes.ts';
import { isOfPlan } from './payment-plan.ts';
import { settlePremium } from './premium.ts';
import { reinstatePolicies } from './reinstatement.ts';
import { planYears } from './year.ts';

const paidBy = {
  ccard: { is: 'Greitt með greiðslukorti', en: 'Paid by card' },
  bank: { is: 'Greitt af bankareikningi', en: 'Paid from a bank account' },
  claim: { is: 'Krafa greidd í netbanka', en: 'Bill paid in online bank' },
} as const;

const owesOlder = (book: Book, { facts }: Instalment): boolean =>
  book
    .of('instalments', facts.customer)
    .some((other) => isOwed(other.facts) && other.facts.dueDate < facts.dueDate);

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
  const { customer, policy } = facts;
  const reminder = reminderOn(facts, day);
  const { fees, penaltyInterest, lapsesOn } = reminder;
  // The first instalment of a plan has the fees and interest of what it replaces.
  const carried = isOfPlan(key) ? facts : { fees: 0, penaltyInterest: 0 };
  book.put('instalments', key, {
    ...{ ...facts, lapsesOn, fees: carried.fees + fees },
    penaltyInterest: carried.penaltyInterest + penaltyInterest,
  });
  const about = { customer, policy, instalment: key, bookedOn: day };
  bookEntry(book, `fee-${key}`, {
    ...{ ...about, cause: 'fee', amount: reminder.fees },
    description: { is: 'Innheimtukostnaður', en: 'Collection cost' },
  });
  bookEntry(book, `interest-${key}`, {
    ...{ ...about, cause: 'interest', amount: reminder.penaltyInterest },
    description: { is: 'Dráttarvextir', en: 'Penalty interest' },
  });
};

/** Nothing was paid: the customer's policies lapse, apart from mandatory ones, and instalments decrease. */
const lapse = (book: Book, { facts }: Instalment, day: string): void => {
  const lapsing = book.of('policies', facts.customer).filter((policy) => lapsesWith(policy, facts, day));
  for (const { key } of lapsing) {
    changePolicy(book, key, { kind: 'lapse' }, { from: day, day, cause: 'lapse' });
    settlePremium(book, { policy: key, from: day, day, cause: 'lapse' });
  }
};

/** What happens to customers' accounts on a day. */
export const runBilling = (book: Book, day: string): void => {
  planYears(book, day);
  for (const instalment of book.all('instalments'))
    if (isChargedOn(instalment.facts, day)) bookPremium(book, instalment, { on: day });
  for (const { key } of book.all('instalments')) {
    // A lapse on the same day may have changed it.
    const instalment = book.get('instalments', key);
    if (!instalment || !isOwed(instalment.facts)) continue;
    const step = stepOn(instalment.facts, day, { isOfPlan: isOfPlan(key) });
    if (step === 'collect') collect(book, instalment, day);
    else if (step === 'remind') remind(book, instalment, day);
    if (instalment.facts.lapsesOn === day) lapse(book, instalment, day);
  }
};

/** The customer paid in the portal: the instalments are paid and the account says so. */
export const bookPortalPayment = (
  book: Book,
  { paymentId, instalments }: { paymentId: string; instalments: readonly Instalment[] },
  day: string,
): void => {
  const paid = instalments.filter(({ facts }) => isOwed(facts));
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

/**
 * The card service has refunded a portal payment, all or in part: what was paid is on the customer's account again, and the instalments
 * stay as they are.
 */
export const bookPortalRefund = (
  book: Book,
  refund: { id: string; customer: string; policy: string | null; amount: number },
  day: string,
): void => {
  const { id, customer, policy, amount } = refund;
  bookRefund(book, `portal-${id}`, {
    ...{ customer, policy, bookedOn: day, amount, payment: id },
    description: { is: 'Endurgreitt á kort', en: 'Refunded to your card' },
  });
};
