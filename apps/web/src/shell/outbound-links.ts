import { hasConsent } from './visitor-choices.ts';

/** What is told of a followed link: where it leads, without query and hash, and nothing of who followed it. */
export type OutboundReport = { kind: 'outbound'; host: string; path: string };

/**
 * What is told of a link, or undefined for one that stays on the site, or is no address of the web.
 * @param href whole address of the link
 * @param origin of the page that holds it
 */
export const reportOf = (href: string, origin: string): OutboundReport | undefined => {
  if (!URL.canParse(href)) return undefined;
  const target = new URL(href);
  if (!/^https?:$/.test(target.protocol) || target.origin === origin) return undefined;
  return { kind: 'outbound', host: target.hostname.slice(0, 253), path: target.pathname.slice(0, 200) };
};

/**
 * Reports followed links that lead out of the site, with the visitor's consent alone (rule LINK-5). The click is left to
 * the browser: a new tab opens and a page is left at once, while `keepalive` lets the report outlive the page.
 * @param send makes the request; what becomes of it is nobody's concern
 */
export const reportOutbound = (
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'documentElement'>,
  origin: string,
  send: (report: OutboundReport) => void,
): (() => void) => {
  const followed = (event: MouseEvent): void => {
    // The main and the middle button open a link; the right one opens a menu.
    if (event.button > 1 || !hasConsent(page.documentElement)) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const report = link instanceof HTMLAnchorElement ? reportOf(link.href, origin) : undefined;
    if (report) send(report);
  };
  page.addEventListener('click', followed, { capture: true });
  page.addEventListener('auxclick', followed, { capture: true });
  return () => {
    page.removeEventListener('click', followed, { capture: true });
    page.removeEventListener('auxclick', followed, { capture: true });
  };
};
