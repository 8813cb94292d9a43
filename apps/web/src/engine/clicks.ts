import type { LinkPaths } from './embedded-page.ts';
import { type LinkAction, linkAction } from './link-rules.ts';
import { base } from './paths.ts';

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

/** The link that an event is on. */
export const anchorOf = (target: EventTarget | null): HTMLAnchorElement | undefined => {
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

/** What the link rules need to know of the visit. */
export type Visit = { links: LinkPaths; signedIn: () => boolean };

/** What a click on a link does by the link rules; nothing for what the browser does by itself. */
export const actionOf = (anchor: HTMLAnchorElement, { links, signedIn }: Visit): LinkAction | undefined => {
  const current = new URL(location.href);
  const plainHash = anchor.getAttribute('href')?.startsWith('#');
  const samePage =
    anchor.hash !== '' &&
    anchor.origin === current.origin &&
    anchor.pathname === current.pathname &&
    anchor.search === current.search;
  if (plainHash || samePage || anchor.hasAttribute('download')) return undefined;
  return linkAction(targetOf(anchor, current), { ...links, current: current.href, signedIn: signedIn() });
};

/** Takes the clicks of the whole document by the link rules, also on markup that is not hydrated yet. */
export const takeClicks = (
  visit: Visit,
  navigate: (to: string) => void,
  isUnhydrated: (target: EventTarget | null) => boolean,
): void => {
  const take = (event: MouseEvent): void => {
    const anchor = anchorOf(event.target);
    if (!anchor || !isPlainClick(event)) return;
    const action = actionOf(anchor, visit);
    if (anchor.target && anchor.target !== '_self') return;
    if (action?.kind === 'inApp' || action?.kind === 'login') {
      event.preventDefault();
      // A protected page asks for sign-in itself and comes back to its own address (rules LINK-4 and PORT-16).
      const to = action.kind === 'inApp' ? action.to : action.returnTo;
      navigate(anchor.dataset.modal === undefined ? to : base + to);
    }
    // A new tab and a full load are what the anchor's own attributes say: the browser does them.
  };
  document.addEventListener('click', take);
  document.addEventListener('click', (event) => isUnhydrated(event.target) && take(event), {
    capture: true,
  });
};
