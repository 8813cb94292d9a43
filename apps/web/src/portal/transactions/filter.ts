import { allTime, type Period } from '../../parts/list/period.ts';

/** Filter and order of the list, as form field values; an empty string means no filter. */
export type Filter = Period & {
  type: string;
  policy: string;
  search: string;
  sort: 'newest' | 'oldest' | 'largest' | 'smallest';
};

export const noFilter: Filter = { ...allTime, type: '', policy: '', search: '', sort: 'newest' };
