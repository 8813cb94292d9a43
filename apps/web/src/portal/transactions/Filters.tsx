import type { TransactionOverview } from '@hofn/contracts';
import { SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { ListFilters, PeriodField, policyOptions } from '../../parts/list/ListFilters.tsx';
import type { FilterControls } from '../../parts/list/useList.ts';
import type { Filter } from './filter.ts';
import { typeKey } from './labels.ts';

const sortKey = {
  newest: 'transactions|sortNewest',
  oldest: 'transactions|sortOldest',
  largest: 'transactions|sortLargest',
  smallest: 'transactions|sortSmallest',
} as const;

const keysOf = <Key extends string>(record: Record<Key, unknown>): Key[] => Object.keys(record) as Key[];

type Props = {
  list: FilterControls<Filter>;
  rows: number;
  policies: TransactionOverview['policies'];
  /** Validation error of the period's dates. */
  periodError: string | undefined;
};

/** Filters and order of the list (rule PORT-19). */
export const Filters = ({ list, rows, policies, periodError }: Props) => {
  const t = useTexts<'portal'>();
  const { filter, setFields } = list;
  return (
    <ListFilters
      list={list}
      searchLabel={t('transactions|search')}
      searchHint={t('transactions|searchHint')}
      rows={rows}
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
