import { createPositions } from './scroll-positions.ts';
import { idOf } from './scroll-target.ts';
import { visitStorage } from './visit-storage.ts';

/** How long after a navigation a growing page is still scrolled to the saved position, in milliseconds. */
export const restoreTimeoutMs = 10_000;

const positions = createPositions(visitStorage());
let stopRestoring: (() => void) | undefined;

/** Focuses an element without scrolling, also one that is no tab stop. */
export const focusOn = (element: HTMLElement): void => {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/**
 * Scrolls now, and again whenever the page grows, as the portal does while its data loads.
 * @param scroll returns whether the window has arrived; otherwise it is called until the user interacts
 */
const scrollWhileGrowing = (scroll: () => boolean): void => {
  stopRestoring?.();
  if (scroll()) return;
  const abort = new AbortController();
  const resizeObserver = new ResizeObserver(() => scroll() && stopRestoring?.());
  resizeObserver.observe(document.body);
  const timer = setTimeout(() => stopRestoring?.(), restoreTimeoutMs);
  stopRestoring = () => {
    stopRestoring = undefined;
    resizeObserver.disconnect();
    clearTimeout(timer);
    abort.abort();
  };
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, () => stopRestoring?.(), { passive: true, capture: true, signal: abort.signal });
};

/** Scrolls to a position, once the page is high enough. */
export const scrollToPosition = (top: number): void =>
  scrollWhileGrowing(() => {
    // Overrides the style sheet's smooth scrolling, which is for links within a page.
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) < 1;
  });

/** Opens the disclosure that a link leads into, as browsers do for a link to another document. */
const reveal = (element: HTMLElement | null): void => {
  const disclosure = element?.closest('details');
  if (disclosure) disclosure.open = true;
};

/**
 * Scrolls to the element with an id once it exists, opens the disclosure that it is in, and focuses it; it stays in view while
 * what is above it loads.
 * @returns whether it exists already
 */
export const scrollToElement = (id: string): boolean => {
  let shown: HTMLElement | null = null;
  const scroll = (): void => {
    if (!shown?.isConnected) {
      shown = document.getElementById(id);
      reveal(shown);
      if (shown) focusOn(shown);
    }
    shown?.scrollIntoView({ behavior: 'instant' });
  };
  scrollWhileGrowing(() => {
    scroll();
    return false;
  });
  return shown !== null;
};

/** Saved scroll position of a history entry, in pixels. */
export const savedPositionOf = positions.read;

type Router = { key(): string; shown(): { location: { path: string } } };

/**
 * Saves the scroll position of each history entry (rule PATH-12a), and hands restoration back to the browser when the
 * document is left, for a reload or for Back from another site.
 * @param growsLate the page reaches its full height only after its data has loaded, too late for the browser's own
 * restoration
 */
export const trackScroll = (router: Router, growsLate: boolean): void => {
  const path = (): string => router.shown().location.path;
  const saved = positions.read(path(), router.key());
  const save = (): void => {
    // During a restoration the window is not at the user's position yet.
    if (!stopRestoring) positions.save(path(), router.key(), window.scrollY);
  };
  if (growsLate && saved !== undefined && !location.hash) scrollToPosition(saved);
  else if (growsLate && saved === undefined && location.hash) scrollToElement(idOf(location.hash));
  else save();
  addEventListener('scroll', save, { passive: true });
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    positions.store();
  });
};
