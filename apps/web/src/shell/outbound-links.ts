import { hasConsent } from './visitor-choices.ts';

/** Report of a followed link: its target without query and hash, and nothing about the visitor. */
export type OutboundReport = { kind: 'outbound'; host: string; path: string };

/**
 * Report of a link; undefined for one on this site, or to anything but a web address.
 * @param href URL of the link
 * @param origin of the page that contains it
 */
export const reportOf = (href: string, origin: string): OutboundReport | undefined => {
  if (!URL.canParse(href)) return undefined;
  const target = new URL(href);
  if (!/^https?:$/.test(target.protocol) || target.origin === origin) return undefined;
  return { kind: 'outbound', host: target.hostname.slice(0, 253), path: target.pathname.slice(0, 200) };
};

/**
 * Reports followed links that lead out of the site, only with the visitor's consent (rule LINK-5). The browser handles
 * the click at once; `keepalive` lets the report outlive the page.
 * @param send makes the request; failures are ignored
 */
export const reportOutbound = (
  page: Pick<Document, 'addEventListener' | 'removeEventListener' | 'documentElement'>,
  origin: string,
  send: (report: OutboundReport) => void,
): (() => void) => {
  const onClick = (event: MouseEvent): void => {
    // The main and the middle button follow a link; the right one opens a menu.
    if (event.button > 1 || !hasConsent(page.documentElement)) return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const report = link instanceof HTMLAnchorElement ? reportOf(link.href, origin) : undefined;
    if (report) send(report);
  };
  page.addEventListener('click', onClick, { capture: true });
  page.addEventListener('auxclick', onClick, { capture: true });
  return () => {
    page.removeEventListener('click', onClick, { capture: true });
    page.removeEventListener('auxclick', onClick, { capture: true });
  };
};
