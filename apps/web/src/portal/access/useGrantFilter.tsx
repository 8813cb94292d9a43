import type { AccessGrant } from '@hofn/contracts';
import { dayOfInstant } from '@hofn/texts';
import { filterGrants, type GrantFilter } from '@hofn/texts/filter-grants.ts';
import { SelectField } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { countActive, ListFilters, PeriodField } from '../../parts/list/ListFilters.tsx';
import { allTime, daysOf, isInverted, type Period } from '../../parts/list/period.ts';
import { useNow } from '../../parts/useNow.ts';

type Fields = Period & Pick<GrantFilter, 'search' | 'state' | 'sort'>;

const noFilter: Fields = { ...allTime, search: '', state: '', sort: 'newest' };

const states = ['active', 'ended'] as const;
const sorts = ['newest', 'ends', 'name'] as const;

/** Filter fields of a list of grants, and the grants that match. A single grant needs no fields. */
export const useGrantFilter = <Grant extends AccessGrant>(grants: readonly Grant[]) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useState(noFilter);
  const setFields = (fields: Partial<Fields>) => setFilter({ ...filter, ...fields });
  const clear = () => setFilter(noFilter);
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const periodError = isInverted(days) ? t('transactions|toBeforeFrom') : undefined;
  const activeCount = countActive(filter, noFilter);
  const { search, state, sort } = filter;
  const filterQuery = { search, state, sort, ...(!periodError && days) };
  const shown = filterGrants(grants, filterQuery);
  const fields = grants.length > 1 && (
    <ListFilters
      search={{ label: t('access|search'), placeholder: t('access|searchHint'), value: filter.search }}
      onSearch={(search) => setFields({ search })}
      onClear={clear}
      activeCount={activeCount}
      columns={3}
    >
      <PeriodField
        label={t('access|filterPeriod')}
        period={filter}
        onChange={setFields}
        error={periodError}
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
      ...(!periodError && days),
    },
    isNarrow: search.trim() !== '' || activeCount > 0,
    open: shown.filter(({ state }) => state === 'active'),
    past: shown.filter(({ state }) => state !== 'active'),
  };
};
