import { mergeStaticQueries } from './embedded-page.ts';
import type { LoadedPage, PageResult } from './loaded-page.ts';
import {
  createRequests,
  type PageDataResponse,
  type RequestParts,
  requestTimeoutMs,
} from './loader-requests.ts';
import { createMatcher, type MatchPath } from './match.ts';
import { hasUnsupportedLanguage, type NotFoundPage } from './not-found.ts';
import type { PageData } from './types.ts';

export type LoaderParts<Parts> = Pick<RequestParts, 'fetch'> & {
  /** Loads the page's template. Rejects if that fails. */
  loadParts: (data: PageData) => Promise<Parts>;
  matchPaths: readonly MatchPath[];
  /** Chooses the 404 page for `path`. */
  notFoundOf: (path: string) => NotFoundPage;
  timeout?: RequestParts['timeout'];
};

/** Minimum time between two requests for the server's build hash on hover, in milliseconds. */
export const buildCheckIntervalMs = 10_000;
/** How long a loaded page waits for the server's build hash. */
export const buildTimeoutMs = 2000;

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
  fetch,
  loadParts,
  matchPaths,
  notFoundOf,
  timeout = (ms) => AbortSignal.timeout(ms),
}: LoaderParts<Parts>) => {
  const requests = createRequests({ fetch, timeout });
  const match = createMatcher(matchPaths);
  const pages = new Map<string, LoadedPage<Parts>>();
  const prefetched = new Map<string, Promise<PageDataResponse>>();
  let documentBuild: string | undefined;
  let serverBuild: string | undefined;
  let buildRequestedAt = Number.NEGATIVE_INFINITY;

  const requestBuildHash = async (): Promise<string | undefined> => {
    const hash = await requests.buildHash(() => {
      buildRequestedAt = Date.now();
    });
    serverBuild = hash ?? serverBuild;
    return hash;
  };

  type BuildHash = Promise<string | undefined>;

  const complete = async (
    data: PageData,
    notFound: boolean,
    buildHash: BuildHash,
  ): Promise<LoadedPage<Parts>> => {
    const [results, parts, hash] = await Promise.all([
      Promise.all(data.staticQueryHashes.map(requests.staticQuery)),
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
    if (await requests.hasDocument(path)) return { ...failed, hasDocument: true };
    const notFound = notFoundOf(path);
    if (notFound.isRedirect) return { ...failed, hasDocument: false, redirectTo: notFound.path };
    const answer = await requests.pageData(notFound.path);
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
      const answer = await requests.pageData(path);
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
      return requests.deduplicate(`page ${path}`, async () => {
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
      const request = prefetched.get(path) ?? requests.pageData(path);
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
      for (const [hash, result] of Object.entries(results)) requests.addStaticQuery(hash, result);
    },
  };
};

export type Loader<Parts> = ReturnType<typeof createLoader<Parts>>;
