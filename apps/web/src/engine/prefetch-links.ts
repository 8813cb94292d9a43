import { actionOf, anchorOf, type Visit } from './clicks.ts';
import { type Connection, mayPrefetch } from './may-prefetch.ts';
import { base } from './paths.ts';

const links = `a[href^="${base}"]`;

/**
 * Asks for pages before they are wanted, on hover, focus and sight of links to them (rule PATH-10).
 * @param prefetch with `whole`, the reader has come so near that all of the page is worth asking for
 */
export const prefetchLinks = (visit: Visit, prefetch: (to: string, whole: boolean) => void): void => {
  const wanted = (target: EventTarget | null, whole: boolean): void => {
    const anchor = anchorOf(target);
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (!anchor || !mayPrefetch(connection)) return;
    const action = actionOf(anchor, visit);
    if (action?.kind === 'inApp') prefetch(action.to, whole);
  };
  document.addEventListener('pointerover', (event) => wanted(event.target, true), { passive: true });
  document.addEventListener('focusin', (event) => wanted(event.target, true));

  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      wanted(entry.target, false);
    }
  });
  const watch = (part: Element): void => {
    if (part.matches(links)) seen.observe(part);
    for (const anchor of part.querySelectorAll(links)) seen.observe(anchor);
  };
  watch(document.body);
  new MutationObserver((changes) => {
    // Only what was added: the whole document is too much to search at every key pressed in a form.
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof Element) watch(node);
  }).observe(document.body, { childList: true, subtree: true });
};
