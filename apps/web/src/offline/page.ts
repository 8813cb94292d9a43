// The page's side of the service worker. The document's own script loads it when the browser is idle after `load`.
import './page.css';
import { type EmbeddedPage, embeddedId } from '../engine/embedded-page.ts';
import { pageDataAddress } from '../engine/page-data-addresses.ts';
import { base, normalisePath, pageOf } from '../engine/paths.ts';
import { mayRegister } from './may-register.ts';
import { type CopyTold, keepPortal, noticeClass } from './offline-plan.ts';

/** Shows what is to be said above the page, or takes it away. */
const say = (notice: string | undefined): void => {
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

/** Follows navigations: the notice of the document holds for its own page, and data may be a copy too. */
const followCopies = (container: ServiceWorkerContainer): void => {
  const first = location.pathname;
  const told = new Map<string, string | undefined>();
  container.addEventListener('message', ({ data }: MessageEvent<CopyTold>) => {
    if (data.type === 'COPY_TOLD') told.set(data.address, data.notice);
  });
  new MutationObserver(() => {
    if (document.documentElement.dataset.loading !== 'success') return;
    if (location.pathname === first && told.size === 0) return;
    say(told.get(pageDataAddress(pageOf(normalisePath(location.pathname) ?? '/'))));
  }).observe(document.documentElement, { attributeFilter: ['data-loading'] });
};

/** Addresses of what this page was made of: they were asked for before the worker could see it. */
const ownAddresses = (): string[] => [
  location.pathname,
  ...performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith(`${base}/`))
    .map(({ pathname }) => pathname),
];

/** Registers the worker and gives it this page to keep. */
const start = async (): Promise<void> => {
  const container = navigator.serviceWorker;
  followCopies(container);
  await container.register(`${base}/sw.js`);
  const { active } = await container.ready;
  const page = JSON.parse(document.getElementById(embeddedId)?.textContent ?? '') as EmbeddedPage;
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: ownAddresses() } });
  if (page.page.result.pageContext.area === 'portal') active?.postMessage({ type: keepPortal });
};

// Whatever fails is written to the console and nothing else happens (rule PATH-15).
if ('serviceWorker' in navigator && mayRegister(location))
  start().catch((error: unknown) => console.error('The service worker could not be registered.', error));
