/** How the user reached a page: by a link, by a link that replaces the current entry, or by Back or Forward. */
export type Arrival = 'push' | 'replace' | 'pop';

/**
 * History state of a navigation: flags that keep the scroll position (rule PATH-12b), for a modal the address of the page
 * below it, and the lists that the page goes on with.
 */
export type RouteState = { modal?: boolean; noScroll?: boolean; over?: string; kept?: unknown };

/** Where the window scrolls after a navigation. */
export type ScrollTarget = { kind: 'stay' } | { kind: 'hash'; id: string } | { kind: 'position'; y: number };

/**
 * Decides where the window scrolls: to the hash, otherwise to the top; back and forward restore the saved position (rule
 * PATH-12a). The calendar and some routes keep the position (rule PATH-12b).
 * @param saved scroll position of this history entry, in pixels
 */
export const scrollTarget = (arrival: {
  path: string;
  hash: string;
  kind: Arrival;
  saved: number | undefined;
  state: RouteState;
}): ScrollTarget => {
  const withoutLanguage = arrival.path.replace(/^\/en(?=\/)/, '');
  if (withoutLanguage.startsWith('/jolakula') || arrival.state.modal || arrival.state.noScroll)
    return { kind: 'stay' };
  if (arrival.kind === 'pop' && arrival.saved !== undefined) return { kind: 'position', y: arrival.saved };
  const id = idOf(arrival.hash);
  return id ? { kind: 'hash', id } : { kind: 'position', y: 0 };
};

/** The element id in a hash, decoded if possible. */
export const idOf = (hash: string): string => {
  const raw = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
};
