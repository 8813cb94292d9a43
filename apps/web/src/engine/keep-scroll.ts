import { createPositions } from './scroll-positions.ts';
import { visitStorage } from './visit-storage.ts';

/** So long after a navigation the window is still moved to where the reader was, as a page grows. */
export const restoreMs = 10_000;

const positions = createPositions(visitStorage());
let stopRestoring: (() => void) | undefined;

/**
 * Scrolls to a position. Where the page is not that high yet, as in the portal before its data is here, it scrolls again
 * when the page grows, until the reader acts.
 */
export const scrollToPosition = (top: number): void => {
  stopRestoring?.();
  const arrives = (): boolean => {
    // A smooth scroll of the style sheet is for links within a page.
    window.scrollTo({ top, behavior: 'instant' });
    return Math.abs(window.scrollY - top) < 1;
  };
  if (arrives()) return;
  const ended = new AbortController();
  const growth = new ResizeObserver(() => arrives() && stopRestoring?.());
  growth.observe(document.body);
  const timer = setTimeout(() => stopRestoring?.(), restoreMs);
  stopRestoring = () => {
    stopRestoring = undefined;
    growth.disconnect();
    clearTimeout(timer);
    ended.abort();
  };
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(sign, () => stopRestoring?.(), { passive: true, capture: true, signal: ended.signal });
};

/** Scrolls to an element. */
export const scrollToElement = (element: Element): void => {
  stopRestoring?.();
  element.scrollIntoView({ behavior: 'instant' });
};

/** Where the reader was on a history entry, in pixels. */
export const positionOf = positions.read;

type Router = { key(): string; shown(): { location: { path: string } } };

/**
 * Remembers where the window is on each history entry (rule PATH-12a), and gives scrolling back to the browser when the
 * document is left: after a reload, or on the way back from another site, the browser restores the position itself.
 * @param growsLate the page is not as high as it was until its data is here, when the browser no longer restores
 */
export const keepScroll = (router: Router, growsLate: boolean): void => {
  const path = (): string => router.shown().location.path;
  const kept = positions.read(path(), router.key());
  const save = (): void => {
    // Until the page has grown, the window is not where the reader was.
    if (!stopRestoring) positions.save(path(), router.key(), window.scrollY);
  };
  if (growsLate && kept !== undefined && !location.hash) scrollToPosition(kept);
  else save();
  addEventListener('scroll', save, { passive: true });
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
    positions.store();
  });
};
