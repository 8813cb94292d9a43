import { allTime, type Period } from './period.ts';
import { useList, usePeriod } from './useList.ts';

/** Filter and order of a list of dated rows, as form field values. */
export type DatedFilter = Period & { search: string; sort: 'newest' | 'oldest'; state: string };

const noFilter: DatedFilter = { ...allTime, search: '', sort: 'newest', state: '' };

/**
 * Filter, page and query of a list of dated rows (rule PORT-19).
 * @param name key of the list in the history entry
 */
export const useDatedList = (name: string, pageSize: number) => {
  const list = useList(name, { pageSize, noFilter });
  const { filter, search, pages } = list;
  const { days, error, isValid } = usePeriod(filter);
  const filterQuery = { ...days, ...(search && { search }), sort: filter.sort };
  return {
    ...list,
    periodError: error,
    /** Query without paging, for the call and for the downloads. */
    filterQuery,
    query: { ...filterQuery, ...pages.query },
    /** Whether the period is valid and today's date is known. */
    enabled: isValid,
  };
};
export type DatedList = ReturnType<typeof useDatedList>;
