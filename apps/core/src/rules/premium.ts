import { addDays, addMonths, daysBetween, splitIsk } from '@hofn/domain';
import type { Book } from '../book.ts';
import {
  bookEntry,
  bookRefund,
  type Instalment,
  invoicedDays,
  isBooked,
  isOwed,
  noonOf,
  planInstalments,
  totalOf,
} from './accounts.ts';
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
const shareOf = (book: Book, policy: string, instalment: string): number =>
  book.lives.charges(policy).reduce((sum, { instalments }) => sum + (instalments[instalment] ?? 0), 0);

const byDueDate = (one: Instalment, other: Instalment): number =>
  daysBetween(other.facts.dueDate, one.facts.dueDate);

/** Instalments that pay for a policy and are not on an invoice yet, by due date. */
const openInstalments = (book: Book, { policy, day }: Occasion): Instalment[] => {
  const { plan } = chargedOf(book, policy);
  const customer = customerOf(book, policy);
  return book
    .of('instalments', customer)
    .filter((each) => each.facts.policy === policy || (each.facts.policy === null && plan === 'shared'))
    .filter((each) => isOwed(each) && each.facts.dueDate > addDays(day, invoicedDays))
    .toSorted(byDueDate);
};

/** Whether a charge from a day on is spread over instalments that there are. */
export const hasOpenInstalments = (book: Book, occasion: Occasion): boolean =>
  openInstalments(book, occasion).some(({ facts }) => facts.dueDate >= occasion.from);

type Lines = PremiumCharge['instalments'];

const addLine = (lines: Lines, key: string, amount: number): void => {
  if (amount !== 0) lines[key] = (lines[key] ?? 0) + amount;
};

/** Takes an amount off an instalment, which is cancelled when nothing is left of it. */
const takeOff = (book: Book, { key, facts }: Instalment, amount: number, day: string): void => {
  const left = facts.amount - amount;
  book.put(
    'instalments',
    key,
    left > 0 ? { ...facts, amount: left } : { ...facts, cancelledAt: noonOf(day) },
  );
};

/** Takes a credit off one instalment on an invoice. @returns how much of it was used */
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
 * Credits premium: off what the customer owes or has an invoice for, the oldest first, and the rest is paid into their bank
 * account.
 * @param credit whole ISK
 */
const creditPremium = (book: Book, { policy, day, cause }: Occasion, credit: number, lines: Lines): void => {
  const customer = customerOf(book, policy);
  let left = credit;
  let booked = 0;
  const owed = book
    .of('instalments', customer)
    .filter((each) => isOwed(each) && each.facts.dueDate <= addDays(day, invoicedDays))
    .toSorted(byDueDate);
  for (const instalment of owed) {
    if (left === 0) break;
    const used = deduct(book, instalment, left, day);
    left -= used;
    addLine(lines, instalment.key, -used);
    // The premium of one that is not due yet is booked when it is, without what was deducted.
    if (isBooked(book, instalment)) booked += used;
  }
  const entry = { customer, policy, bookedOn: day };
  const key = `${policy}-${day}-${nextNumber(book, policy)}`;
  bookEntry(book, `credit-${key}`, {
    ...{ ...entry, cause: 'credit', amount: -(booked + left), description: lostBy(cause) },
  });
  bookRefund(book, key, { ...entry, amount: left });
};

/** Takes premium off the instalments that are not on an invoice yet, and credits the rest. */
const returnPremium = (book: Book, occasion: Occasion, amount: number): Lines => {
  const { policy, day, from, cause } = occasion;
  const lines: Lines = {};
  let left = amount;
  const open = () =>
    openInstalments(book, occasion)
      .map((instalment) => ({
        instalment,
        share: Math.max(
          0,
          Math.min(
            shareOf(book, policy, instalment.key) + (lines[instalment.key] ?? 0),
            instalment.facts.amount,
          ),
        ),
      }))
      .filter(({ share }) => share > 0);
  const take = ({ instalment, share }: ReturnType<typeof open>[number], wanted: number): void => {
    const taken = Math.min(wanted, share, left);
    if (taken === 0) return;
    takeOff(book, instalment, taken, day);
    addLine(lines, instalment.key, -taken);
    left -= taken;
  };
  if (!endings.has(cause)) {
    const later = open().filter(({ instalment }) => instalment.facts.dueDate >= from);
    const most = later.reduce((sum, { share }) => sum + share, 0);
    const parts =
      most > 0
        ? splitIsk(
            Math.min(left, most),
            later.map(({ share }) => share),
          )
        : [];
    later.forEach((each, index) => {
      take(each, parts[index] ?? 0);
    });
  }
  // The last instalments pay for the days after the end.
  for (const each of open().toReversed()) take(each, left);
  if (left > 0) creditPremium(book, occasion, left, lines);
  return lines;
};

/** Adds instalments of a policy's own, of equal amounts. */
const planOwn = (book: Book, policy: string, total: number, dues: readonly string[]): Lines => {
  const parts = splitIsk(total, Array<number>(dues.length).fill(1));
  return planInstalments(
    book,
    { customer: customerOf(book, policy), policy, keys: `${policy}-${nextNumber(book, policy)}` },
    dues.map((dueDate, index) => ({ dueDate, amount: parts[index] ?? 0 })),
  );
};

/** Spreads premium over the instalments that are not on an invoice yet; without any it is an instalment of its own. */
const addPremium = (book: Book, occasion: Occasion, amount: number): Lines => {
  const { policy, day, from } = occasion;
  const open = openInstalments(book, occasion).filter(({ facts }) => facts.dueDate >= from);
  const lines: Lines = {};
  if (open.length === 0) {
    // In time for an invoice, and not before it is owed.
    const [, due = from] = [from, addDays(day, invoicedDays)].toSorted();
    return planOwn(book, policy, amount, [due]);
  }
  splitIsk(amount, Array<number>(open.length).fill(1)).forEach((part, index) => {
    const instalment = open[index];
    if (!instalment || part === 0) return;
    const { key, facts } = instalment;
    book.put('instalments', key, { ...facts, amount: facts.amount + part });
    addLine(lines, key, part);
  });
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

/** Days of monthly instalments from a day, as many as there are before another; none is due before the earliest. */
export const monthlyDues = (
  from: string,
  { count, before, earliest }: { count: number; before: string; earliest: string },
): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(from, index))
    .filter((due) => due < before)
    .map((due) => (due < earliest ? earliest : due));

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
  const used = dues.slice(0, Math.max(0, amount));
  const isPlanned = used.length > 0;
  const instalments = isPlanned ? planOwn(book, policy, amount, used) : {};
  addCharge(book, occasion, { plan: 'own', chargedTo: to, amount: isPlanned ? amount : 0, instalments });
  // Without a day to be due on, and for what was charged too much.
  if (!isPlanned) settlePremium(book, occasion);
};
