import { mergeStaticQueries } from './embedded-page.ts';
import type { LoadedPage, PageResult } from './loaded-page.ts';
import { createMatcher, type MatchPath } from './match.ts';
import { hasUnsupportedLanguage, type NotFoundPage } from './not-found.ts';
import { appDataAddress, pageDataAddress, staticQueryAddress } from './page-data-addresses.ts';
import { withBase } from './paths.ts';
import type { PageData } from './types.ts';

export type LoaderParts<Parts> = {
  fetch: (address: string, init: { method?: 'HEAD'; signal: AbortSignal }) => Promise<Response>;
  /** Loads the page's template. Rejects if that fails. */
  loadParts: (data: PageData) => Promise<Parts>;
  matchPaths: readonly MatchPath[];
  /** Chooses the 404 page for `path`. */
  notFoundOf: (path: string) => NotFoundPage;
  /** A signal that aborts after `ms` milliseconds. */
  timeout?: (ms: number) => AbortSignal;
};

/** Timeout of a request. The service worker falls back to its copy before that, after 8 s. */
export const requestTimeoutMs = 10_000;
/** Minimum time between two requests for the server's build hash on hover, in milliseconds. */
export const buildCheckIntervalMs = 10_000;
/** How long a loaded page waits for the server's build hash. */
export const buildTimeoutMs = 2000;

/** Maximum requests for a file: the first and three retries (rules PATH-5 and PATH-7c). */
const maxRequests = 4;

type PageDataResponse = { kind: 'found'; data: PageData } | { kind: 'missing' } | { kind: 'failed' };

const isPageData = (value: unknown): value is PageData =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';

/** Undefined if the body is not JSON. @throws if the body is truncated */
const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws if the signal aborts before the promise settles */
const abortable = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  ]);

/**
 * Loads pages by the page data protocol (rules PATH-4 to PATH-7, PATH-9, PATH-20, PATH-21). Every load resolves to
 * `success` or `error`, even on a hanging connection. Loaded pages are cached for the visit (rule HOLD-21); errors are
 * not, so that the next click tries again.
 */
