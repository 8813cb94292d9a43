import type { Page } from '@playwright/test';

/** A request of the page, with the bytes of its body as sent. */
export type Load = { address: string; bytes: number };

export type FirstVisit = {
  /** The document and everything requested until hydration. */
  loads: Load[];
  /** Sum of the layout shifts until then, as browsers report it; 0 when nothing moved. */
  layoutShift: number;
};

/**
 * Opens a page with an empty cache, on a connection that saves data so that nothing is prefetched, and reads from the
 * browser's own timings what it took until hydration. Nothing depends on when this process hears of an event.
 */
export const firstVisit = async (page: Page, address: string): Promise<FirstVisit> => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    const visit = { hydratedAt: Number.POSITIVE_INFINITY, shifts: [] as { at: number; value: number }[] };
    Object.assign(window, { visit });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        visit.shifts.push({ at: entry.startTime, value: (entry as unknown as { value: number }).value });
    }).observe({ type: 'layout-shift', buffered: true });
    new MutationObserver((_, observer) => {
      if (document.documentElement?.dataset.live === undefined) return;
      visit.hydratedAt = performance.now();
      observer.disconnect();
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-live'] });
  });
  await page.goto(address, { waitUntil: 'load' });
  await page.locator('html[data-live]').waitFor({ state: 'attached' });
  return page.evaluate(async () => {
    // Layout shifts are reported after the frame that they belong to.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { visit } = window as unknown as {
      visit: { hydratedAt: number; shifts: { at: number; value: number }[] };
    };
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    return {
      loads: entries
        .filter(({ startTime }) => startTime < visit.hydratedAt)
        .map(({ name, encodedBodySize }) => ({ address: name, bytes: encodedBodySize })),
      layoutShift: visit.shifts
        .filter(({ at }) => at < visit.hydratedAt)
        .reduce((sum, { value }) => sum + value, 0),
    };
  });
};

/** Bytes of the loads whose path has this ending. */
export const bytesOf = (loads: readonly Load[], ending: `.${string}`): number =>
  loads
    .filter(({ address }) => new URL(address).pathname.endsWith(ending))
    .reduce((sum, { bytes }) => sum + bytes, 0);
