import { type Period, wholeTime } from '../../parts/list/period.ts';

/** What the list is narrowed to and ordered by, as the screen's fields have it: empty for all. */
export type Filter = Period & {
  type: string;
  policy: string;
  search: string;
  sort: 'newest' | 'oldest' | 'largest' | 'smallest';
};

export const noFilter: Filter = { ...wholeTime, type: '', policy: '', search: '', sort: 'newest' };
