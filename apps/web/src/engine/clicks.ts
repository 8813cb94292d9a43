import type { LinkPaths } from './embedded.ts';
import { isOnBareFrame } from './frame.ts';
import { type LinkAction, linkAction } from './links.ts';
import { base } from './paths.ts';
import { type Connection, mayPrefetch } from './prefetch.ts';

/** The parts of a click that decide whether the browser keeps it. */
export type Click = Pick<
  MouseEvent,
  'button' | 'defaultPrevented' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** Whether a click is a plain one with the main button, that nothing has taken yet. */
export const isPlainClick = (click: Click): boolean =>
  click.button === 0 &&
  !click.defaultPrevented &&
  !click.altKey &&
  !click.ctrlKey &&
  !click.metaKey &&
  !click.shiftKey;

const anchorOf = (target: EventTarget | null): HTMLAnchorElement | undefined => {
  const anchor = target instanceof Element ? target.closest('a[href]') : null;
  return anchor instanceof HTMLAnchorElement ? anchor : undefined;
};

/** What an anchor points at, as the link rules take it: a site path when it is under the base. */
export const targetOf = (anchor: Pick<HTMLAnchorElement, 'href' | 'origin'>, current: URL): string => {
  const address = new URL(anchor.href, current);
  const inside =
    address.origin === current.origin &&
    (address.pathname === base || address.pathname.startsWith(`${base}/`));
  if (!inside) return anchor.href;
  return `${address.pathname.slice(base.length) || '/'}${address.search}${address.hash}`;
};

/** Takes the clicks of the whole document by the link rules, and prefetches links on hover, focus and sight (rule PATH-10). */
export const takeClicks = (options: {
  links: LinkPaths;
  signedIn: () => boolean;
  navigate: (to: string) => void;
  /** `whole`: the reader has come so near that all of the page is worth asking for. */
  prefetch: (to: string, whole: boolean) => void;
  connection: () => Connection | undefined;
}): void => {
  const actionOf = (anchor: HTMLAnchorElement): LinkAction | undefined => {
    const current = new URL(location.href);
    const plainHash = anchor.getAttribute('href')?.startsWith('#');
    const samePage =
      anchor.hash !== '' &&
      anchor.origin === current.origin &&
      anchor.pathname === current.pathname &&
      anchor.search === current.search;
    if (plainHash || samePage || anchor.hasAttribute('download')) return undefined;
    return linkAction(targetOf(anchor, current), {
      ...options.links,
      current: current.href,
      signedIn: options.signedIn(),
    });
  };

  const take = (event: MouseEvent): void => {
    const anchor = anchorOf(event.target);
    if (!anchor || !isPlainClick(event)) return;
    const action = actionOf(anchor);
    if (anchor.target && anchor.target !== '_self') return;
    if (action?.kind === 'inApp' || action?.kind === 'login') {
      event.preventDefault();
      // A protected page asks for sign-in itself and comes back to its own address (rules LINK-4 and PORT-16).
      options.navigate(action.kind === 'inApp' ? action.to : action.returnTo);
    }
    // A new tab and a full load are what the anchor's own attributes say: the browser does them.
  };
  document.addEventListener('click', take);
  document.addEventListener('click', (event) => isOnBareFrame(event.target) && take(event), {
    capture: true,
  });

  const wanted = (target: EventTarget | null, whole: boolean): void => {
    const anchor = anchorOf(target);
    if (!anchor || !mayPrefetch(options.connection())) return;
    const action = actionOf(anchor);
    if (action?.kind === 'inApp') options.prefetch(action.to, whole);
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
  const watched = new WeakSet<Element>();
  const watch = (): void => {
    for (const anchor of document.querySelectorAll(`a[href^="${base}"]`)) {
      if (watched.has(anchor)) continue;
      watched.add(anchor);
      seen.observe(anchor);
    }
  };
  watch();
  new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
};
