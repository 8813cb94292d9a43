/** How the reader came to a page: by a link, by a link that takes the place of the current entry, or by back or forward. */
export type Arrival = 'push' | 'replace' | 'pop';

/**
 * What a navigation may carry in its history state: flags that leave the scroll alone (rule PATH-12b), and for a modal
 * the address of the page that it stands over.
 */
export type RouteState = { modal?: boolean; noScroll?: boolean; over?: string };

/** Where the window goes after a navigation; `stay` leaves it. */
export type ScrollTarget = { kind: 'stay' } | { kind: 'hash'; id: string } | { kind: 'position'; y: number };

/**
 * Decides where the window goes: to the hash, else to the top; back and forward go to where the reader was (rule
 * PATH-12a). Nowhere in the calendar, and not when the route says so (rule PATH-12b).
 * @param saved where the reader was on this history entry, in pixels
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

/** The element id that a hash names, decoded where it can be. */
export const idOf = (hash: string): string => {
  const raw = hash.replace(/^#/, '');
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
};
