import type { InstalmentState } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ListFilters } from '../../parts/list/ListFilters.tsx';
import type { FilterControls } from '../../parts/list/useList.ts';
import { type Filter, sorts } from './filter.ts';
import { stateLook } from './labels.ts';

const states = Object.keys(stateLook) as InstalmentState[];

const sortKey = {
  next: 'payment|sortNext',
  newest: 'payment|sortNewest',
  oldest: 'payment|sortOldest',
  largest: 'payment|sortLargest',
} as const;

type Props = { list: FilterControls<Filter>; rows: number; years: readonly number[] };

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ list, rows, years }: Props) => {
  const t = useTexts<'portal'>();
  const { filter, setFields } = list;
  return (
    <ListFilters
      list={list}
      searchLabel={t('payment|search')}
      searchHint={t('payment|searchHint')}
      columns={3}
      rows={rows}
    >
      <SelectField
        label={t('payment|filterYear')}
        value={filter.year}
        onChange={({ target }) => setFields({ year: target.value })}
        options={[
          { value: '', label: t('payment|allYears') },
          ...years.map((option) => ({ value: String(option), label: String(option) })),
        ]}
      />
      <SelectField
        label={t('payment|filterState')}
        value={filter.state}
        onChange={({ target }) =>
          setFields({ state: states.find((option) => option === target.value) ?? '' })
        }
        options={[
          { value: '', label: t('payment|allStates') },
          ...states.map((option) => ({ value: option, label: t(stateLook[option].key) })),
        ]}
      />
      <SelectField
        label={t('payment|sort')}
        value={filter.sort}
        onChange={({ target }) =>
          setFields({ sort: sorts.find((option) => option === target.value) ?? 'next' })
        }
        options={sorts.map((value) => ({ value, label: t(sortKey[value]) }))}
      />
    </ListFilters>
  );
};
