import { useLayoutEffect, useRef } from 'react';
import type { ApiError, CallResult } from '../../session/index.ts';
import { useHistoryState } from './useHistoryState.ts';

/**
 * Current page of a cursor-paged list.
 * @param pageSize rows per page
 * @param onMove called when the page changes, to reset state about the visible rows
 * @param name key of the page in the history entry; lists on the same screen need different ones
 */
export const usePages = (pageSize: number, onMove?: () => void, name = 'pages') => {
  // Cursors of the pages visited; the last one is the current page's.
  const [cursors, setCursors] = useHistoryState<string[]>(name, []);
  const goTo = (newCursors: string[]): void => {
    setCursors(newCursors);
    onMove?.();
  };
  const cursor = cursors.at(-1);
  return {
    pageSize,
    /** Paging parameters of the call. */
    query: { limit: pageSize, ...(cursor && { cursor }) },
    /** Rows before this page. */
    rowsBefore: cursors.length * pageSize,
    goBack: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    goNext: (nextCursor: string) => goTo([...cursors, nextCursor]),
    restart: () => goTo([]),
  };
};
export type Pages = ReturnType<typeof usePages>;

/**
 * Returns to the first page when the API refuses a stored cursor, for example one of an older release. Retrying would
 * not help, since the cursor stays in the history entry.
 * @param error error of the list's call
 */
export const useRestartOnRefusedCursor = ({ goBack, restart }: Pages, error: ApiError | undefined): void => {
  const isRefused = goBack !== undefined && error?.status === 400 && error.errors.cursor !== undefined;
  // Before paint, so that the error does not flash.
  useLayoutEffect(() => {
    if (isRefused) restart();
  }, [isRefused, restart]);
};

/** The most recent data, kept while other data is loading. */
export const usePreviousData = <Data>(data: Data | undefined): Data | undefined => {
  const last = useRef<Data>(undefined);
  if (data !== undefined) last.current = data;
  return last.current;
};

/** The most recent data of a paged list's call; a refused cursor returns to the first page. */
export const useListData = <Data>({ data, error }: CallResult<Data>, pages: Pages): Data | undefined => {
  useRestartOnRefusedCursor(pages, error);
  return usePreviousData(data);
};
