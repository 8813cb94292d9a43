import type { MatchPath } from '../engine/match.ts';
import type { Language } from '../engine/types.ts';

/** What the build tells the service worker: it stands at the head of `sw.js`. All addresses are whole paths. */
export type OfflinePlan = {
  /** The document shown for a page of which there is no copy, with the hash of its content. */
  fallback: Record<Language, { url: string; revision: string }>;
  /** What every document needs: style sheet, fonts, icons. Their names change with their content. */
  assets: string[];
  /** Documents and modules of the portal, kept as soon as one of its pages was opened. */
  portal: string[];
  matchPaths: MatchPath[];
  /** Said above a page that is shown from its copy, with `{time}`. */
  notice: Record<Language, string>;
};

/** Name in the worker's global scope under which the build leaves the plan. */
export const planName = 'hofnOffline';

// The number changes when what is kept can no longer be read by the worker; copies under other names are then dropped.
const version = 1;
/** Names of the caches. */
export const cacheNames = {
  documents: `hofn-${version}-documents`,
  data: `hofn-${version}-data`,
  assets: `hofn-${version}-assets`,
} as const;

/** From a page to the worker: a page of the portal was opened. */
export const keepPortal = 'KEEP_PORTAL';

/** From the worker to its page: whether the page data at an address came from a copy, and what to say then. */
export type CopyTold = { type: 'COPY_TOLD'; address: string; notice?: string };

/** Class of the element that says how old a page is. */
export const noticeClass = 'hofn-copy-notice';
