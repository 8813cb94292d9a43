import type { ClaimOverview } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { countActive, ListFilters, PeriodField, policyOptions } from '../../parts/list/ListFilters.tsx';
import { type Filter, noFilter } from './filter.ts';

const sortKey = {
  open: 'claims|sortOpen',
  newest: 'claims|sortNewest',
  oldest: 'claims|sortOldest',
  largest: 'claims|sortLargest',
} as const;
const sorts = Object.keys(sortKey) as Filter['sort'][];
const states = ['open', 'closed'] as const;

type Props = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  policies: ClaimOverview['policies'];
  /** Validation error of the period's dates. */
  periodError: string | undefined;
};

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ filter, onChange, policies, periodError }: Props) => {
  const t = useTexts<'portal'>();
  const setFields = (fields: Partial<Filter>) => onChange({ ...filter, ...fields });
  return (
    <ListFilters
      search={{ label: t('claims|search'), placeholder: t('claims|searchHint'), value: filter.search }}
      onSearch={(search) => setFields({ search })}
      onClear={() => onChange(noFilter)}
      activeCount={countActive(filter, noFilter)}
    >
      <SelectField
        label={t('claims|filterState')}
        value={filter.state}
        onChange={({ target }) => setFields({ state: states.find((state) => state === target.value) ?? '' })}
        options={[
          { value: '', label: t('claims|allStates') },
          ...states.map((value) => ({ value, label: t(`claims|${value}`) })),
        ]}
      />
      <PeriodField
        label={t('claims|filterPeriod')}
        period={filter}
        onChange={setFields}
        error={periodError}
      />
      <SelectField
        label={t('claims|filterPolicy')}
        value={filter.policy}
        onChange={({ target }) => setFields({ policy: target.value })}
        options={policyOptions(t('claims|allPolicies'), policies)}
      />
      <SelectField
        label={t('claims|sort')}
        value={filter.sort}
        onChange={({ target }) => setFields({ sort: sorts.find((sort) => sort === target.value) ?? 'open' })}
        options={sorts.map((value) => ({ value, label: t(sortKey[value]) }))}
      />
    </ListFilters>
  );
};
