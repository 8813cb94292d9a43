import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, PeriodField } from './ListFilters.tsx';
import type { DatedList } from './useDatedList.ts';

type Props = {
  list: DatedList;
  search: string;
  searchHint: string;
  /** States that the list can be narrowed to, with all of them first. */
  states?: { label: string; options: { value: string; label: string }[] };
};

/** Search, period, state and order of a list whose rows have a day (rule PORT-19). */
export const DatedFilters = ({ list, search, searchHint, states }: Props) => {
  const t = useTexts<'portal'>();
  const { filter, set, clear, active, fault } = list;
  return (
    <ListFilters
      search={{ label: search, placeholder: searchHint, value: filter.search }}
      onSearch={(text) => set({ search: text })}
      onClear={clear}
      active={active}
      columns={3}
    >
      <PeriodField label={t('transactions|filterPeriod')} period={filter} onChange={set} fault={fault} />
      {states && (
        <SelectField
          label={states.label}
          value={filter.state}
          onChange={({ target }) => set({ state: target.value })}
          options={states.options}
        />
      )}
      <SelectField
        label={t('transactions|sort')}
        value={filter.sort}
        onChange={({ target }) => set({ sort: target.value === 'oldest' ? 'oldest' : 'newest' })}
        options={[
          { value: 'newest', label: t('transactions|sortNewest') },
          { value: 'oldest', label: t('transactions|sortOldest') },
        ]}
      />
    </ListFilters>
  );
};
