import { base, normalisePath, pageOf } from './paths.ts';

/** What the link rules need to know of the place and the reader. */
export type LinkContext = {
  /** The whole address of the page that holds the link. */
  current: string;
  signedIn: boolean;
  /** Site paths that need sign-in, as prefixes (rule LINK-7). */
  protectedPrefixes: readonly string[];
  /** Site paths of the portal, as prefixes. */
  portalPrefixes: readonly string[];
  /** Site paths of pages that open in a new tab. */
  newTabPaths: readonly string[];
};

/** What following a link does. `browser`: left to the browser as it stands. */
export type LinkAction =
  | { kind: 'inApp'; to: string }
  | { kind: 'newTab'; href: string }
  | { kind: 'sameTab'; href: string }
  | { kind: 'login'; returnTo: string }
  | { kind: 'browser'; href: string };

// A prefix that ends in a slash holds what is below it and not the path itself.
const under = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) =>
    prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix || path.startsWith(`${prefix}/`),
  );

// `tel:`, `mailto:` and a hash stay as the browser has them (rule LINK-2).
const leftToTheBrowser = /^(?:tel:|mailto:|#)/i;

/**
 * Decides what a link does; the first rule that fits decides (rules LINK-1 to LINK-4 and LINK-6): a page marked to open
 * in a new tab; a protected page when not signed in; out of the portal on the same origin; one slash; all else.
 *
 * @param target A site path (`/tryggingar?a=1#b`), or a whole address of any kind.
 */
export const linkAction = (target: string, context: LinkContext): LinkAction => {
  if (leftToTheBrowser.test(target)) return { kind: 'browser', href: target };
  const current = new URL(context.current);
  const oneSlash = isSitePath(target);
  const whole = oneSlash ? hrefOf(target) : target;
  if (!URL.canParse(whole, current)) return { kind: 'newTab', href: target };
  const address = new URL(whole, current);
  const sameOrigin = address.origin === current.origin;
  const path = sameOrigin ? sitePath(address) : '';
  if (sameOrigin && context.newTabPaths.includes(path)) return { kind: 'newTab', href: address.href };
  const rest = `${address.search}${address.hash}`;
  if (sameOrigin && !context.signedIn && under(path, context.protectedPrefixes))
    return { kind: 'login', returnTo: `${path}${rest}` };
  const inPortal = under(sitePath(current), context.portalPrefixes);
  if (inPortal && sameOrigin && !under(path, context.portalPrefixes))
    return { kind: 'sameTab', href: address.href };
  return oneSlash ? { kind: 'inApp', to: target } : { kind: 'newTab', href: address.href };
};

/** The page's own path, so that a rule holds for it as a modal too. */
const sitePath = (address: URL): string => pageOf(normalisePath(address.pathname) ?? '');

/** The `href` of a target: a site path gets the base, anything else stays. */
export const hrefOf = (target: string): string => (isSitePath(target) ? `${base}${target}` : target);

const isSitePath = (target: string): boolean => /^\/(?!\/)/.test(target);

/** Whether a target opens in a new tab wherever it stands (rules LINK-2 and LINK-6), so that markup can say so. */
export const opensNewTab = (target: string, newTabPaths: readonly string[]): boolean =>
  isSitePath(target)
    ? newTabPaths.includes(normalisePath(hrefOf(target)) ?? '')
    : !leftToTheBrowser.test(target);
