// The page's side of the service worker, loaded by the bootstrap script when the browser is idle after `load`.
import './page.css';
import { type EmbeddedPage, embeddedPageId } from '../engine/embedded-page.ts';
import { pageDataAddress } from '../engine/page-data-addresses.ts';
import { base, normalisePath, pagePathOf } from '../engine/paths.ts';
import { mayRegister } from './may-register.ts';
import { type CopyMessage, keepPortal, noticeClass } from './offline-plan.ts';

/** Shows the notice above the page, or removes it. */
const showNotice = (notice: string | undefined): void => {
  const shown = document.querySelector(`.${noticeClass}`);
  if (!notice) {
    shown?.remove();
    return;
  }
  const element = shown ?? document.createElement('p');
  element.className = noticeClass;
  element.setAttribute('role', 'status');
  element.textContent = notice;
  if (!shown) document.body.prepend(element);
};

/** Updates the notice on navigation: the document's notice is for its own page, and page data may be a copy too. */
const followCopies = (container: ServiceWorkerContainer): void => {
  const first = location.pathname;
  const notices = new Map<string, string | undefined>();
  container.addEventListener('message', ({ data }: MessageEvent<CopyMessage>) => {
    if (data.type === 'COPY_TOLD') notices.set(data.address, data.notice);
  });
  new MutationObserver(() => {
    if (document.documentElement.dataset.loading !== 'success') return;
    if (location.pathname === first && notices.size === 0) return;
    showNotice(notices.get(pageDataAddress(pagePathOf(normalisePath(location.pathname) ?? '/'))));
  }).observe(document.documentElement, { attributeFilter: ['data-loading'] });
};

/** URLs that this page loaded before the worker could intercept them. */
const ownAddresses = (): string[] => [
  location.pathname,
  ...performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(`${base}/`))
    .map(({ pathname }) => pathname),
];

/** Registers the worker and tells it to cache this page. */
const start = async (): Promise<void> => {
  const container = navigator.serviceWorker;
  followCopies(container);
  await container.register(`${base}/sw.js`);
  const { active } = await container.ready;
  const page = JSON.parse(document.getElementById(embeddedPageId)?.textContent ?? '') as EmbeddedPage;
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: ownAddresses() } });
  if (page.page.result.pageContext.area === 'portal') active?.postMessage({ type: keepPortal });
};

// A failure is only logged (rule PATH-15).
if ('serviceWorker' in navigator && mayRegister(location))
  start().catch((error: unknown) => console.error('The service worker could not be registered.', error));
