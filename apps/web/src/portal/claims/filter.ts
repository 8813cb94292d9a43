import { allTime, type Period } from '../../parts/list/period.ts';

/** Filter and order of the list, as form field values; an empty string means no filter. */
export type Filter = Period & {
  state: '' | 'open' | 'closed';
  policy: string;
  search: string;
  sort: 'open' | 'newest' | 'oldest' | 'largest';
};

export const noFilter: Filter = { ...allTime, state: '', policy: '', search: '', sort: 'open' };
