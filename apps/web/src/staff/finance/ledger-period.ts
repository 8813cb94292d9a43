import { addDays, addMonths, isDay } from '@hofn/domain';

/** A day or a month of the ledger, as form field values. */
export type LedgerChoice = {
  kind: 'month' | 'day';
  /** `2026-11`; empty for the present one. */
  month: string;
  /** A day, which may be incomplete. */
  day: string;
};

/** How many months can be chosen. */
const monthsBack = 24;

const isMonth = (text: string | null): text is string => text !== null && isDay(`${text}-01`);

/** What an address names. */
export const choiceOf = (query: string): LedgerChoice => {
  const given = new URLSearchParams(query);
  const [month, day] = [given.get('month'), given.get('day')];
  if (day !== null && isDay(day)) return { kind: 'day', month: '', day };
  return { kind: 'month', month: isMonth(month) ? month : '', day: '' };
};

/** The query of its address; empty for the present month. */
export const queryOf = ({ kind, month, day }: LedgerChoice): string => {
  if (kind === 'day') return isDay(day) ? `?day=${day}` : '';
  return month === '' ? '' : `?month=${month}`;
};

/** Months that can be chosen, newest first, with the one that was chosen. */
export const monthsUntil = (today: string, chosen: string): string[] => {
  const first = `${today.slice(0, 7)}-01`;
  const months = Array.from({ length: monthsBack }, (_, back) => addMonths(first, -back).slice(0, 7));
  return chosen === '' || months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed();
};

/** Its first and last day; undefined for a day that is incomplete, or ahead. */
export const periodOf = (
  { kind, month, day }: LedgerChoice,
  today: string,
): { from: string; to: string } | undefined => {
  if (kind === 'day') return isDay(day) && day <= today ? { from: day, to: day } : undefined;
  const from = `${month || today.slice(0, 7)}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
};
