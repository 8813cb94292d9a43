import { createPositions } from './scroll-positions.ts';
import { visitStorage } from './visit-storage.ts';

/** How long after a navigation a growing page is still scrolled to the saved position, in milliseconds. */
export const restoreTimeoutMs = 10_000;

const positions = createPositions(visitStorage());
let stopRestoring: (() => void) | undefined;

/**
 * Scrolls to a position. If the page is not that high yet, as in the portal before its data has loaded, it scrolls again
 * when the page grows, until the user interacts.
 */
export const scrollToPosition = (top: number): void => {
  stopRestoring?.();
  const tryScroll = (): boolean => {
    // Overrides the style sheet's smooth scrolling, which is for links within a page.
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) < 1;
  };
  if (tryScroll()) return;
  const abort = new AbortController();
  const resizeObserver = new ResizeObserver(() => tryScroll() && stopRestoring?.());
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

/** Scrolls to an element. */
export const scrollToElement = (element: Element): void => {
  stopRestoring?.();
  element.scrollIntoView({ behavior: 'instant' });
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
  else save();
  addEventListener('scroll', save, { passive: true });
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    positions.store();
  });
};
