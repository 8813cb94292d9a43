// The service worker (rules PATH-15 to PATH-17). Network first, so that a new build is visible at the next click; only
// hashed files, which never change, are cache first.
import { CacheFirst, ExpirationPlugin, NetworkFirst, Serwist, type SerwistPlugin } from 'serwist';
import { copyWithTime, createCacheKey, isCacheable, kindOf, noticeOf, withNotice } from './cached-answers.ts';
import { type CopyMessage, cacheNames, keepPortal, type OfflinePlan, planName } from './offline-plan.ts';

/** The used part of the worker's global scope, which TypeScript's DOM library lacks. */
type Lived = Event & { waitUntil(work: Promise<unknown>): void };
type Scope = {
  addEventListener(type: 'install' | 'activate', listen: (event: Lived) => void): void;
  addEventListener(type: 'message', listen: (event: Lived & MessageEvent<{ type?: string }>) => void): void;
  clients: { get(id: string): Promise<{ postMessage(message: CopyMessage): void } | undefined> };
};

const scope = globalThis as unknown as Scope;
const plan = (globalThis as unknown as Record<typeof planName, OfflinePlan>)[planName];
const addressOf = createCacheKey(plan);
const pathOf = ({ url }: Request): string => new URL(url).pathname;

/** Notice above a copy. None in the portal, whose documents contain no data and whose data show their own age. */
const ageOf = (copy: Response, pathname: string): string | undefined =>
  plan.portal.includes(addressOf(pathname)) ? undefined : noticeOf(copy, pathname, plan.notice);

const day = 24 * 60 * 60;
/** Network timeout in seconds, after which a copy is shown. */
const patience = 8;

const keeping: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    isCacheable(response) ? copyWithTime(response, Date.now()) : null,
};

const documents = new NetworkFirst({
  cacheName: cacheNames.documents,
  networkTimeoutSeconds: patience,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      ...keeping,
      cacheKeyWillBeUsed: async ({ request }) => new URL(addressOf(pathOf(request)), request.url).href,
      cachedResponseWillBeUsed: async ({ cachedResponse, request }) => {
        const notice = cachedResponse && ageOf(cachedResponse, pathOf(request));
        return cachedResponse && notice ? withNotice(cachedResponse, notice) : cachedResponse;
      },
    },
    new ExpirationPlugin({ maxEntries: 100, maxAgeSeconds: 30 * day, purgeOnQuotaError: true }),
  ],
});

/** Tells the requesting page whether its data is a copy. */
const tell = async (event: unknown, address: string, notice?: string): Promise<void> => {
  const { clientId } = event as { clientId?: string };
  const client = clientId ? await scope.clients.get(clientId) : undefined;
  client?.postMessage({ type: 'COPY_TOLD', address, ...(notice ? { notice } : {}) });
};

const data = new NetworkFirst({
  cacheName: cacheNames.data,
  networkTimeoutSeconds: patience,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      ...keeping,
      fetchDidSucceed: async ({ request, response, event }) => {
        await tell(event, pathOf(request));
        return response;
      },
      cachedResponseWillBeUsed: async ({ cachedResponse, request, event }) => {
        const pathname = pathOf(request);
        const page = pathname.replace(/\/page-data(\/.*)\/page-data\.json$/, '$1');
        const notice = cachedResponse && ageOf(cachedResponse, page);
        if (notice) await tell(event, pathname, notice);
        return cachedResponse;
      },
    },
    new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 30 * day, purgeOnQuotaError: true }),
  ],
});

const assets = new CacheFirst({
  cacheName: cacheNames.assets,
  // A retry requests a module with another query.
  matchOptions: { ignoreVary: true, ignoreSearch: true },
  plugins: [
    keeping,
    // Modules of former builds stay while they are used, because a copy of an old page needs them.
    new ExpirationPlugin({
      maxEntries: 300,
      maxAgeSeconds: 60 * day,
      maxAgeFrom: 'last-used',
      purgeOnQuotaError: true,
    }),
  ],
});

const ofKind =
  (kind: ReturnType<typeof kindOf>) =>
  ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean =>
    sameOrigin && kindOf(url.pathname) === kind;

// Takes over at once, which is safe because it can serve pages of any build.
const serwist = new Serwist({
  precacheEntries: Object.values(plan.fallback),
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: true,
  // Navigation preload: the document request starts while the worker starts.
  navigationPreload: true,
  clientsClaim: true,
  runtimeCaching: [
    { matcher: ofKind('asset'), handler: assets },
    { matcher: ofKind('data'), handler: data },
    { matcher: ofKind('document'), handler: documents },
  ],
});

serwist.setCatchHandler(async ({ request, url }) => {
  if (kindOf(url.pathname) !== 'document') {
    // If the cache cannot be read, the network may still respond.
    return fetch(request).catch(() => Response.error());
  }
  const { fallback } = plan;
  const { url: own } = /\/en(?:\/|$)/.test(url.pathname) ? fallback.en : fallback.is;
  return (await serwist.matchPrecache(own)) ?? Response.error();
});

/** Caches the addresses, each by its kind. Failures are retried next time. */
const keep = (addresses: readonly string[], event: Lived): Promise<unknown> =>
  Promise.allSettled(
    addresses.map((address) =>
      serwist.handleRequest({ request: new Request(address), event: event as never }),
    ),
  );

scope.addEventListener('install', (event) => event.waitUntil(keep(plan.assets, event)));
scope.addEventListener('message', (event) => {
  if (event.data?.type === keepPortal) event.waitUntil(keep(plan.portal, event));
});
scope.addEventListener('activate', (event) => {
  const names: string[] = Object.values(cacheNames);
  const dropOthers = async (): Promise<void> => {
    const others = (await caches.keys()).filter((name) => /^hofn-\d+-/.test(name) && !names.includes(name));
    await Promise.all(others.map((name) => caches.delete(name)));
  };
  event.waitUntil(dropOthers());
});
serwist.addEventListeners();
