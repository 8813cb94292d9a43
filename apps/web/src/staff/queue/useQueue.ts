import { useEffect, useState } from 'react';
import { useLocation } from '../../engine/index.ts';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { useCall, useRefetch } from '../../session/index.ts';
import { filterOf, kindQuery, noFilter, queryOf } from './filter.ts';

/** Two screens of rows: a page is turned less often than the list is scrolled. */
const pageSize = 50;

/** Shows a filter in the address, which can then be sent to a colleague (rule DESK-1). */
const writeQuery = (query: string): void => {
  if (location.search === query) return;
  try {
    history.replaceState(history.state, '', `${location.pathname}${query}${location.hash}`);
  } catch {
    // Refused: the filter still applies.
  }
};

/**
 * The list of the work queue with its filter, which is the address's and stays while cases are opened beside the list
 * (rules STAFF-6 and DESK-1).
 */
export const useQueue = () => {
  const place = useLocation();
  const list = useList('queue', {
    pageSize,
    noFilter,
    initial: filterOf(place.search),
    cleared: (filter) => ({ ...noFilter, whose: filter.whose }),
  });
  const { filter, search, setFields, pages } = list;
  const query = queryOf(filter);
  // Each navigation has a place of its own, also one to the address that the last one led to.
  const [followed, setFollowed] = useState(place);
  useEffect(() => {
    if (followed === place) return writeQuery(query);
    setFollowed(place);
    const { search: _, ...named } = filterOf(place.search);
    if (queryOf({ ...named, search: '' }) !== query) setFields(named);
  }, [followed, place, query, setFields]);
  const refresh = useRefetch();
  const { whose, kind, state, sort } = filter;
  const call = useCall('/api/staff/v1/queue', {
    query: { whose, state, sort, ...kindQuery(kind), ...(search && { search }), ...pages.query },
    dropOnClose: true,
  });
  return {
    list,
    /** Query of the address of the list, or of a case beside it. */
    query,
    call,
    /** The latest answer, kept while another page or filter is loading. */
    data: useListData(call, pages),
    /** Shows what has come in since. */
    showNew: () => {
      pages.restart();
      refresh('/api/staff/v1/queue');
    },
  };
};
export type Queue = ReturnType<typeof useQueue>;
