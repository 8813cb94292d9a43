import { Button, SearchField, SelectField } from '@hofn/ui';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { DayField } from '../../forms/DayField.tsx';
import styles from './ListFilters.module.css';
import { type Period, periods } from './period.ts';

type Props = {
  search: { label: string; placeholder: string; value: string };
  onSearch: (text: string) => void;
  onClear: () => void;
  /** Fields beside each other where there is room. */
  columns?: 3 | 4;
  children: ReactNode;
};

/** What narrows a list and orders it (rule PORT-19): the search above, the fields in a grid, and back to all of it. */
export const ListFilters = ({ search, onSearch, onClear, columns = 4, children }: Props) => {
  const t = useTexts<'portal'>();
  return (
    <search className={columns === 3 ? `${styles.filters} ${styles.three}` : styles.filters}>
      <div className={styles.wide}>
        <SearchField {...search} onChange={({ target }) => onSearch(target.value)} />
      </div>
      {children}
      <div className={styles.clear}>
        <Button kind="text" onClick={onClear}>
          {t('table|clear')}
        </Button>
      </div>
    </search>
  );
};

const periodKey = {
  all: 'transactions|periodAll',
  thisYear: 'table|thisYear',
  lastYear: 'table|lastYear',
  custom: 'table|custom',
} as const;

type PeriodProps = { period: Period; onChange: (part: Partial<Period>) => void };

/** A period by its name. */
export const PeriodField = ({ label, period, onChange }: PeriodProps & { label: string }) => {
  const t = useTexts<'portal'>();
  return (
    <SelectField
      label={label}
      value={period.period}
      onChange={({ target }) => onChange({ period: periods.find((name) => name === target.value) ?? 'all' })}
      options={periods.map((value) => ({ value, label: t(periodKey[value]) }))}
    />
  );
};

/** The days of a period that one picks; `fault` says what is wrong with them. */
export const PeriodDays = ({ period, onChange, fault }: PeriodProps & { fault: string | undefined }) => {
  const t = useTexts<'portal'>();
  // Not while a date is first being typed.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  if (period.period !== 'custom') return null;
  const field = (name: 'from' | 'to') => ({
    language: t.language,
    value: period[name],
    onChange: (day: string) => onChange({ [name]: day }),
    onBlur: () => setLeft(new Set([...left, name])),
    error: left.has(name) ? dayError(t.language, period[name])?.message : undefined,
  });
  const to = field('to');
  return (
    <>
      <DayField label={t('transactions|from')} {...field('from')} />
      <DayField label={t('transactions|to')} {...to} error={to.error ?? fault} />
    </>
  );
};

/** Choices of a policy, with all of them first. */
export const policyOptions = (
  all: string,
  policies: ReadonlyArray<{ id: string; number: string; name: string }>,
): { value: string; label: string }[] => [
  { value: '', label: all },
  ...policies.map(({ id, name, number }) => ({ value: id, label: `${name}, ${number}` })),
];
