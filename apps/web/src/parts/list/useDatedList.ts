import { dayOfInstant } from '@hofn/texts';
import { useTexts } from '../../engine/index.ts';
import { useNow } from '../useNow.ts';
import { activeIn } from './ListFilters.tsx';
import { daysOf, type Period, upsideDown, wholeTime } from './period.ts';
import { useTyped } from './useDebouncedValue.ts';
import { useKept } from './useHistoryState.ts';
import { usePages } from './usePages.ts';

/** What a list whose rows have a day is narrowed to and ordered by, as its fields have it. */
export type DatedFilter = Period & { search: string; sort: 'newest' | 'oldest'; state: string };

const noFilter: DatedFilter = { ...wholeTime, search: '', sort: 'newest', state: '' };

/**
 * Filter, page and query of a list whose rows have a day (rule PORT-19).
 * @param name what the entry of the history keeps it under
 */
export const useDatedList = (name: string, size: number) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useKept<DatedFilter>(name, noFilter);
  const pages = usePages(size);
  const search = useTyped(filter.search.trim());
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const fault = upsideDown(days) ? t('transactions|toBeforeFrom') : undefined;
  const set = (part: Partial<DatedFilter>) => {
    setFilter({ ...filter, ...part });
    pages.restart();
  };
  const active = activeIn(filter, noFilter);
  const narrowed = { ...days, ...(search && { search }), sort: filter.sort };
  return {
    filter,
    set,
    clear: () => set(noFilter),
    active,
    isNarrow: search !== '' || active > 0,
    fault,
    pages,
    /** What the list is narrowed to, for the call and for its files. */
    narrowed,
    query: { ...narrowed, ...pages.query },
    /** Whether the days can be asked for. */
    enabled: now !== undefined && !fault,
  };
};
export type DatedList = ReturnType<typeof useDatedList>;
