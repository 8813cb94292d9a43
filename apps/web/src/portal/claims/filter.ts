import { type Period, wholeTime } from '../../parts/list/period.ts';

/** What the list is narrowed to and ordered by, as the screen's fields have it: empty for all. */
export type Filter = Period & {
  state: '' | 'open' | 'closed';
  policy: string;
  search: string;
  sort: 'open' | 'newest' | 'oldest' | 'largest';
};

export const noFilter: Filter = { ...wholeTime, state: '', policy: '', search: '', sort: 'open' };
