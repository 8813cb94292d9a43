import type { MatchPath } from './match.ts';
import type { PageData } from './types.ts';

/** Id of the element that holds `EmbeddedPage` as JSON. */
export const embeddedId = 'hofn-page';
/** Id of the element that React renders into. */
export const rootId = 'hofn-root';
/** Event of the window, after which the root element has `data-sign`: the reader has acted. */
export const signEvent = 'hofn:sign';
/** Event of what failed to render or load: the document's script shows a notice with a retry there (rule HOLD-1). */
export const failureEvent = 'hofn:failed';
/** Id of the template of that notice. */
export const failureId = 'hofn-failure';

/** Paths that the link rules ask about, as site paths (rules LINK-3, LINK-6, LINK-7). */
export type LinkPaths = { protectedPrefixes: string[]; portalPrefixes: string[]; newTabPaths: string[] };

/** What the document carries for the browser half: the page that it shows, so that hydration asks for no data. */
export type EmbeddedPage = {
  page: PageData;
  /** True when the page stands in for one that was not found. */
  notFound: boolean;
  /** Results of the page's static queries, by hash. */
  staticQueries: Record<string, unknown>;
  matchPaths: MatchPath[];
  links: LinkPaths;
  /** Addresses of the parts of the app that are loaded when needed, by name. */
  chunks: Record<string, string>;
  /** Address of the module that starts the browser half, and of the modules that it will ask for. */
  entry: string;
  modules: string[];
  /** `sign`: at the visitor's first sign, or when the browser is idle a while after load. `now`: at once. */
  hydrate: 'sign' | 'now';
};

/** The results of a page's static queries as one, by the name of the query. */
export const mergeStaticQueries = (results: readonly unknown[]): Record<string, unknown> =>
  Object.assign({}, ...results.map((result) => (result as { data?: object } | null)?.data));
