import { useLayoutEffect, useRef } from 'react';
import type { ApiError } from '../../session/index.ts';
import { useKept } from './useHistoryState.ts';

/**
 * Where one is in a list that comes page by page.
 * @param size rows of a page
 * @param onMove told when another page is gone to, for what holds of the rows in sight alone
 */
export const usePages = (size: number, onMove?: () => void) => {
  // The cursors of the pages that led here; the last is this page's.
  const [cursors, setCursors] = useKept<string[]>('pages', []);
  const goTo = (next: string[]): void => {
    setCursors(next);
    onMove?.();
  };
  const cursor = cursors.at(-1);
  return {
    size,
    /** What the call takes for this page. */
    query: { limit: size, ...(cursor && { cursor }) },
    /** Rows before this page. */
    before: cursors.length * size,
    back: cursors.length > 0 ? () => goTo(cursors.slice(0, -1)) : undefined,
    forth: (next: string) => goTo([...cursors, next]),
    restart: () => goTo([]),
  };
};
export type Pages = ReturnType<typeof usePages>;

/**
 * Goes back to the first page when the service refuses the cursor of a later one. It is kept with the place in the
 * history, and may have been made by an older release or for the year before: asked again, it is refused again.
 * @param error what the call of the list failed with
 */
export const useRefusedPage = ({ back, restart }: Pages, error: ApiError | undefined): void => {
  const refused = back !== undefined && error?.status === 400 && error.errors.cursor !== undefined;
  // Before the failure is painted, since nothing is left of it.
  useLayoutEffect(() => {
    if (refused) restart();
  }, [refused, restart]);
};

/** The last answer that came: it stays in its place while another page is on its way. */
export const useLast = <Data>(data: Data | undefined): Data | undefined => {
  const last = useRef<Data>(undefined);
  if (data !== undefined) last.current = data;
  return last.current;
};
