import { mergeStaticQueries } from './embedded-page.ts';
import type { LoadedPage, PageResult } from './loaded-page.ts';
import { createMatcher, type MatchPath } from './match.ts';
import { asksForOther, type NotFound } from './not-found.ts';
import { appDataAddress, pageDataAddress, staticQueryAddress } from './page-data-addresses.ts';
import { withBase } from './paths.ts';
import type { PageData } from './types.ts';

export type LoaderParts<Parts> = {
  fetch: (address: string, init: { method?: 'HEAD'; signal: AbortSignal }) => Promise<Response>;
  /** Loads what a page needs besides its data; rejects when it cannot. */
  loadParts: (data: PageData) => Promise<Parts>;
  matchPaths: readonly MatchPath[];
  /** Chooses the 404 page that a reader of `path` should see. */
  notFoundOf: (path: string) => NotFound;
  /** A signal that aborts after so many milliseconds. */
  timeout?: (ms: number) => AbortSignal;
};

/** A request that takes longer has failed. The service worker shows its copy before that, after 8 s. */
export const requestTimeoutMs = 10_000;
/** After hovering a link the server is asked for its build once in so long at most. */
export const buildPauseMs = 10_000;
/** So long does a page that is ready wait to learn which build is on the server. */
export const buildTimeoutMs = 2000;

/** Requests of one file at most: the first and three retries (rules PATH-5 and PATH-7c). */
const maxRequests = 4;

type PageDataAnswer = { kind: 'found'; data: PageData } | { kind: 'missing' } | { kind: 'failed' };

const isPageData = (value: unknown): value is PageData =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';

/** What is not JSON is undefined. @throws where the answer breaks off half way */
const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @throws where the signal aborts before the promise is settled */
const within = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  ]);

/**
 * Loads pages by the page data protocol (rules PATH-4 to PATH-7, PATH-9, PATH-20, PATH-21). Every load ends in
 * `success` or `error` and none rejects, also on a connection that hangs. A page that was shown once is not asked for again
 * in the visit, and is given without a request (rule HOLD-21); an error is forgotten, so that the next click tries again.
 */
