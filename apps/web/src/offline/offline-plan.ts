import type { MatchPath } from '../engine/match.ts';
import type { Language } from '../engine/types.ts';

/** The build's settings for the service worker, at the top of `sw.js`. All addresses are absolute paths. */
export type OfflinePlan = {
  /** The document shown for a page without a copy, with the hash of its content. */
  fallback: Record<Language, { url: string; revision: string }>;
  /** Hashed files that every document needs: style sheet, fonts, icons. */
  assets: string[];
  /** Documents and modules of the portal, cached when one of its pages is opened. */
  portal: string[];
  matchPaths: MatchPath[];
  /** Notice above a page shown from its copy, with `{time}`. */
  notice: Record<Language, string>;
};

/** Global variable of the worker that contains the plan. */
export const planName = 'hofnOffline';

// Increment the number when the worker can no longer read older copies; caches with other names are deleted.
const version = 1;
/** Names of the caches. */
export const cacheNames = {
  documents: `hofn-${version}-documents`,
  data: `hofn-${version}-data`,
  assets: `hofn-${version}-assets`,
} as const;

/** Message from a page to the worker: a portal page was opened. */
export const keepPortal = 'KEEP_PORTAL';

/** Message from the worker to a page: whether page data came from a copy, with the notice. */
export type CopyMessage = { type: 'COPY_TOLD'; address: string; notice?: string };

/** Class of the notice. */
export const noticeClass = 'hofn-copy-notice';
