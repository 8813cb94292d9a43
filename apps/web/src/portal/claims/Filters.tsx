import type { ClaimOverview } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, PeriodField, policyOptions } from '../../parts/list/ListFilters.tsx';
import type { FilterControls } from '../../parts/list/useList.ts';
import type { Filter } from './filter.ts';

const sortKey = {
  open: 'claims|sortOpen',
  newest: 'claims|sortNewest',
  oldest: 'claims|sortOldest',
  largest: 'claims|sortLargest',
} as const;
const sorts = Object.keys(sortKey) as Filter['sort'][];
const states = ['open', 'closed'] as const;

type Props = {
  list: FilterControls<Filter>;
  rows: number;
  policies: ClaimOverview['policies'];
  /** Validation error of the period's dates. */
  periodError: string | undefined;
};

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ list, rows, policies, periodError }: Props) => {
  const t = useTexts<'portal'>();
  const { filter, setFields } = list;
  return (
    <ListFilters list={list} searchLabel={t('claims|search')} searchHint={t('claims|searchHint')} rows={rows}>
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
