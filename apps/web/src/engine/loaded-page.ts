import type { PageData } from './types.ts';

/** A page with all that showing it takes. */
export type LoadedPage<Parts> = {
  status: 'success';
  /** The page's own path, which for a match path is not the reader's. */
  path: string;
  /** True when this is the 404 page, shown for a path that has no page. */
  notFound: boolean;
  data: PageData;
  staticQueries: Record<string, unknown>;
  /** What the page needs besides its data: its template. */
  parts: Parts;
  /** Hash of the build on the server, as far as it is known (rule PATH-9). */
  buildHash: string | undefined;
};

/** Why a page could not be shown. */
export type FailedPage = {
  status: 'error';
  path: string;
  /** Its data is missing, and yet the server has the page (rule PATH-7a). */
  hasDocument: boolean;
  /** Site path that the reader is sent to instead (rule LANG-3). */
  instead?: string;
};

export type PageResult<Parts> = LoadedPage<Parts> | FailedPage;
