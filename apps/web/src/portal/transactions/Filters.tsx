import type { TransactionOverview } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { countActive, ListFilters, PeriodField, policyOptions } from '../../parts/list/ListFilters.tsx';
import { type Filter, noFilter } from './filter.ts';
import { typeKey } from './labels.ts';

const sortKey = {
  newest: 'transactions|sortNewest',
  oldest: 'transactions|sortOldest',
  largest: 'transactions|sortLargest',
  smallest: 'transactions|sortSmallest',
} as const;

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[];

type Props = {
  filter: Filter;
  onChange: (filter: Filter) => void;
  policies: TransactionOverview['policies'];
  /** Validation error of the period's dates. */
  periodError: string | undefined;
};

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ filter, onChange, policies, periodError }: Props) => {
  const t = useTexts<'portal'>();
  const setFields = (fields: Partial<Filter>) => onChange({ ...filter, ...fields });
  return (
    <ListFilters
      search={{
        label: t('transactions|search'),
        placeholder: t('transactions|searchHint'),
        value: filter.search,
      }}
      onSearch={(search) => setFields({ search })}
      onClear={() => onChange(noFilter)}
      activeCount={countActive(filter, noFilter)}
    >
      <PeriodField
        label={t('transactions|filterPeriod')}
        period={filter}
        onChange={setFields}
        error={periodError}
      />
      <SelectField
        label={t('transactions|filterType')}
        value={filter.type}
        onChange={({ target }) => setFields({ type: target.value })}
        options={[
          { value: '', label: t('transactions|allTypes') },
          ...keysOf(typeKey).map((value) => ({ value, label: t(typeKey[value]) })),
        ]}
      />
      <SelectField
        label={t('transactions|filterPolicy')}
        value={filter.policy}
        onChange={({ target }) => setFields({ policy: target.value })}
        options={policyOptions(t('transactions|allPolicies'), policies)}
      />
      <SelectField
        label={t('transactions|sort')}
        value={filter.sort}
        onChange={({ target }) =>
          setFields({ sort: keysOf(sortKey).find((sort) => sort === target.value) ?? 'newest' })
        }
        options={keysOf(sortKey).map((value) => ({ value, label: t(sortKey[value]) }))}
      />
    </ListFilters>
  );
};
