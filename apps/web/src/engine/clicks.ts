import type { LinkPaths } from './embedded-page.ts';
import { type LinkAction, linkAction } from './link-rules.ts';
import { base } from './paths.ts';

/** The fields of a click that decide whether the browser handles it. */
export type Click = Pick<
  MouseEvent,
  'button' | 'defaultPrevented' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'
>;

/** Whether a click is with the main button, without modifier keys, and not handled yet. */
export const isPlainClick = (click: Click): boolean =>
  click.button === 0 &&
  !click.defaultPrevented &&
  !click.altKey &&
  !click.ctrlKey &&
  !click.metaKey &&
  !click.shiftKey;

/** The link that contains the target of an event. */
export const anchorOf = (target: EventTarget | null): HTMLAnchorElement | undefined => {
  const anchor = target instanceof Element ? target.closest('a[href]') : null;
  return anchor instanceof HTMLAnchorElement ? anchor : undefined;
};

/** Target of an anchor for the link rules: a site path if it is under the base, otherwise the URL. */
export const targetOf = (anchor: Pick<HTMLAnchorElement, 'href' | 'origin'>, current: URL): string => {
  const address = new URL(anchor.href, current);
  const isUnderBase =
    address.origin === current.origin &&
    (address.pathname === base || address.pathname.startsWith(`${base}/`));
  if (!isUnderBase) return anchor.href;
  return `${address.pathname.slice(base.length) || '/'}${address.search}${address.hash}`;
};

/** Input of the link rules that is the same for all links. */
export type LinkEnvironment = { links: LinkPaths; signedIn: () => boolean };

/** Action of a click on a link by the link rules; undefined if the browser handles the click. */
export const actionOf = (
  anchor: HTMLAnchorElement,
  { links, signedIn }: LinkEnvironment,
): LinkAction | undefined => {
  const current = new URL(location.href);
  const isHash = anchor.getAttribute('href')?.startsWith('#');
  const isSamePage =
    anchor.hash !== '' &&
    anchor.origin === current.origin &&
    anchor.pathname === current.pathname &&
    anchor.search === current.search;
  if (isHash || isSamePage || anchor.hasAttribute('download')) return undefined;
  return linkAction(targetOf(anchor, current), { ...links, current: current.href, signedIn: signedIn() });
};

/** Handles the clicks of the whole document by the link rules, including on markup that is not hydrated yet. */
export const handleClicks = (
  visit: LinkEnvironment,
  navigate: (to: string) => void,
  isUnhydrated: (target: EventTarget | null) => boolean,
): void => {
  const handleClick = (event: MouseEvent): void => {
    const anchor = anchorOf(event.target);
    if (!anchor || !isPlainClick(event)) return;
    const action = actionOf(anchor, visit);
    if (anchor.target && anchor.target !== '_self') return;
    if (action?.kind === 'inApp' || action?.kind === 'login') {
      event.preventDefault();
      // A protected page redirects to sign-in itself and returns to its own address (rules LINK-4 and PORT-16).
      const to = action.kind === 'inApp' ? action.to : action.returnTo;
      navigate(anchor.dataset.modal === undefined ? to : base + to);
    }
    // New tabs and full loads are left to the browser, by the anchor's attributes.
  };
  document.addEventListener('click', handleClick);
  document.addEventListener('click', (event) => isUnhydrated(event.target) && handleClick(event), {
    capture: true,
  });
};
