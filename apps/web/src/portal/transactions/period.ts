/** Periods that are chosen by name; `custom` is two days that one picks. */
export const periods = ['all', 'thisYear', 'lastYear', 'custom'] as const;
export type PeriodName = (typeof periods)[number];

/** What the list is narrowed to and ordered by, as the screen's fields have it: empty for all. */
export type Filter = {
  period: PeriodName;
  from: string;
  to: string;
  type: string;
  policy: string;
  search: string;
  sort: 'newest' | 'oldest' | 'largest' | 'smallest';
};

export const noFilter: Filter = {
  period: 'all',
  from: '',
  to: '',
  type: '',
  policy: '',
  search: '',
  sort: 'newest',
};

/** First and last day of a period; a day that is not chosen bounds nothing. */
export const daysOf = (
  { period, from, to }: Pick<Filter, 'period' | 'from' | 'to'>,
  today: string,
): { from?: string; to?: string } => {
  const year = Number(today.slice(0, 4)) - (period === 'lastYear' ? 1 : 0);
  if (period === 'thisYear' || period === 'lastYear') return { from: `${year}-01-01`, to: `${year}-12-31` };
  if (period === 'all') return {};
  return { ...(from && { from }), ...(to && { to }) };
};

/** Whether the last day is before the first. */
export const upsideDown = ({ from, to }: { from?: string; to?: string }): boolean =>
  from !== undefined && to !== undefined && to < from;
