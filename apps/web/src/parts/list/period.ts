import { isDay } from '@hofn/domain';

/** Named periods; `custom` uses the two dates of the filter. */
export const periods = ['all', 'thisYear', 'lastYear', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/** Period fields of a list; `from` and `to` apply only to `custom`. */
export type Period = { period: PeriodName; from: string; to: string };

/** Hash of a link to a list that should open with last year. */
export const lastYearHash = '#last-year';

export const allTime: Period = { period: 'all', from: '', to: '' };

/** First and last day of a period; a missing or incomplete date leaves that end open. */
export const daysOf = ({ period, from, to }: Period, today: string): { from?: string; to?: string } => {
  const year = Number(today.slice(0, 4)) - (period === 'lastYear' ? 1 : 0);
  if (period === 'thisYear' || period === 'lastYear') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === 'all') return {};
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
};

/** Whether the last day is before the first. */
export const isInverted = ({ from, to }: { from?: string; to?: string }): boolean =>
  from !== undefined && to !== undefined && to < from;
