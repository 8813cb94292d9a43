import { isDay } from '@hofn/domain';

/** Periods that are chosen by name; `custom` is two days that one picks. */
export const periods = ['all', 'thisYear', 'lastYear', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/** A period as the fields of a list have it; `from` and `to` count when it is `custom`. */
export type Period = { period: PeriodName; from: string; to: string };

export const wholeTime: Period = { period: 'all', from: '', to: '' };

/** First and last day of a period; a day that is not chosen, or not typed to its end, bounds nothing. */
export const daysOf = ({ period, from, to }: Period, today: string): { from?: string; to?: string } => {
  const year = Number(today.slice(0, 4)) - (period === 'lastYear' ? 1 : 0);
  if (period === 'thisYear' || period === 'lastYear') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === 'all') return {};
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
};

/** Whether the last day is before the first. */
export const upsideDown = ({ from, to }: { from?: string; to?: string }): boolean =>
  from !== undefined && to !== undefined && to < from;
