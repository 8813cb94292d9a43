import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, PeriodField } from './ListFilters.tsx';
import type { DatedList } from './useDatedList.ts';

type Props = {
  list: DatedList;
  searchLabel: string;
  searchHint: string;
  /** Rows of the whole list. */
  rows: number;
  /** States to filter by, with "all" first. */
  states?: { label: string; options: { value: string; label: string }[] };
};

/** Search, period, state and order of a list of dated rows (rule PORT-19). */
export const DatedFilters = ({ list, searchLabel, searchHint, rows, states }: Props) => {
  const t = useTexts<'portal'>();
  const { filter, setFields, periodError } = list;
  return (
    <ListFilters list={list} searchLabel={searchLabel} searchHint={searchHint} columns={3} rows={rows}>
      <PeriodField
        label={t('transactions|filterPeriod')}
        period={filter}
        onChange={setFields}
        error={periodError}
      />
      {states && (
        <SelectField
          label={states.label}
          value={filter.state}
          onChange={({ target }) => setFields({ state: target.value })}
          options={states.options}
        />
      )}
      <SelectField
        label={t('transactions|sort')}
        value={filter.sort}
        onChange={({ target }) => setFields({ sort: target.value === 'oldest' ? 'oldest' : 'newest' })}
        options={[
          { value: 'newest', label: t('transactions|sortNewest') },
          { value: 'oldest', label: t('transactions|sortOldest') },
        ]}
      />
    </ListFilters>
  );
};
