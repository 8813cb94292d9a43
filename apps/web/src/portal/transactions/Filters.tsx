import type { TransactionOverview } from '@hofn/contracts';
import { Button, SearchField, SelectField, TextField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { periods } from '../period.ts';
import { type Filter, noFilter } from './filter.ts';
import styles from './Transactions.module.css';
import { typeKey } from './words.ts';

const periodKey = {
  all: 'transactions|periodAll',
  thisYear: 'table|thisYear',
  lastYear: 'table|lastYear',
  custom: 'table|custom',
} as const;
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
  /** What is wrong with the days. */
  fault: string | undefined;
};

/** What narrows the list and orders it (rule PORT-19). */
export const Filters = ({ filter, onChange, policies, fault }: Props) => {
  const t = useTexts<'portal'>();
  const set = (part: Partial<Filter>) => onChange({ ...filter, ...part });
  return (
    <search className={styles.filters}>
      <div className={styles.wide}>
        <SearchField
          label={t('transactions|search')}
          placeholder={t('transactions|searchHint')}
          value={filter.search}
          onChange={(event) => set({ search: event.target.value })}
        />
      </div>
      <SelectField
        label={t('transactions|filterPeriod')}
        value={filter.period}
        onChange={({ target }) => set({ period: periods.find((period) => period === target.value) ?? 'all' })}
        options={periods.map((value) => ({ value, label: t(periodKey[value]) }))}
      />
      <SelectField
        label={t('transactions|filterType')}
        value={filter.type}
        onChange={({ target }) => set({ type: target.value })}
        options={[
          { value: '', label: t('transactions|allTypes') },
          ...keysOf(typeKey).map((value) => ({ value, label: t(typeKey[value]) })),
        ]}
      />
      <SelectField
        label={t('transactions|filterPolicy')}
        value={filter.policy}
        onChange={({ target }) => set({ policy: target.value })}
        options={[
          { value: '', label: t('transactions|allPolicies') },
          ...policies.map(({ id, name, number }) => ({ value: id, label: `${name}, ${number}` })),
        ]}
      />
      <SelectField
        label={t('transactions|sort')}
        value={filter.sort}
        onChange={({ target }) =>
          set({ sort: keysOf(sortKey).find((sort) => sort === target.value) ?? 'newest' })
        }
        options={keysOf(sortKey).map((value) => ({ value, label: t(sortKey[value]) }))}
      />
      {filter.period === 'custom' && (
        <>
          <TextField
            type="date"
            label={t('transactions|from')}
            value={filter.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            type="date"
            label={t('transactions|to')}
            value={filter.to}
            onChange={(event) => set({ to: event.target.value })}
            error={fault}
          />
        </>
      )}
      <div className={styles.clear}>
        <Button kind="text" onClick={() => onChange(noFilter)}>
          {t('table|clear')}
        </Button>
      </div>
    </search>
  );
};
