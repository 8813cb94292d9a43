import { Button, EmptyState, SearchField, SelectField } from '@hofn/ui';
import { dayError } from '@hofn/ui/parts/day-error.ts';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { DayField } from '../DayField.tsx';
import styles from './ListFilters.module.css';
import { type Period, periods } from './period.ts';
import type { FilterControls } from './useList.ts';

type Props = {
  list: FilterControls<{ search: string }>;
  searchLabel: string;
  searchHint: string;
  /** Number of columns where there is room. */
  columns?: 2 | 3 | 4;
  /** On a wide window the search and three fields are on one line, for a list that is worked through. */
  isOneLine?: boolean;
  /** Rows of the whole list; the fields of a short one are folded. Left out: they are shown where there is room. */
  rows?: number;
  children: ReactNode;
};

/** From how many rows a list is easier to filter than to read. */
const rowsOfLongList = 15;

/**
 * Whether there is room for the fields above the list, apart from phones. They stay once they are shown, since filtering
 * makes a list short; and where the reader unfolded them, theirs is the only word.
 */
const useShowsFields = (rows: number | undefined, activeCount: number, isUntouched: boolean): boolean => {
  const [shows, setShows] = useState(rows === undefined);
  const isLong = rows !== undefined && rows >= rowsOfLongList;
  if (!shows && isUntouched && (isLong || activeCount > 0)) {
    setShows(true);
    return true;
  }
  return shows;
};

/**
 * Search, filter fields and a clear button for a list (rule PORT-19). The fields are folded behind a button on phones,
 * and everywhere while the list is short, so that it begins on the first screen (rule HOLD-22).
 */
export const ListFilters = ({
  list,
  searchLabel,
  searchHint,
  columns = 4,
  isOneLine,
  rows,
  children,
}: Props) => {
  const t = useTexts<'portal' | 'staff'>();
  const fields = useId();
  const [isOpen, setIsOpen] = useState<boolean>();
  const { filter, setFields, clear, activeCount } = list;
  const showsFields = useShowsFields(rows, activeCount, isOpen === undefined);
  return (
    <search
      className={[
        styles.filters,
        columns === 2 && styles.two,
        columns === 3 && styles.three,
        isOneLine && styles.oneLine,
      ]
        .filter(Boolean)
        .join(' ')}
      data-open={isOpen || undefined}
      data-folds={!showsFields || undefined}
    >
      <div className={styles.search}>
        <SearchField
          label={searchLabel}
          placeholder={searchHint}
          value={filter.search}
          onChange={({ target }) => setFields({ search: target.value })}
        />
      </div>
      <div className={styles.fold}>
        <Button
          kind="secondary"
          icon="filter"
          aria-expanded={isOpen ?? false}
          aria-controls={fields}
          onClick={() => setIsOpen(!isOpen)}
        >
          {activeCount > 0 ? t('table|filtersActive', { count: activeCount }) : t('table|filters')}
        </Button>
      </div>
      {(activeCount > 0 || filter.search !== '') && (
        <div className={styles.clear}>
          <Button kind="text" onClick={clear}>
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

/** Shown when a search or filter matches nothing, as opposed to an empty list. */
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

const periodKey = {
  all: 'transactions|periodAll',
  thisYear: 'table|thisYear',
  lastYear: 'table|lastYear',
  custom: 'table|custom',
} as const;

type PeriodProps = {
  period: Period;
  onChange: (part: Partial<Period>) => void;
  error: string | undefined;
};

/** Select of named periods, with date fields for a custom period; `error` is about its dates. */
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

const PeriodDays = ({ period, onChange, error }: PeriodProps) => {
  const t = useTexts<'portal'>();
  // Don't report an incomplete date while it is first being typed.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  if (period.period !== 'custom') return null;
  const field = (name: 'from' | 'to') => ({
    language: t.language,
    value: period[name],
    onChange: (day: string) => onChange({ [name]: day }),
    onBlur: () => setTouched(new Set([...touched, name])),
    error: touched.has(name) ? dayError(t.language, period[name])?.message : undefined,
  });
  const to = field('to');
  return (
    <>
      <DayField label={t('transactions|from')} {...field('from')} />
      <DayField label={t('transactions|to')} {...to} error={to.error ?? error} />
    </>
  );
};

/** Options of a policy select, with "all" first; each is named by what it insures, where that is known. */
export const policyOptions = (
  allLabel: string,
  policies: ReadonlyArray<{ id: string; number: string; name: string; insured?: string | null }>,
): { value: string; label: string }[] => [
  { value: '', label: allLabel },
  ...policies.map(({ id, name, number, insured }) => ({ value: id, label: `${name}, ${insured ?? number}` })),
];
