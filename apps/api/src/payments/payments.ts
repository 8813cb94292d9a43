import type { Instalment, InstalmentState, PaymentPeriods, PaymentStatus } from '@hofn/contracts';
import { daysBetween } from '@hofn/domain';
import { foldForSearch } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import type { AccountRow, InstalmentRow } from './store.ts';

/** How an instalment stands on a day (`YYYY-MM-DD`). */
export const stateOf = (
  row: Pick<InstalmentRow, 'paidOn' | 'paymentId' | 'dueDate' | 'finalDueDate'>,
  today: string,
): InstalmentState => {
  if (row.paidOn !== null) return 'paid';
  if (row.paymentId !== null) return 'processing';
  if (row.finalDueDate < today) return 'overdue';
  return row.dueDate <= today ? 'due' : 'upcoming';
};

/** Premium, interest and fees together, in ISK. */
export const totalOf = (row: Pick<InstalmentRow, 'amount' | 'penaltyInterest' | 'fees'>): number =>
  row.amount + row.penaltyInterest + row.fees;

/** An instalment as the contract has it. */
export const instalmentOf = ({ paymentId, ...row }: InstalmentRow, today: string): Instalment => ({
  ...row,
  total: totalOf(row),
  state: stateOf({ ...row, paymentId }, today),
});

const sum = (rows: readonly Instalment[]): number => rows.reduce((total, row) => total + row.total, 0);
const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Whether a card is past the month that it holds to the end of: `08/29`. */
export const cardExpired = (expires: string, today: string): boolean => {
  const [month = '', year = ''] = expires.split('/');
  return `20${year}-${month}` < today.slice(0, 7);
};

const position = z.tuple([z.number(), z.string()]);
type Position = z.infer<typeof position>;
export const cursors = defineCursor<Position | null>(position, null);

/** What the list is narrowed to, and its order. */
export type Narrowed = {
  year?: number | undefined;
  state?: InstalmentState | undefined;
  search?: string | undefined;
  sort: 'newest' | 'oldest' | 'largest';
};

/** Place of an instalment in an order: a rising figure, equal ones by their id. */
const placeOf = ({ dueDate, total }: Instalment, sort: Narrowed['sort']): number => {
  if (sort === 'largest') return -total;
  const days = daysBetween('2000-01-01', dueDate);
  return sort === 'oldest' ? days : -days;
};

/** The instalments that are asked for, in the order that is asked for. */
export const narrowed = (
  items: readonly Instalment[],
  { year, state, search, sort }: Narrowed,
): Instalment[] => {
  const wanted = foldForSearch(search ?? '');
  const found = ({ policy, total, dueDate }: Instalment) =>
    foldForSearch(`${policy?.name ?? ''} ${policy?.number ?? ''} ${total} ${dueDate}`).includes(wanted);
  return items
    .filter(
      (item) =>
        (year === undefined || yearOf(item.dueDate) === year) &&
        (state === undefined || item.state === state) &&
        (wanted === '' || found(item)),
    )
    .toSorted((a, b) => placeOf(a, sort) - placeOf(b, sort) || (a.id < b.id ? -1 : 1));
};

/**
 * The payment status: a page of the list, and what the whole account comes to (rules PAY-16 and DATA-10).
 * @param account its instalments newest first
 * @param page `after` is the last row of the page before; `list` is what the next cursor is bound to
 */
export const statusOf = (
  account: AccountRow,
  today: string,
  filter: Narrowed,
  page: { after: Position | null; limit: number; list: string },
): PaymentStatus => {
  const items = account.instalments.map((row) => instalmentOf(row, today));
  const of = (...states: InstalmentState[]) => items.filter(({ state }) => states.includes(state));
  const [overdue, dueNow, upcoming] = [of('overdue'), of('overdue', 'due'), of('upcoming')];
  const year = yearOf(today);
  const thisYear = items.filter(({ dueDate }) => yearOf(dueDate) === year);
  const paid = thisYear.filter(({ state }) => state === 'paid');
  const next = upcoming.at(-1);

  const list = narrowed(items, filter);
  const { after, limit } = page;
  const from = after
    ? list.findIndex((item) => {
        const place = placeOf(item, filter.sort);
        return place > after[0] || (place === after[0] && item.id > after[1]);
      })
    : 0;
  const shown = from < 0 ? [] : list.slice(from, from + limit);
  const last = shown.at(-1);
  const more = last !== undefined && list.at(-1) !== last;
  const { card } = account;
  return {
    items: shown,
    nextCursor: more ? cursors.write([placeOf(last, filter.sort), last.id], page.list) : null,
    sums: { count: list.length, total: sum(list) },
    summary: {
      dueNow: { amount: sum(dueNow), items: dueNow.filter(({ total }) => total > 0) },
      overdue: sum(overdue),
      next: next ? { dueDate: next.dueDate, amount: next.total, method: next.method } : null,
      paid: { year, amount: sum(paid), count: paid.length, of: thisYear.length },
    },
    credit: {
      openBalance: sum(of('overdue', 'due', 'processing')),
      instalmentCredit: sum(upcoming),
      limit: account.instalmentLimit,
    },
    card: card && {
      brand: card.brand,
      cardNumberMasked: card.cardNumberMasked,
      expired: cardExpired(card.expires, today),
    },
  };
};

// What is on its way counts with what is due until it is known to be paid.
const sumOfState = {
  paid: 'paid',
  due: 'due',
  processing: 'due',
  overdue: 'overdue',
  upcoming: 'upcoming',
} as const satisfies Record<InstalmentState, string>;

/** Sums by year and month of the due dates, newest year first; a year has all its months. */
export const periodsOf = ({ instalments }: AccountRow, today: string): PaymentPeriods => {
  const none = () => ({ paid: 0, due: 0, overdue: 0, upcoming: 0 });
  const years = new Map<number, PaymentPeriods['items'][number]>();
  for (const row of instalments) {
    const year = yearOf(row.dueDate);
    const period = years.get(year) ?? {
      year,
      ...none(),
      months: Array.from({ length: 12 }, (_, n) => ({ month: n + 1, ...none() })),
    };
    years.set(year, period);
    const kind = sumOfState[stateOf(row, today)];
    period[kind] += totalOf(row);
    const month = period.months[Number(row.dueDate.slice(5, 7)) - 1];
    if (month) month[kind] += totalOf(row);
  }
  return { items: [...years.values()].toSorted((a, b) => b.year - a.year) };
};

/**
 * Whether instalments may be paid now with a card, for an amount.
 * @param asked how many were asked for; fewer rows means that one is not the subject's
 * @throws Fault `notFound`, `paymentAlreadyMade`, `paymentPending`, `amountChanged` or `noPaymentMethod`
 */
export const expectPayable = (
  rows: ReadonlyArray<Pick<InstalmentRow, 'paidOn' | 'paymentId' | 'amount' | 'penaltyInterest' | 'fees'>>,
  asked: { count: number; amount: number },
  card: { token: string | null; expires: string } | null,
  today: string,
): void => {
  if (rows.length !== asked.count) throw new Fault('notFound');
  if (rows.some(({ paidOn }) => paidOn !== null)) throw new Fault('paymentAlreadyMade');
  if (rows.some(({ paymentId }) => paymentId !== null)) throw new Fault('paymentPending');
  if (!card?.token || cardExpired(card.expires, today)) throw new Fault('noPaymentMethod');
  const owed = rows.reduce((total, row) => total + totalOf(row), 0);
  if (owed !== asked.amount || owed <= 0) throw new Fault('amountChanged');
};
