import type { PageData } from './types.ts';

/** A page, ready to be shown. */
export type LoadedPage<Parts> = {
  status: 'success';
  /** The page's own path; for a match path it differs from the address. */
  path: string;
  /** True if this is the 404 page, shown for a path without a page. */
  notFound: boolean;
  data: PageData;
  staticQueries: Record<string, unknown>;
  /** The page's template. */
  parts: Parts;
  /** Hash of the server's build, if known (rule PATH-9). */
  buildHash: string | undefined;
};

/** A page that could not be loaded. */
export type FailedPage = {
  status: 'error';
  path: string;
  /** The page data is missing, but the server has the document (rule PATH-7a). */
  hasDocument: boolean;
  /** Site path to redirect to (rule LANG-3). */
  redirectTo?: string;
};

export type PageResult<Parts> = LoadedPage<Parts> | FailedPage;
