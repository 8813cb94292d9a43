import { useLocation } from '../../engine/index.ts';
import { useAddressQuery } from '../../parts/list/useAddressQuery.ts';
import { useList } from '../../parts/list/useList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { useCall, useRefetch } from '../../session/index.ts';
import { useLiveList } from '../live/useLiveList.ts';
import { filterOf, kindQuery, noFilter, queryOf } from './filter.ts';

/** Two screens of rows: a page is turned less often than the list is scrolled. */
const pageSize = 50;

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
  useAddressQuery(query, (of) => {
    const { search: _, ...named } = filterOf(of);
    if (queryOf({ ...named, search: '' }) !== query) setFields(named);
  });
  const refresh = useRefetch();
  const { whose, kind, state, sort } = filter;
  const call = useCall('/api/staff/v1/queue', {
    query: { whose, state, sort, ...kindQuery(kind), ...(search && { search }), ...pages.query },
    dropOnClose: true,
    isLive: true,
  });
  const { answer, ...news } = useLiveList(call.data, { ...filter, search });
  return {
    list,
    /** Query of the address of the list, or of a case beside it. */
    query,
    /** The call of the list, its rows as they are now. */
    call: call.state === 'ready' && answer ? { ...call, data: answer } : call,
    /** The latest answer, kept while another page or filter is loading. */
    data: useListData(answer ? ({ ...call, data: answer } as typeof call) : call, pages),
    /** What has come into the list since, and is not shown. */
    news,
    /** Shows what has come in since. */
    showNew: () => {
      pages.restart();
      refresh('/api/staff/v1/queue');
    },
  };
};
export type Queue = ReturnType<typeof useQueue>;
