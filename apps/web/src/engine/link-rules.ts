import { base, normalisePath, pagePathOf } from './paths.ts';

/** Input of the link rules. */
export type LinkContext = {
  /** URL of the page that contains the link. */
  current: string;
  signedIn: boolean;
  /** Site paths that need sign-in, as prefixes (rule LINK-7). */
  protectedPrefixes: readonly string[];
  /** Site paths of the portal, as prefixes. */
  portalPrefixes: readonly string[];
  /** Site paths of pages that open in a new tab. */
  newTabPaths: readonly string[];
};

/** Action of following a link. `browser`: left to the browser. */
export type LinkAction =
  | { kind: 'inApp'; to: string }
  | { kind: 'newTab'; href: string }
  | { kind: 'sameTab'; href: string }
  | { kind: 'login'; returnTo: string }
  | { kind: 'browser'; href: string };

// A prefix that ends in a slash matches the paths below it, but not the path itself.
const isUnder = (path: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) =>
    prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix || path.startsWith(`${prefix}/`),
  );

// `tel:`, `mailto:` and hashes are left to the browser (rule LINK-2).
const browserScheme = /^(?:tel:|mailto:|#)/i;

/**
 * Decides what a link does. The first rule that matches applies (rules LINK-1 to LINK-4 and LINK-6): a page marked to
 * open in a new tab; a protected page when signed out; leaving the portal on the same origin; a site path; any other
 * target.
 *
 * @param target a site path (`/tryggingar?a=1#b`), or a URL of any kind
 */
export const linkAction = (target: string, context: LinkContext): LinkAction => {
  if (browserScheme.test(target)) return { kind: 'browser', href: target };
  const current = new URL(context.current);
  const targetsSitePath = isSitePath(target);
  const href = targetsSitePath ? hrefOf(target) : target;
  if (!URL.canParse(href, current)) return { kind: 'newTab', href: target };
  const address = new URL(href, current);
  const sameOrigin = address.origin === current.origin;
  const path = sameOrigin ? sitePath(address) : '';
  if (sameOrigin && context.newTabPaths.includes(path)) return { kind: 'newTab', href: address.href };
  const rest = `${address.search}${address.hash}`;
  if (sameOrigin && !context.signedIn && isUnder(path, context.protectedPrefixes))
    return { kind: 'login', returnTo: `${path}${rest}` };
  const inPortal = isUnder(sitePath(current), context.portalPrefixes);
  if (inPortal && sameOrigin && !isUnder(path, context.portalPrefixes))
    return { kind: 'sameTab', href: address.href };
  return targetsSitePath ? { kind: 'inApp', to: target } : { kind: 'newTab', href: address.href };
};

/** The page's own path, so that the rules are the same for a page shown as a modal. */
const sitePath = (address: URL): string => pagePathOf(normalisePath(address.pathname) ?? '');

/** The `href` of a target: a site path gets the base, anything else is unchanged. */
export const hrefOf = (target: string): string => (isSitePath(target) ? `${base}${target}` : target);

const isSitePath = (target: string): boolean => /^\/(?!\/)/.test(target);

/** Whether a target opens in a new tab on every page (rules LINK-2 and LINK-6), so that markup can say so. */
export const opensNewTab = (target: string, newTabPaths: readonly string[]): boolean =>
  isSitePath(target)
    ? newTabPaths.includes(normalisePath(hrefOf(target)) ?? '')
    : !browserScheme.test(target);
