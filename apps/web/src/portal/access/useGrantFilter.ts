import type { AccessGrant } from '@hofn/contracts';
import { filterGrants, type GrantFilter } from '@hofn/texts/filter-grants.ts';
import { useState } from 'react';
import { allTime, type Period } from '../../parts/list/period.ts';
import { filterControls, usePeriod } from '../../parts/list/useList.ts';

type Fields = Period & Pick<GrantFilter, 'search' | 'state' | 'sort'>;

const noFilter: Fields = { ...allTime, search: '', state: '', sort: 'newest' };

/** The filter of a list of grants, and the grants that match. `GrantFilterFields` are its fields. */
export const useGrantFilter = <Grant extends AccessGrant>(grants: readonly Grant[]) => {
  const list = filterControls(useState(noFilter), noFilter);
  const { filter, clear, activeCount } = list;
  const period = usePeriod(filter);
  const { search, state, sort } = filter;
  const days = !period.error && period.days;
  const shown = filterGrants(grants, { search, state, sort, ...days });
  return {
    list,
    /** Error of the period's dates. */
    periodError: period.error,
    clear,
    /** Query for the downloads. */
    query: {
      sort,
      ...(search.trim() && { search: search.trim() }),
      ...(state && { state }),
      ...days,
    },
    isNarrow: search.trim() !== '' || activeCount > 0,
    open: shown.filter(({ state }) => state === 'active'),
    past: shown.filter(({ state }) => state !== 'active'),
  };
};
