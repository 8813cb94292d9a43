import { evenParts, singleDue } from '@hofn/insurance/billing/plan.ts';
import {
  type Deduction,
  deduct,
  invoicedOf,
  type Lines,
  openOf,
  spreadEvenly,
  takeOff,
} from '@hofn/insurance/billing/spread.ts';
import type { Book } from '../book.ts';
import { bookEntry, bookRefund, type Instalment, isBooked, noonOf, planInstalments } from './accounts.ts';
import { type Cause, type PremiumCharge, toCharge } from './life.ts';

/** What a charge is for: the policy, the day on which it is made, and why. */
export type Occasion = {
  policy: string;
  day: string;
  cause: Cause;
  /** The day from which the premium is another one. */
  from: string;
};

/** Causes after which nothing more is charged for later days. */
const endings: ReadonlySet<Cause> = new Set(['cancel', 'withdraw', 'replaced', 'vehicle', 'lapse', 'undone']);

const lostTo = {
  end: { is: 'Iðgjald sem fellur niður vegna uppsagnar', en: 'Premium no longer charged after cancellation' },
  lapse: { is: 'Iðgjald sem fellur niður vegna vanskila', en: 'Premium no longer charged after the lapse' },
  suspend: {
    is: 'Iðgjald fellur niður á meðan tryggingin er í biðstöðu',
    en: 'Premium no longer charged while suspended',
  },
  change: { is: 'Iðgjald lækkar vegna breytingar', en: 'Premium reduced after a change' },
} as const;

const lostBy = (cause: Cause) => {
  if (cause === 'lapse' || cause === 'suspend') return lostTo[cause];
  return endings.has(cause) ? lostTo.end : lostTo.change;
};

/** What a policy has been charged, how far, and by which instalments. */
export const chargedOf = (book: Book, policy: string) => {
  const charges = book.lives.charges(policy);
  const { plan = 'own', chargedTo = '' } = charges.at(-1) ?? {};
  return { plan, chargedTo, charged: charges.reduce((sum, { amount }) => sum + amount, 0) };
};

const nextNumber = (book: Book, policy: string): number => book.lives.charges(policy).length + 1;
const customerOf = (book: Book, policy: string): string => book.get('policies', policy)?.facts.customer ?? '';

/** How much of an instalment is premium of a policy. */
export const shareOf = (book: Book, policy: string, instalment: string): number =>
  book.lives.charges(policy).reduce((sum, { instalments }) => sum + (instalments[instalment] ?? 0), 0);

/** Instalments of the customer that pay for a policy, by themselves or with others. */
const payingFor = (book: Book, policy: string): Instalment[] => {
  const { plan } = chargedOf(book, policy);
  return book
    .of('instalments', customerOf(book, policy))
    .filter(({ facts }) => facts.policy === policy || (facts.policy === null && plan === 'shared'));
};

/** Instalments that pay for a policy and are not on an invoice yet, by due date. */
const openInstalments = (book: Book, { policy, day }: Occasion): Instalment[] =>
  openOf(payingFor(book, policy), day);

/** Whether a charge from a day on is spread over instalments that there are. */
export const hasOpenInstalments = (book: Book, occasion: Occasion): boolean =>
  openInstalments(book, occasion).some(({ facts }) => facts.dueDate >= occasion.from);

/** Changes the amount of an instalment, which is cancelled when nothing is left of it. */
const moveAmount = (book: Book, key: string, by: number, day: string): void => {
  const facts = book.get('instalments', key)?.facts;
  if (!facts) throw new Error(`The book has no instalment ${key}`);
  const amount = facts.amount + by;
  book.put('instalments', key, amount > 0 ? { ...facts, amount } : { ...facts, cancelledAt: noonOf(day) });
};

/** Books what a credit pays of an instalment on an invoice. */
const bookDeduction = (book: Book, { key, used, isPaid }: Deduction, day: string): void => {
  const facts = book.get('instalments', key)?.facts;
  if (!facts) throw new Error(`The book has no instalment ${key}`);
  if (isPaid) book.put('instalments', key, { ...facts, cancelledAt: noonOf(day), lapsesOn: null });
  else book.put('instalments', key, { ...facts, amount: facts.amount - used });
};

/**
 * Credits premium: off what the customer owes or has an invoice for, the oldest first, and the rest is paid into their bank
 * account.
 * @param credit whole ISK
 */
