import { Button, EmptyState, SearchField, SelectField } from '@hofn/ui';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { DayField } from '../DayField.tsx';
import styles from './ListFilters.module.css';
import { type Period, periods } from './period.ts';

type Props = {
  search: { label: string; placeholder: string; value: string };
  onSearch: (text: string) => void;
  onClear: () => void;
  /** How many of the fields below narrow the list. */
  active: number;
  /** Fields beside each other where there is room. */
  columns?: 2 | 3 | 4;
  children: ReactNode;
};

/**
 * What narrows a list and orders it (rule PORT-19): the search above, the fields in a grid, and a button that clears
 * them. On a phone the fields fold behind a button, so that the list begins within the first screen (rule HOLD-22).
 */
export const ListFilters = ({ search, onSearch, onClear, active, columns = 4, children }: Props) => {
  const t = useTexts<'portal' | 'staff'>();
  const fields = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search
      className={[styles.filters, columns === 2 && styles.two, columns === 3 && styles.three]
        .filter(Boolean)
        .join(' ')}
      data-open={isOpen || undefined}
    >
      <div className={styles.search}>
        <SearchField {...search} onChange={({ target }) => onSearch(target.value)} />
      </div>
      <div className={styles.fold}>
        <Button
          kind="secondary"
          icon="filter"
          aria-expanded={isOpen}
          aria-controls={fields}
          onClick={() => setIsOpen(!isOpen)}
        >
          {active > 0 ? t('table|filtersActive', { count: active }) : t('table|filters')}
        </Button>
      </div>
      {(active > 0 || search.value !== '') && (
        <div className={styles.clear}>
          <Button kind="text" onClick={onClear}>
            {t('table|clear')}
          </Button>
        </div>
      )}
      <div id={fields} className={styles.fields}>
        {children}
      </div>
    </search>
  );
};

/** The answer to a search or filter that nothing matches, which is not the same as having nothing. */
export const NoMatches = ({ onClear }: { onClear: () => void }) => {
  const t = useTexts<'portal' | 'staff'>();
  return (
    <EmptyState
      title={t('table|noMatches')}
      action={
        <Button kind="secondary" onClick={onClear}>
          {t('table|showAll')}
        </Button>
      }
    >
      {t('table|noMatchesText')}
    </EmptyState>
  );
};

/** How many fields of a filter differ from one that narrows nothing; the search and the order have places of their own. */
export const activeIn = <Filter extends object>(filter: Filter, none: Filter): number =>
  Object.entries(none).filter(
    ([name, value]) =>
      !['search', 'sort', 'from', 'to'].includes(name) && filter[name as keyof Filter] !== value,
  ).length;

const periodKey = {
  all: 'transactions|periodAll',
  thisYear: 'table|thisYear',
  lastYear: 'table|lastYear',
  custom: 'table|custom',
} as const;

type PeriodProps = {
  period: Period;
  onChange: (part: Partial<Period>) => void;
  fault: string | undefined;
};

/** A period by its name, and beside it the days of one that the reader chooses; `fault` says what is wrong with them. */
export const PeriodField = ({ label, ...days }: PeriodProps & { label: string }) => {
  const t = useTexts<'portal'>();
  const { period, onChange } = days;
  return (
    <>
      <SelectField
        label={label}
        value={period.period}
        onChange={({ target }) =>
          onChange({ period: periods.find((name) => name === target.value) ?? 'all' })
        }
        options={periods.map((value) => ({ value, label: t(periodKey[value]) }))}
      />
      <PeriodDays {...days} />
    </>
  );
};

const PeriodDays = ({ period, onChange, fault }: PeriodProps) => {
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
