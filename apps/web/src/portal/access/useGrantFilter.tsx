import type { AccessGrant } from '@hofn/contracts';
import { filterGrants, type GrantFilter } from '@hofn/texts/filter-grants.ts';
import { SelectField } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, PeriodField } from '../../parts/list/ListFilters.tsx';
import { allTime, type Period } from '../../parts/list/period.ts';
import { filterControls, usePeriod } from '../../parts/list/useList.ts';

type Fields = Period & Pick<GrantFilter, 'search' | 'state' | 'sort'>;

const noFilter: Fields = { ...allTime, search: '', state: '', sort: 'newest' };

const states = ['active', 'ended'] as const;
const sorts = ['newest', 'ends', 'name'] as const;

/** Filter fields of a list of grants, and the grants that match. A single grant needs no fields. */
export const useGrantFilter = <Grant extends AccessGrant>(grants: readonly Grant[]) => {
  const t = useTexts<'portal'>();
  const list = filterControls(useState(noFilter), noFilter);
  const { filter, setFields, clear, activeCount } = list;
  const period = usePeriod(filter);
  const { search, state, sort } = filter;
  const days = !period.error && period.days;
  const filterQuery = { search, state, sort, ...days };
  const shown = filterGrants(grants, filterQuery);
  const fields = grants.length > 1 && (
    <ListFilters list={list} searchLabel={t('access|search')} searchHint={t('access|searchHint')} columns={3}>
      <PeriodField
        label={t('access|filterPeriod')}
        period={filter}
        onChange={setFields}
        error={period.error}
      />
      <SelectField
        label={t('table|state')}
        value={filter.state}
        onChange={({ target }) =>
          setFields({ state: states.find((option) => option === target.value) ?? '' })
        }
        options={[
          { value: '', label: t('access|allStates') },
          ...states.map((value) => ({ value, label: t(`access|state.${value}`) })),
        ]}
      />
      <SelectField
        label={t('transactions|sort')}
        value={filter.sort}
        onChange={({ target }) =>
          setFields({ sort: sorts.find((option) => option === target.value) ?? 'newest' })
        }
        options={sorts.map((value) => ({ value, label: t(`access|sort.${value}`) }))}
      />
    </ListFilters>
  );
  return {
    fields,
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
