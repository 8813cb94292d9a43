import type { Instalment, InstalmentState, PaymentPeriods, PaymentStatus } from '@hofn/contracts';
import { collectionOf, daysBetween } from '@hofn/domain';
import { dayOfInstant, foldForSearch } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor } from '../platform/cursor.ts';
import { Fault } from '../platform/fault.ts';
import type { AccountRow, InstalmentRow } from './account-store.ts';
import { nextPaymentOf } from './next-payment.ts';

/** State of an instalment on a day (`YYYY-MM-DD`). */
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

/** An instalment, as the contract defines it. */
export const instalmentOf = (
  { paymentId, chargedAmount: _, ...row }: InstalmentRow,
  today: string,
): Instalment => {
  const collection = collectionOf(row);
  const isComing = row.paidOn === null && paymentId === null && collection.day >= today;
  return {
    ...row,
    total: totalOf(row),
    state: stateOf({ ...row, paymentId }, today),
    collection: isComing ? collection : null,
  };
};

const sum = (rows: readonly Instalment[]): number => rows.reduce((total, row) => total + row.total, 0);
const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Whether a card has expired; it is valid to the end of its month, `08/29`. */
export const isCardExpired = (expires: string, today: string): boolean => {
  const [month = '', year = ''] = expires.split('/');
  return `20${year}-${month}` < today.slice(0, 7);
};

const position = z.tuple([z.number(), z.string()]);
type Position = z.infer<typeof position>;
export const cursors = defineCursor<Position | null>(position, null);

/** Filter and order of the list. */
export type InstalmentFilter = {
  year?: number | undefined;
  state?: InstalmentState | undefined;
  search?: string | undefined;
  sort: 'next' | 'newest' | 'oldest' | 'largest';
};

/** Puts instalments after all others: more days than lie between any two due dates. */
const afterAllDays = 1_000_000;

/** Sort value of an instalment, ascending in every order; ties are sorted by id. */
const placeOf = ({ dueDate, total, state }: Instalment, sort: InstalmentFilter['sort']): number => {
  if (sort === 'largest') return -total;
  const days = daysBetween('2000-01-01', dueDate);
  if (sort === 'next') return state === 'paid' || state === 'processing' ? afterAllDays - days : days;
  return sort === 'oldest' ? days : -days;
};

/** The instalments that match a filter, in its order. */
export const filterInstalments = (
  items: readonly Instalment[],
  { year, state, search, sort }: InstalmentFilter,
): Instalment[] => {
  const searchText = foldForSearch(search ?? '');
  const matchesSearch = ({ policy, total, dueDate }: Instalment) =>
    foldForSearch(`${policy?.name ?? ''} ${policy?.number ?? ''} ${total} ${dueDate}`).includes(searchText);
  return items
    .filter(
      (item) =>
        (year === undefined || yearOf(item.dueDate) === year) &&
        (state === undefined || item.state === state) &&
        (searchText === '' || matchesSearch(item)),
    )
    .toSorted((a, b) => placeOf(a, sort) - placeOf(b, sort) || (a.id < b.id ? -1 : 1));
};

/**
 * The payment status: a page of the list, and totals of the whole account (rules PAY-16 and DATA-10).
 * @param account with its instalments newest first
 * @param started payments without a result
 * @param page `after` is the position of the previous page's last row; `list` the filtered list that the cursor is valid for
 */
export const statusOf = (
  account: AccountRow,
  today: string,
  filter: InstalmentFilter,
  page: { after: Position | null; limit: number; list: string },
  started: ReadonlyArray<{ amount: number; startedAt: string; hasCase: boolean }> = [],
): PaymentStatus => {
  const items = account.instalments.map((row) => instalmentOf(row, today));
  const inState = (...states: InstalmentState[]) => items.filter(({ state }) => states.includes(state));
  const [overdue, dueNow, upcoming] = [inState('overdue'), inState('overdue', 'due'), inState('upcoming')];
  const year = yearOf(today);
  const thisYear = items.filter(({ dueDate }) => yearOf(dueDate) === year);
  const paid = thisYear.filter(({ state }) => state === 'paid');

  const list = filterInstalments(items, filter);
  const { after, limit } = page;
  const from = after
    ? list.findIndex((item) => {
        const place = placeOf(item, filter.sort);
        return place > after[0] || (place === after[0] && item.id > after[1]);
      })
    : 0;
  const shown = from < 0 ? [] : list.slice(from, from + limit);
  const last = shown.at(-1);
  const hasMore = last !== undefined && list.at(-1) !== last;
  const { card } = account;
  return {
    items: shown,
    nextCursor: hasMore ? cursors.write([placeOf(last, filter.sort), last.id], page.list) : null,
    sums: { count: list.length, total: sum(list) },
    summary: {
      dueNow: { amount: sum(dueNow), items: dueNow.filter(({ total }) => total > 0) },
      overdue: sum(overdue),
      next: nextPaymentOf([...inState('due'), ...upcoming], today),
      checking: started.map(({ amount, startedAt, hasCase }) => ({
        amount,
        startedOn: dayOfInstant(new Date(startedAt)),
        by: hasCase ? 'staff' : 'system',
      })),
      paid: { year, amount: sum(paid), count: paid.length, of: thisYear.length },
    },
    credit: {
      openBalance: sum(inState('overdue', 'due', 'processing')),
      instalmentCredit: sum(upcoming),
      limit: account.instalmentLimit,
    },
    card: card && {
      brand: card.brand,
      cardNumberMasked: card.cardNumberMasked,
      expired: isCardExpired(card.expires, today),
    },
    refunds: account.refunds,
  };
};

// A payment in progress counts as due until it has succeeded.
const sumOfState = {
  paid: 'paid',
  due: 'due',
  processing: 'due',
  overdue: 'overdue',
  upcoming: 'upcoming',
} as const satisfies Record<InstalmentState, string>;

/** Totals by year and month of the due date, newest year first; every year has all twelve months. */
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
 * Checks that instalments can be paid now with the card, for the amount that the customer saw.
 * @param request number of requested instalments, and the amount; fewer rows mean that one is not the subject's
 * @throws Fault `notFound`, `paymentAlreadyMade`, `paymentPending`, `amountChanged` or `noPaymentMethod`
 */
export const expectPayable = (
  rows: ReadonlyArray<Pick<InstalmentRow, 'paidOn' | 'paymentId' | 'amount' | 'penaltyInterest' | 'fees'>>,
  request: { count: number; amount: number },
  card: { token: string | null; expires: string } | null,
  today: string,
): void => {
  if (rows.length !== request.count) throw new Fault('notFound');
  if (rows.some(({ paidOn }) => paidOn !== null)) throw new Fault('paymentAlreadyMade');
  if (rows.some(({ paymentId }) => paymentId !== null)) throw new Fault('paymentPending');
  if (!card?.token || isCardExpired(card.expires, today)) throw new Fault('noPaymentMethod');
  const amountDue = rows.reduce((total, row) => total + totalOf(row), 0);
  if (amountDue !== request.amount || amountDue <= 0) throw new Fault('amountChanged');
};
