import { dayOfInstant } from '@hofn/texts';
import { useTexts } from '../../engine/index.ts';
import { useNow } from '../useNow.ts';
import { daysOf, isInverted, type Period } from './period.ts';
import { useDebouncedValue } from './useDebouncedValue.ts';
import { useHistoryState } from './useHistoryState.ts';
import { usePages } from './usePages.ts';

/** A list's filter as form field values, and its changes. */
export type FilterControls<Filter> = {
  filter: Filter;
  setFields: (fields: Partial<Filter>) => void;
  clear: () => void;
  /** Number of filter fields in use, not counting search and sort order. */
  activeCount: number;
};

const countActive = <Filter extends object>(filter: Filter, noFilter: Filter): number =>
  Object.entries(noFilter).filter(
    ([name, value]) =>
      !['search', 'sort', 'from', 'to'].includes(name) && filter[name as keyof Filter] !== value,
  ).length;

/** @param noFilter what `clear` resets the filter to */
export const filterControls = <Filter extends object>(
  [filter, setFilter]: readonly [Filter, (filter: Filter) => void],
  noFilter: Filter,
): FilterControls<Filter> => ({
  filter,
  setFields: (fields) => setFilter({ ...filter, ...fields }),
  clear: () => setFilter(noFilter),
  activeCount: countActive(filter, noFilter),
});

type Options<Filter> = {
  pageSize: number;
  noFilter: Filter;
  /** The filter where the history entry has none. Default: `noFilter`. */
  initial?: Filter;
  /** The filter after `clear`, if that depends on the current one. Default: `noFilter`. */
  cleared?: (filter: Filter) => Filter;
  /** Called when the page changes, to reset state about the visible rows. */
  onMove?: () => void;
};

/**
 * Filter, search and page of a list that the API filters (rule PORT-19). They survive Back and reload.
 * @param name key of the filter in the history entry
 */
export const useList = <Filter extends { search: string }>(
  name: string,
  { pageSize, noFilter, initial = noFilter, cleared = () => noFilter, onMove }: Options<Filter>,
) => {
  const [filter, setFilter] = useHistoryState(name, initial);
  const pages = usePages(pageSize, onMove);
  const change = (newFilter: Filter) => {
    setFilter(newFilter);
    pages.restart();
  };
  const controls = filterControls([filter, change], cleared(filter));
  const search = useDebouncedValue(filter.search.trim());
  return {
    ...controls,
    pages,
    /** Search text, once typing pauses. */
    search,
    isNarrow: search !== '' || controls.activeCount > 0,
  };
};

/** Days of a period filter, and the error of its dates; `isValid` once today's date is known. */
export const usePeriod = (period: Period) => {
  const t = useTexts<'portal'>();
  const now = useNow();
  const days = daysOf(period, now ? dayOfInstant(now) : '');
  const error = isInverted(days) ? t('transactions|toBeforeFrom') : undefined;
  return { days, error, isValid: now !== undefined && !error };
};
