// Which responses are cached for offline use, under which key, and how a copy shows its age (rule PATH-16).
import { formatDateTime } from '@hofn/texts/format.ts';
import { languageOfPath } from '@hofn/texts/language.ts';
import { createMatcher } from '../engine/match.ts';
import { base, normalisePath, pagePathOf, withBase } from '../engine/paths.ts';
import type { Language } from '../engine/types.ts';
import { noticeClass, type OfflinePlan } from './offline-plan.ts';

/** When a copy was made, in milliseconds since 1970. */
const madeAtHeader = 'x-hofn-copy';

/** Kind of a file of the site; undefined for what is never cached, such as the API and app data. */
export const kindOf = (pathname: string): 'document' | 'data' | 'asset' | undefined => {
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return undefined;
  const file = pathname.slice(base.length);
  if (/^\/(?:assets|page-data\/sq\/d)\//.test(file)) return 'asset';
  // App data is not cached: an old build hash would force full page loads (rule PATH-9).
  if (file === '/page-data/app-data.json') return undefined;
  if (/^\/page-data\/.*\/page-data\.json$/.test(file) || file === '/settings.json') return 'data';
  return /\.\w+$/.test(file) ? undefined : 'document';
};

/**
 * Returns the function that gives the cache key of a document: the page's own path, so that neither a query nor a policy
 * id is stored.
 */
export const createCacheKey = ({ matchPaths }: Pick<OfflinePlan, 'matchPaths'>) => {
  const match = createMatcher(matchPaths);
  return (pathname: string): string => {
    const path = normalisePath(pathname);
    return path === undefined ? pathname : withBase(match(pagePathOf(path)).path);
  };
};

/** Whether a response may be cached: complete, same-origin, and not `no-store` (rule PATH-18). */
export const isCacheable = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 &&
  (type === 'basic' || type === 'default') &&
  !redirected &&
  !/no-store|private/.test(headers.get('cache-control') ?? '');

/** A copy of a response with its creation time. */
export const copyWithTime = (response: Response, now: number): Response => {
  const headers = new Headers(response.headers);
  headers.set(madeAtHeader, String(now));
  return new Response(response.body, { status: response.status, headers });
};

const languageOfAddress = (pathname: string): Language =>
  languageOfPath(normalisePath(pathname) ?? '/') === 'en' ? 'en' : 'is';

/** Notice of a copy's age, in the language of its address; undefined if the age is unknown. */
export const noticeOf = (
  copy: Response,
  pathname: string,
  notice: OfflinePlan['notice'],
): string | undefined => {
  const madeAt = Number(copy.headers.get(madeAtHeader) ?? Number.NaN);
  if (Number.isNaN(madeAt)) return undefined;
  const language = languageOfAddress(pathname);
  return notice[language].replace('{time}', formatDateTime(language, new Date(madeAt)));
};

/** Adds the notice to a document, before the page's root, where hydration does not touch it. */
export const withNotice = async (copy: Response, notice: string): Promise<Response> => {
  const headers = new Headers(copy.headers);
  // The body has changed and is no longer compressed.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  const markup = `<p class="${noticeClass}" role="status">${notice}</p>`;
  const body = (await copy.text()).replace(/<body>/, (start) => start + markup);
  return new Response(body, { status: copy.status, headers });
};
