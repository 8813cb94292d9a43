import type { MatchPath } from './match.ts';
import type { PageData } from './types.ts';

/** Id of the element that contains `EmbeddedPage` as JSON. */
export const embeddedPageId = 'hofn-page';
/** Id of the element that React renders into. */
export const rootId = 'hofn-root';
/** Window event at the visitor's first interaction; the root element then has `data-sign`. */
export const interactionEvent = 'hofn:sign';
/**
 * Event of an element that failed to render or load, on which the bootstrap script shows a notice with a retry (rule
 * HOLD-1).
 */
export const failureEvent = 'hofn:failed';
/** Id of the template of that notice. */
export const failureId = 'hofn-failure';

/** Site paths with special link rules (rules LINK-3, LINK-6, LINK-7). */
export type LinkPaths = { protectedPrefixes: string[]; portalPrefixes: string[]; newTabPaths: string[] };

/** The page's data, embedded in the document so that hydration makes no requests. */
export type EmbeddedPage = {
  page: PageData;
  /** True if this is the 404 page, shown for a path without a page. */
  notFound: boolean;
  /** Results of the page's static queries, by hash. */
  staticQueries: Record<string, unknown>;
  matchPaths: MatchPath[];
  links: LinkPaths;
  /** URLs of the chunks, by name. */
  chunks: Record<string, string>;
  /** URL of the entry module, and of the modules that it imports. */
  entry: string;
  modules: string[];
  /** `sign`: at the first interaction, or when the browser is idle some time after load. `now`: at once. */
  hydrate: 'sign' | 'now';
};

/** Merges the results of a page's static queries into one object, by query name. */
export const mergeStaticQueries = (results: readonly unknown[]): Record<string, unknown> =>
  Object.assign({}, ...results.map((result) => (result as { data?: object } | null)?.data));
