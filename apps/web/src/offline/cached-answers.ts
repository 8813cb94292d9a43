// What is kept of the site, under which address, and how a copy tells its age (rule PATH-16).
import { formatDateTime } from '@hofn/texts/format.ts';
import { languageOfPath } from '@hofn/texts/language.ts';
import { createMatcher } from '../engine/match.ts';
import { base, normalisePath, pageOf, withBase } from '../engine/paths.ts';
import type { Language } from '../engine/types.ts';
import { noticeClass, type OfflinePlan } from './offline-plan.ts';

/** When a copy was made, in milliseconds since 1970. */
const madeAtHeader = 'x-hofn-copy';

/** What kind of file an address of ours is; nothing for what is never kept, such as the API and the data of the build. */
export const kindOf = (pathname: string): 'document' | 'data' | 'asset' | undefined => {
  if (pathname !== base && !pathname.startsWith(`${base}/`)) return undefined;
  const file = pathname.slice(base.length);
  if (/^\/(?:assets|page-data\/sq\/d)\//.test(file)) return 'asset';
  // Without a network nothing is known of the server's build, and an old answer would force full loads (rule PATH-9).
  if (file === '/page-data/app-data.json') return undefined;
  if (/^\/page-data\/.*\/page-data\.json$/.test(file) || file === '/settings.json') return 'data';
  return /\.\w+$/.test(file) ? undefined : 'document';
};

/**
 * Makes the function that gives the address under which a document is kept: that of the page's own path, so that
 * neither a query nor a policy's id is written down.
 */
export const keptAddress = ({ matchPaths }: Pick<OfflinePlan, 'matchPaths'>) => {
  const match = createMatcher(matchPaths);
  return (pathname: string): string => {
    const path = normalisePath(pathname);
    return path === undefined ? pathname : withBase(match(pageOf(path)).path);
  };
};

/** Whether an answer may be kept: whole, ours, and not said to be for this once (rule PATH-18). */
export const mayKeep = ({ status, type, redirected, headers }: Response): boolean =>
  status === 200 &&
  (type === 'basic' || type === 'default') &&
  !redirected &&
  !/no-store|private/.test(headers.get('cache-control') ?? '');

/** A copy of an answer that knows when it was made. */
export const asCopy = (response: Response, now: number): Response => {
  const headers = new Headers(response.headers);
  headers.set(madeAtHeader, String(now));
  return new Response(response.body, { status: response.status, headers });
};

const languageOfAddress = (pathname: string): Language =>
  languageOfPath(normalisePath(pathname) ?? '/') === 'en' ? 'en' : 'is';

/** The sentence that tells how old a copy is, in the language of its address; nothing when it does not know. */
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

/** A document that says above itself how old it is: before the page's root, which hydration leaves alone. */
export const withNotice = async (copy: Response, notice: string): Promise<Response> => {
  const headers = new Headers(copy.headers);
  // The body is another now, and no longer compressed.
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name);
  const said = `<p class="${noticeClass}" role="status">${notice}</p>`;
  const body = (await copy.text()).replace(/<body>/, (start) => start + said);
  return new Response(body, { status: copy.status, headers });
};
