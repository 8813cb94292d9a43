import { dayOfInstant } from '@hofn/texts';
import { useTexts } from '../../engine/index.ts';
import { useNow } from '../useNow.ts';
import { countActive } from './ListFilters.tsx';
import { allTime, daysOf, isInverted, type Period } from './period.ts';
import { useDebouncedValue } from './useDebouncedValue.ts';
import { useHistoryState } from './useHistoryState.ts';
import { usePages } from './usePages.ts';

/** Filter and order of a list of dated rows, as form field values. */
export type DatedFilter = Period & { search: string; sort: 'newest' | 'oldest'; state: string };

const noFilter: DatedFilter = { ...allTime, search: '', sort: 'newest', state: '' };

/**
 * Filter, page and query of a list of dated rows (rule PORT-19).
 * @param name key of the list in the history entry
 */
export const useDatedList = (name: string, size: number) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const [filter, setFilter] = useHistoryState<DatedFilter>(name, noFilter);
  const pages = usePages(size);
  const search = useDebouncedValue(filter.search.trim());
  const days = daysOf(filter, now ? dayOfInstant(now) : '');
  const periodError = isInverted(days) ? t('transactions|toBeforeFrom') : undefined;
  const setFields = (fields: Partial<DatedFilter>) => {
    setFilter({ ...filter, ...fields });
    pages.restart();
  };
  const activeCount = countActive(filter, noFilter);
  const filterQuery = { ...days, ...(search && { search }), sort: filter.sort };
  return {
    filter,
    setFields,
    clear: () => setFields(noFilter),
    activeCount,
    isNarrow: search !== '' || activeCount > 0,
    periodError,
    pages,
    /** Query without paging, for the call and for the downloads. */
    filterQuery,
    query: { ...filterQuery, ...pages.query },
    /** Whether the period is valid and today's date is known. */
    enabled: now !== undefined && !periodError,
  };
};
export type DatedList = ReturnType<typeof useDatedList>;
