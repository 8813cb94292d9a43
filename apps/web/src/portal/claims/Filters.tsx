import type { ClaimOverview } from '@hofn/contracts';
import { Button, DateField, SearchField, SelectField } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { periods } from '../period.ts';
import styles from './Claims.module.css';
import { type Filter, noFilter } from './filter.ts';

const periodKey = {
  all: 'transactions|periodAll',
  thisYear: 'table|thisYear',
  lastYear: 'table|lastYear',
  custom: 'table|custom',
} as const;
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
    <search className={styles.filters}>
      <div className={styles.wide}>
        <SearchField
          label={t('claims|search')}
          placeholder={t('claims|searchHint')}
          value={filter.search}
          onChange={({ target }) => set({ search: target.value })}
        />
      </div>
      <SelectField
        label={t('claims|filterState')}
        value={filter.state}
        onChange={({ target }) => set({ state: states.find((state) => state === target.value) ?? '' })}
        options={[
          { value: '', label: t('claims|allStates') },
          ...states.map((value) => ({ value, label: t(`claims|${value}`) })),
        ]}
      />
      <SelectField
        label={t('claims|filterPeriod')}
        value={filter.period}
        onChange={({ target }) => set({ period: periods.find((period) => period === target.value) ?? 'all' })}
        options={periods.map((value) => ({ value, label: t(periodKey[value]) }))}
      />
      <SelectField
        label={t('claims|filterPolicy')}
        value={filter.policy}
        onChange={({ target }) => set({ policy: target.value })}
        options={[
          { value: '', label: t('claims|allPolicies') },
          ...policies.map(({ id, name, number }) => ({ value: id, label: `${name}, ${number}` })),
        ]}
      />
      <SelectField
        label={t('claims|sort')}
        value={filter.sort}
        onChange={({ target }) => set({ sort: sorts.find((sort) => sort === target.value) ?? 'open' })}
        options={sorts.map((value) => ({ value, label: t(sortKey[value]) }))}
      />
      {filter.period === 'custom' && (
        <>
          <DateField
            label={t('transactions|from')}
            value={filter.from}
            onChange={({ target }) => set({ from: target.value })}
          />
          <DateField
            label={t('transactions|to')}
            value={filter.to}
            onChange={({ target }) => set({ to: target.value })}
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
