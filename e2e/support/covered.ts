import type { Page } from '@playwright/test';

/**
 * Floating boxes that overlap content or controls, at the top, middle and end of the page. A navigation bar along the
 * whole bottom edge is an edge of the window: content scrolls under it, except at the end of the page.
 */
export const findCovered = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    const endOf = () => document.documentElement.scrollHeight - window.innerHeight;
    const end = endOf();
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    for (const y of new Set([0, end / 2, end])) {
      // The page may have grown since.
      window.scrollTo({ top: y === end ? endOf() : y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      const floating = [...document.querySelectorAll('button, a')].filter((element) => {
        for (let up: Element | null = element; up; up = up.parentElement)
          if (getComputedStyle(up).position === 'fixed') {
            const isEdge = up.matches('nav') && up.getBoundingClientRect().width >= document.body.clientWidth;
            return isShown(element) && (!isEdge || y === end);
          }
        return false;
      });
      const others = [...document.querySelectorAll('button, a, input, select, textarea, .figures, td, dd')];
      for (const float of floating) {
        const box = float.getBoundingClientRect();
        for (const other of others) {
          if (floating.includes(other) || other.closest('nav#bottom-bar') || !isShown(other)) continue;
          const { top, bottom, left, right } = other.getBoundingClientRect();
          if (top < box.bottom && bottom > box.top && left < box.right && right > box.left)
            found.push(`${float.textContent} covers ${other.textContent?.trim() || other.outerHTML} at ${y}`);
        }
      }
    }
    return found;
  });