export const createLoader = <Parts>({
  fetch: fetchAny,
  loadParts,
  matchPaths,
  notFoundOf,
  timeout = (ms) => AbortSignal.timeout(ms),
}: LoaderParts<Parts>) => {
  const fetch = (address: string, init?: { method: 'HEAD' }): Promise<Response> =>
    fetchAny(address, { ...init, signal: timeout(requestTimeoutMs) });
  const match = createMatcher(matchPaths);
  const pages = new Map<string, LoadedPage<Parts>>();
  const underWay = new Map<string, Promise<unknown>>();
  const staticQueries = new Map<string, Promise<unknown>>();
  const prefetched = new Map<string, Promise<PageDataAnswer>>();

  /** One request for as many as ask while it is under way. */
  const shared = <T>(key: string, start: () => Promise<T>): Promise<T> => {
    const running = underWay.get(key) as Promise<T> | undefined;
    if (running) return running;
    const started = start().finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };

  /** Asks until `settle` has an answer for a response (none at all is status 0), four times at most. */
  const ask = async <T>(
    address: string,
    settle: (response: Response | undefined) => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    for (let request = 0; request < maxRequests; request += 1) {
      const response = await fetch(address).catch(() => undefined);
      // An answer that breaks off half way is none.
      const settled = await settle(response).catch(() => undefined);
      if (settled !== undefined) return settled;
    }
    return undefined;
  };

  const askPageData = (path: string): Promise<PageDataAnswer> => {
    const address = pageDataAddress(path);
    return shared(address, async () => {
      const answer = await ask<PageDataAnswer>(address, async (response) => {
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
  let buildAskedAt = Number.NEGATIVE_INFINITY;

  /** Hash of the build on the server now; undefined when it cannot be told. */
  const askBuildHash = (): Promise<string | undefined> =>
    shared(appDataAddress, async () => {
      buildAskedAt = Date.now();
      const answer = await ask(appDataAddress, async (response) => {
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

  /** A result is kept for the visit; a failure is not, and fails the load that asked. */
  const askStaticQuery = (hash: string): Promise<unknown> => {
    const kept = staticQueries.get(hash);
    if (kept) return kept;
    const asked = fetch(staticQueryAddress(hash)).then((response) => response.json() as Promise<unknown>);
    staticQueries.set(hash, asked);
    asked.catch(() => staticQueries.delete(hash));
    return asked;
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
      Promise.all(data.staticQueryHashes.map(askStaticQuery)),
      within(timeout(requestTimeoutMs), loadParts(data)),
      buildHash,
    ]);
    // Page data names its build too: data from before or after a new build must not be shown in this document.
    const other = [hash, data.webpackCompilationHash].find((build) => build && build !== documentBuild);
    return {
      status: 'success',
      path: data.path,
      notFound,
      data,
      staticQueries: mergeStaticQueries(results),
      parts,
      buildHash: documentBuild && other ? other : hash,
    };
  };

  const loadNotFound = async (path: string, buildHash: BuildHash): Promise<PageResult<Parts>> => {
    const failed = { status: 'error', path } as const;
    if (await hasDocument(path)) return { ...failed, hasDocument: true };
    const instead = notFoundOf(path);
    if (instead.moves) return { ...failed, hasDocument: false, instead: instead.path };
    const answer = await askPageData(instead.path);
    return answer.kind === 'found'
      ? complete(answer.data, true, buildHash)
      : { ...failed, hasDocument: false };
  };

  const loadFresh = async (path: string): Promise<PageResult<Parts>> => {
    try {
      // There is nothing to ask the server for.
      if (asksForOther(path))
        return { status: 'error', path, hasDocument: false, instead: notFoundOf(path).path };
      // Asked for at once, beside the page data.
      const asked = askBuildHash();
      const ahead = await prefetched.get(path);
      // What is here waits for nothing: a build that turns out to be another makes the next navigation a full load.
      if (ahead?.kind === 'found') return await complete(ahead.data, false, Promise.resolve(serverBuild));
      const buildHash = within(timeout(buildTimeoutMs), asked).catch(() => serverBuild);
      const answer = await askPageData(path);
      if (answer.kind === 'missing') return await loadNotFound(path, buildHash);
      if (answer.kind === 'failed') return { status: 'error', path, hasDocument: false };
      return await complete(answer.data, false, buildHash);
    } catch {
      return { status: 'error', path, hasDocument: false };
    }
  };

  return {
    match,

    /** The page for a site path. Two loads of a page at once are one. */
    load(sitePath: string): Promise<PageResult<Parts>> {
      const { path } = match(sitePath);
      return shared(`page ${path}`, async () => {
        const kept = pages.get(path);
        if (kept) {
          // Not before the page is on the screen: a phone takes milliseconds to begin a request.
          setTimeout(askBuildHash);
          return { ...kept, buildHash: serverBuild };
        }
        const result = await loadFresh(path);
        // Which 404 page a path shows follows the language chosen by then.
        if (result.status === 'success' && !result.notFound) pages.set(path, result);
        return result;
      });
    },

    /**
     * Asks for a page before it is wanted: its data, once a visit, and with `whole` its template too. What fails is left.
     */
    async prefetch(sitePath: string, whole: boolean): Promise<void> {
      const { path } = match(sitePath);
      // A reader near a link may click it, and what is in memory is then shown without asking.
      if (whole && Date.now() - buildAskedAt > buildPauseMs) void askBuildHash();
      if (pages.has(path)) return;
      const asked = prefetched.get(path) ?? askPageData(path);
      prefetched.set(path, asked);
      const answer = await asked;
      if (whole && answer.kind === 'found') await loadParts(answer.data).catch(() => undefined);
    },

    /** Asks in the background which build is on the server; the next load knows it. */
    checkBuild(): void {
      void askBuildHash();
    },

    /** Takes in the page that came with the document and its static queries by hash, so that they are not asked for. */
    keep(page: LoadedPage<Parts>, results: Record<string, unknown>): void {
      documentBuild = page.buildHash;
      if (!page.notFound) pages.set(page.path, page);
      for (const [hash, result] of Object.entries(results)) staticQueries.set(hash, Promise.resolve(result));
    },
  };
};

export type Loader<Parts> = ReturnType<typeof createLoader<Parts>>;