const creditPremium = (book: Book, { policy, day, cause }: Occasion, credit: number): Lines => {
  const customer = customerOf(book, policy);
  const { deductions, refund } = deduct(credit, invoicedOf(book.of('instalments', customer), day));
  let booked = 0;
  for (const deduction of deductions) {
    bookDeduction(book, deduction, day);
    const instalment = book.get('instalments', deduction.key);
    // The premium of one that is not due yet is booked when it is, without what was deducted.
    if (instalment && isBooked(book, instalment)) booked += deduction.used;
  }
  const entry = { customer, policy, bookedOn: day };
  const key = `${policy}-${day}-${nextNumber(book, policy)}`;
  bookEntry(book, `credit-${key}`, {
    ...{ ...entry, cause: 'credit', amount: -(booked + refund), description: lostBy(cause) },
  });
  bookRefund(book, key, { ...entry, amount: refund });
  return Object.fromEntries(deductions.map(({ key: of, used }) => [of, -used]));
};

/** Takes premium off the instalments that are not on an invoice yet, and credits the rest. */
const returnPremium = (book: Book, occasion: Occasion, amount: number): Lines => {
  const { policy, day, from, cause } = occasion;
  const open = openInstalments(book, occasion).map((each) => ({
    ...each,
    share: shareOf(book, policy, each.key),
  }));
  const { taken, left } = takeOff(amount, open, { from: endings.has(cause) ? undefined : from });
  for (const [key, part] of Object.entries(taken)) moveAmount(book, key, -part, day);
  const lines = Object.fromEntries(Object.entries(taken).map(([key, part]) => [key, -part]));
  return left > 0 ? { ...lines, ...creditPremium(book, occasion, left) } : lines;
};

/** Adds instalments of a policy's own, of equal amounts. */
const planOwn = (book: Book, policy: string, total: number, dues: readonly string[]): Lines =>
  planInstalments(
    book,
    { customer: customerOf(book, policy), policy, keys: `${policy}-${nextNumber(book, policy)}` },
    evenParts(total, dues),
  );

/** Spreads premium over the instalments that are not on an invoice yet; without any it is an instalment of its own. */
const addPremium = (book: Book, occasion: Occasion, amount: number): Lines => {
  const { policy, day, from } = occasion;
  const open = openInstalments(book, occasion).filter(({ facts }) => facts.dueDate >= from);
  if (open.length === 0) return planOwn(book, policy, amount, [singleDue(from, day)]);
  const lines = spreadEvenly(amount, open);
  for (const [key, part] of Object.entries(lines)) moveAmount(book, key, part, day);
  return lines;
};

/** Notes what a policy was charged, with the instalments that it is in. */
export const addCharge = (
  book: Book,
  { policy, day, cause }: Omit<Occasion, 'from'>,
  charge: Pick<PremiumCharge, 'amount' | 'instalments' | 'chargedTo' | 'plan'>,
): void => book.lives.addCharge({ policy, number: nextNumber(book, policy), on: day, cause, ...charge });

/**
 * Charges or returns what the versions of a policy earn more or less, until the day to which it has been charged, than was
 * charged: over the instalments that are not on an invoice yet, and without any as an instalment of its own or a credit (rule
 * INS-4). Called after its versions have changed.
 */
export const settlePremium = (book: Book, occasion: Occasion): void => {
  const { policy } = occasion;
  const { charged, chargedTo, plan } = chargedOf(book, policy);
  const amount = toCharge(book.lives.versions(policy), { charged, to: chargedTo });
  if (amount === 0) return;
  const instalments =
    amount > 0 ? addPremium(book, occasion, amount) : returnPremium(book, occasion, -amount);
  addCharge(book, occasion, { ...{ plan, chargedTo, amount, instalments } });
};

/**
 * Charges a policy until a later day, by instalments of its own.
 * @param to the first day that is not charged for
 * @param dues their due dates, of which a small premium uses the first ones alone
 */
export const planPremium = (
  book: Book,
  occasion: Occasion,
  { to, dues }: { to: string; dues: readonly string[] },
): void => {
  const { policy } = occasion;
  const amount = toCharge(book.lives.versions(policy), { charged: chargedOf(book, policy).charged, to });
  const isPlanned = amount > 0 && dues.length > 0;
  const instalments = isPlanned ? planOwn(book, policy, amount, dues) : {};
  addCharge(book, occasion, { plan: 'own', chargedTo: to, amount: isPlanned ? amount : 0, instalments });
  // Without a day to be due on, and for what was charged too much.
  if (!isPlanned) settlePremium(book, occasion);
};
