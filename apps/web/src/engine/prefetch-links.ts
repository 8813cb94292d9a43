import { actionOf, anchorOf, type LinkEnvironment } from './clicks.ts';
import { type Connection, mayPrefetch } from './may-prefetch.ts';
import { base } from './paths.ts';

const links = `a[href^="${base}"]`;

/**
 * Prefetches pages when links to them are hovered, focused or visible (rule PATH-10).
 * @param prefetch `withTemplate` on hover and focus, when a click is likely
 */
export const prefetchLinks = (
  visit: LinkEnvironment,
  prefetch: (to: string, withTemplate: boolean) => void,
): void => {
  const prefetchTarget = (target: EventTarget | null, withTemplate: boolean): void => {
    const anchor = anchorOf(target);
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (!anchor || !mayPrefetch(connection)) return;
    const action = actionOf(anchor, visit);
    if (action?.kind === 'inApp') prefetch(action.to, withTemplate);
  };
  document.addEventListener('pointerover', (event) => prefetchTarget(event.target, true), { passive: true });
  document.addEventListener('focusin', (event) => prefetchTarget(event.target, true));

  const visibleLinks = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      visibleLinks.unobserve(entry.target);
      prefetchTarget(entry.target, false);
    }
  });
  const observeLinks = (part: Element): void => {
    if (part.matches(links)) visibleLinks.observe(part);
    for (const anchor of part.querySelectorAll(links)) visibleLinks.observe(anchor);
  };
  observeLinks(document.body);
  new MutationObserver((changes) => {
    // Only added nodes: searching the whole document would be too slow on every keystroke in a form.
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) observeLinks(node);
  }).observe(document.body, { childList: true, subtree: true });
};
