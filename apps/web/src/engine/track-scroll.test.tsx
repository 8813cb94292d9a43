// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let grow: () => void;
let height: number;
let trackScroll: typeof import('./track-scroll.ts').trackScroll;
let scrollToPosition: typeof import('./track-scroll.ts').scrollToPosition;
let scrollToElement: typeof import('./track-scroll.ts').scrollToElement;
let restoreTimeoutMs: number;

/** Scrolls the window of a page that is `height` pixels higher than the window. */
const scroll = (y: number) => {
  Object.defineProperty(window, 'scrollY', { value: Math.min(y, height), configurable: true });
  dispatchEvent(new Event('scroll'));
};
const growTo = (pixels: number) => {
  height = pixels;
  grow();
};
const router = (key: string) => ({ key: () => key, shown: () => ({ location: { path: '/vidskipti' } }) });

/** Loads a new document: only storage is left of the previous one. */
const load = async () => {
  vi.resetModules();
  ({ trackScroll, scrollToPosition, scrollToElement, restoreTimeoutMs } = await import('./track-scroll.ts'));
};
const leave = () => dispatchEvent(new Event('pagehide'));

beforeEach(async () => {
  vi.useFakeTimers();
  sessionStorage.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(run: () => void) {
        grow = run;
      }
      observe = () => {};
      disconnect = () => {
        grow = () => {};
      };
    },
  );
  window.scrollTo = (({ top }: { top: number }) => scroll(top)) as typeof window.scrollTo;
  height = 5000;
  scroll(0);
  await load();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('PATH-12a: a screen whose data loads late is scrolled to the saved position once it is high enough', async () => {
  trackScroll(router('k1'), true);
  scroll(900);
  leave();
  await load();
  height = 100;
  scroll(0);
  trackScroll(router('k1'), true);
  expect(window.scrollY).toBe(100);
  growTo(400);
  expect(window.scrollY).toBe(400);
  // The user leaves before the data has loaded: the position in the skeleton is not saved.
  leave();
  await load();
  height = 100;
  scroll(0);
  trackScroll(router('k1'), true);
  growTo(3000);
  expect(window.scrollY).toBe(900);
  growTo(4000);
  scroll(1200);
  leave();
  await load();
  height = 5000;
  trackScroll(router('k1'), true);
  expect(window.scrollY).toBe(1200);
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  'PATH-12a: a page that grows after the user interacts (%s) is not scrolled',
  async (eventName) => {
    height = 100;
    scrollToPosition(900);
    dispatchEvent(new Event(eventName));
    growTo(3000);
    expect(window.scrollY).toBe(100);
  },
);

test('PATH-12a: a page that grows long after, or after another navigation, is not scrolled', async () => {
  height = 100;
  scrollToPosition(900);
  vi.advanceTimersByTime(restoreTimeoutMs);
  growTo(3000);
  expect(window.scrollY).toBe(100);
  height = 100;
  scrollToPosition(900);
  scrollToPosition(0);
  growTo(3000);
  expect(window.scrollY).toBe(0);
});

test('PATH-12a, LIFE-30: a link to a section that loads late arrives there, and stays while the page grows above it', () => {
  const arrivals: string[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    arrivals.push(this.id);
  });
  expect(scrollToElement('card')).toBe(false);
  growTo(1000);
  expect(arrivals).toEqual([]);
  document.body.innerHTML = '<h2 id="card">Card</h2>';
  growTo(2000);
  expect(document.activeElement?.id).toBe('card');
  growTo(3000);
  expect(arrivals).toEqual(['card', 'card']);
  dispatchEvent(new Event('wheel'));
  growTo(4000);
  expect(arrivals).toHaveLength(2);
  document.body.replaceChildren();
});

test('PATH-12a: a link to a question from another page opens its answer', () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  document.body.innerHTML = '<details><summary>Moving</summary><p id="moving">Yes</p></details>';
  expect(scrollToElement('moving')).toBe(true);
  expect(document.querySelector('details')?.open).toBe(true);
  document.body.replaceChildren();
});

test('PATH-12a: a document of the portal opened at a section arrives there', () => {
  const into = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {});
  history.replaceState(null, '', '#card');
  trackScroll(router('k9'), true);
  document.body.innerHTML = '<h2 id="card">Card</h2>';
  growTo(2000);
  expect(into).toHaveBeenCalledOnce();
  expect(document.activeElement?.id).toBe('card');
  history.replaceState(null, '', ' ');
  document.body.replaceChildren();
});

test('PATH-12a: scrolling writes nothing to storage, and leaving the document hands scroll restoration back to the browser', () => {
  trackScroll(router('k1'), false);
  history.scrollRestoration = 'manual';
  for (let y = 0; y < 500; y += 10) scroll(y);
  expect(sessionStorage.length).toBe(0);
  leave();
  expect(sessionStorage.length).toBe(1);
  expect(history.scrollRestoration).toBe('auto');
});
