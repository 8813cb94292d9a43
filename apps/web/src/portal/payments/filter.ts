import type { InstalmentState } from '@hofn/contracts';

export const sorts = ['next', 'newest', 'oldest', 'largest'] as const;

/** Filter and order of the list, as form field values; an empty string means no filter. */
export type Filter = {
  year: string;
  state: '' | InstalmentState;
  search: string;
  sort: (typeof sorts)[number];
};

export const noFilter: Filter = { year: '', state: '', search: '', sort: 'next' };

/** API query of a filter. The usual order is the API's own. */
export const queryOf = ({ year, state, sort }: Filter, search: string) => ({
  ...(year && { year: Number(year) }),
  ...(state && { state }),
  ...(search && { search }),
  ...(sort !== 'next' && { sort }),
});
