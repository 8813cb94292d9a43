import type { ClaimOverview } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { activeIn, ListFilters, PeriodField, policyOptions } from '../../parts/list/ListFilters.tsx';
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
  /** What is wrong with the days. */
  fault: string | undefined;
};

/** What narrows the list and orders it (rule PORT-19). */
export const Filters = ({ filter, onChange, policies, fault }: Props) => {
  const t = useTexts<'portal'>();
  const set = (part: Partial<Filter>) => onChange({ ...filter, ...part });
  return (
    <ListFilters
      search={{ label: t('claims|search'), placeholder: t('claims|searchHint'), value: filter.search }}
      onSearch={(search) => set({ search })}
      onClear={() => onChange(noFilter)}
      active={activeIn(filter, noFilter)}
    >
      <SelectField
        label={t('claims|filterState')}
        value={filter.state}
        onChange={({ target }) => set({ state: states.find((state) => state === target.value) ?? '' })}
        options={[
          { value: '', label: t('claims|allStates') },
          ...states.map((value) => ({ value, label: t(`claims|${value}`) })),
        ]}
      />
      <PeriodField label={t('claims|filterPeriod')} period={filter} onChange={set} fault={fault} />
      <SelectField
        label={t('claims|filterPolicy')}
        value={filter.policy}
        onChange={({ target }) => set({ policy: target.value })}
        options={policyOptions(t('claims|allPolicies'), policies)}
      />
      <SelectField
        label={t('claims|sort')}
        value={filter.sort}
        onChange={({ target }) => set({ sort: sorts.find((sort) => sort === target.value) ?? 'open' })}
        options={sorts.map((value) => ({ value, label: t(sortKey[value]) }))}
      />
    </ListFilters>
  );
};
