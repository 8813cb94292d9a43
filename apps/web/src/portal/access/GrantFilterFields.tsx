import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, PeriodField } from '../../parts/list/ListFilters.tsx';
import type { useGrantFilter } from './useGrantFilter.ts';

const states = ['active', 'ended'] as const;
const sorts = ['newest', 'ends', 'name'] as const;

/** Search, period, state and order of a list of grants. A single grant needs none of them. */
export const GrantFilterFields = ({
  list,
  periodError,
  count,
}: Pick<ReturnType<typeof useGrantFilter>, 'list' | 'periodError'> & { count: number }) => {
  const t = useTexts<'portal'>();
  const { filter, setFields } = list;
  return (
    <ListFilters
      list={list}
      searchLabel={t('access|search')}
      searchHint={t('access|searchHint')}
      columns={3}
      rows={count}
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
};