export const createLoader = <Parts>({
  fetch: fetchUntilAborted,
  loadParts,
  matchPaths,
  notFoundOf,
  timeout = (ms) => AbortSignal.timeout(ms),
}: LoaderParts<Parts>) => {
  const fetch = (address: string, init?: { method: 'HEAD' }): Promise<Response> =>
    fetchUntilAborted(address, { ...init, signal: timeout(requestTimeoutMs) });
  const match = createMatcher(matchPaths);
  const pages = new Map<string, LoadedPage<Parts>>();
  const pending = new Map<string, Promise<unknown>>();
  const staticQueries = new Map<string, Promise<unknown>>();
  const prefetched = new Map<string, Promise<PageDataResponse>>();

  /** Shares a pending request between its callers. */
  const deduplicate = <T>(key: string, start: () => Promise<T>): Promise<T> => {
    const existing = pending.get(key) as Promise<T> | undefined;
    if (existing) return existing;
    const started = start().finally(() => pending.delete(key));
    pending.set(key, started);
    return started;
  };

  /**
   * Repeats a request, up to four times, until `interpret` returns a value. Its argument is undefined without a
   * response.
   */
  const requestWithRetries = async <T>(
    address: string,
    interpret: (response: Response | undefined) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    for (let request = 0; request < maxRequests; request += 1) {
      const response = await fetch(address).catch(() => undefined);
      // A truncated body counts as no response.
      const settled = await interpret(response).catch(() => undefined);
      if (settled !== undefined) return settled;
    }
    return undefined;
  };

  const requestPageData = (path: string): Promise<PageDataResponse> => {
    const address = pageDataAddress(path);
    return deduplicate(address, async () => {
      const answer = await requestWithRetries<PageDataResponse>(address, async (response) => {
        if (response?.status === 500) return { kind: 'failed' };
        if (response?.status === 404) return { kind: 'missing' };
        if (response?.status !== 200) return undefined;
        const data = await readJson(response);
        return isPageData(data) ? { kind: 'found', data } : { kind: 'missing' };
      });
      return answer ?? { kind: 'failed' };
    });
  };

  let documentBuild: string | undefined;
  let serverBuild: string | undefined;
  let buildRequestedAt = Number.NEGATIVE_INFINITY;

  /** Hash of the server's build; undefined if it could not be determined. */
  const requestBuildHash = (): Promise<string | undefined> =>
    deduplicate(appDataAddress, async () => {
      buildRequestedAt = Date.now();
      const answer = await requestWithRetries(appDataAddress, async (response) => {
        if (response?.status !== 200) return undefined;
        const data = await readJson(response);
        const hash =
          typeof data === 'object' && data !== null && 'webpackCompilationHash' in data
            ? data.webpackCompilationHash
            : undefined;
        return { hash: typeof hash === 'string' ? hash : undefined };
      });
      serverBuild = answer?.hash ?? serverBuild;
      return answer?.hash;
    });

  /** Results are cached for the visit. A failure is not cached, and fails the page load. */
  const requestStaticQuery = (hash: string): Promise<unknown> => {
    const cached = staticQueries.get(hash);
    if (cached) return cached;
    const result = fetch(staticQueryAddress(hash)).then((response) => response.json() as Promise<unknown>);
    staticQueries.set(hash, result);
    result.catch(() => staticQueries.delete(hash));
    return result;
  };

  const hasDocument = async (path: string): Promise<boolean> => {
    const response = await fetch(withBase(path), { method: 'HEAD' }).catch(() => undefined);
    return response?.status === 200;
  };

  type BuildHash = Promise<string | undefined>;

  const complete = async (
    data: PageData,
    notFound: boolean,
    buildHash: BuildHash,
  ): Promise<LoadedPage<Parts>> => {
    const [results, parts, hash] = await Promise.all([
      Promise.all(data.staticQueryHashes.map(requestStaticQuery)),
      abortable(timeout(requestTimeoutMs), loadParts(data)),
      buildHash,
    ]);
    // Page data names its build too: data of another build must not be shown in this document.
    const otherBuild = [hash, data.webpackCompilationHash].find((build) => build && build !== documentBuild);
    return {
      status: 'success',
      path: data.path,
      notFound,
      data,
      staticQueries: mergeStaticQueries(results),
      parts,
      buildHash: documentBuild && otherBuild ? otherBuild : hash,
    };
  };

  const loadNotFound = async (path: string, buildHash: BuildHash): Promise<PageResult<Parts>> => {
    const failed = { status: 'error', path } as const;
    if (await hasDocument(path)) return { ...failed, hasDocument: true };
    const notFound = notFoundOf(path);
    if (notFound.isRedirect) return { ...failed, hasDocument: false, redirectTo: notFound.path };
    const answer = await requestPageData(notFound.path);
    return answer.kind === 'found'
      ? complete(answer.data, true, buildHash)
      : { ...failed, hasDocument: false };
  };

  const loadFresh = async (path: string): Promise<PageResult<Parts>> => {
    try {
      // A path in an unsupported language has no page, so no request is needed.
      if (hasUnsupportedLanguage(path))
        return { status: 'error', path, hasDocument: false, redirectTo: notFoundOf(path).path };
      // In parallel with the page data.
      const buildRequest = requestBuildHash();
      const prefetchedData = await prefetched.get(path);
      // Prefetched data does not wait for the build hash; if the build is new, the next navigation is a full load.
      if (prefetchedData?.kind === 'found')
        return await complete(prefetchedData.data, false, Promise.resolve(serverBuild));
      const buildHash = abortable(timeout(buildTimeoutMs), buildRequest).catch(() => serverBuild);
      const answer = await requestPageData(path);
      if (answer.kind === 'missing') return await loadNotFound(path, buildHash);
      if (answer.kind === 'failed') return { status: 'error', path, hasDocument: false };
      return await complete(answer.data, false, buildHash);
    } catch {
      return { status: 'error', path, hasDocument: false };
    }
  };

  return {
    match,

    /** Loads the page for a site path. Concurrent loads of a page share its requests. */
    load(sitePath: string): Promise<PageResult<Parts>> {
      const { path } = match(sitePath);
      return deduplicate(`page ${path}`, async () => {
        const cached = pages.get(path);
        if (cached) {
          // Deferred until the page is on the screen, because starting a request takes milliseconds on a phone.
          setTimeout(requestBuildHash);
          return { ...cached, buildHash: serverBuild };
        }
        const result = await loadFresh(path);
        // The 404 page is not cached, because it depends on the chosen language.
        if (result.status === 'success' && !result.notFound) pages.set(path, result);
        return result;
      });
    },

    /**
     * Prefetches a page: its data, once per visit, and with `withTemplate` its template too. Failures are ignored.
     */
    async prefetch(sitePath: string, withTemplate: boolean): Promise<void> {
      const { path } = match(sitePath);
      // A click may follow, and would show a cached page without waiting for the build hash.
      if (withTemplate && Date.now() - buildRequestedAt > buildCheckIntervalMs) void requestBuildHash();
      if (pages.has(path)) return;
      const request = prefetched.get(path) ?? requestPageData(path);
      prefetched.set(path, request);
      const answer = await request;
      if (withTemplate && answer.kind === 'found') await loadParts(answer.data).catch(() => undefined);
    },

    /** Requests the server's build hash in the background, for the next load. */
    checkBuild(): void {
      void requestBuildHash();
    },

    /** Caches the embedded page and its static queries by hash. */
    addEmbedded(page: LoadedPage<Parts>, results: Record<string, unknown>): void {
      documentBuild = page.buildHash;
      if (!page.notFound) pages.set(page.path, page);
      for (const [hash, result] of Object.entries(results)) staticQueries.set(hash, Promise.resolve(result));
    },
  };
};

export type Loader<Parts> = ReturnType<typeof createLoader<Parts>>;
