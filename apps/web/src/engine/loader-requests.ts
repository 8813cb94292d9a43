import { appDataAddress, pageDataAddress, staticQueryAddress } from './page-data-addresses.ts';
import { withBase } from './paths.ts';
import type { PageData } from './types.ts';

export type RequestParts = {
  fetch: (address: string, init: { method?: 'HEAD'; signal: AbortSignal }) => Promise<Response>;
  /** A signal that aborts after `ms` milliseconds. */
  timeout: (ms: number) => AbortSignal;
};

/** Timeout of a request. The service worker falls back to its copy before that, after 8 s. */
export const requestTimeoutMs = 10_000;

/** Maximum requests for a file: the first and three retries (rules PATH-5 and PATH-7c). */
const maxRequests = 4;

export type PageDataResponse = { kind: 'found'; data: PageData } | { kind: 'missing' } | { kind: 'failed' };

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

/** Hash of the server's build in its app data; undefined if there is none. */
const buildHashIn = (data: unknown): string | undefined =>
  typeof data === 'object' &&
  data !== null &&
  'webpackCompilationHash' in data &&
  typeof data.webpackCompilationHash === 'string'
    ? data.webpackCompilationHash
    : undefined;

/** The requests of the page data protocol (rules PATH-4 to PATH-7). Concurrent requests for a file are shared. */
export const createRequests = ({ fetch: fetchUntilAborted, timeout }: RequestParts) => {
  const fetch = (address: string, init?: { method: 'HEAD' }): Promise<Response> =>
    fetchUntilAborted(address, { ...init, signal: timeout(requestTimeoutMs) });
  const pending = new Map<string, Promise<unknown>>();
  const staticQueries = new Map<string, Promise<unknown>>();

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

  return {
    deduplicate,

    pageData(path: string): Promise<PageDataResponse> {
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
    },

    /**
     * Hash of the server's build; undefined if it could not be determined.
     * @param onStart called unless a pending request is shared
     */
    buildHash: (onStart: () => void): Promise<string | undefined> =>
      deduplicate(appDataAddress, async () => {
        onStart();
        const answer = await requestWithRetries(appDataAddress, async (response) =>
          response?.status === 200 ? { hash: buildHashIn(await readJson(response)) } : undefined,
        );
        return answer?.hash;
      }),

    /** Results are cached for the visit. A failure is not cached, and fails the page load. */
    staticQuery(hash: string): Promise<unknown> {
      const cached = staticQueries.get(hash);
      if (cached) return cached;
      const result = fetch(staticQueryAddress(hash)).then((response) => response.json() as Promise<unknown>);
      staticQueries.set(hash, result);
      result.catch(() => staticQueries.delete(hash));
      return result;
    },

    addStaticQuery(hash: string, result: unknown): void {
      staticQueries.set(hash, Promise.resolve(result));
    },

    /** Whether the server has a document at a path without page data. */
    async hasDocument(path: string): Promise<boolean> {
      const response = await fetch(withBase(path), { method: 'HEAD' }).catch(() => undefined);
      return response?.status === 200;
    },
  };
};
