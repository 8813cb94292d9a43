import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import type { CallTracker } from './call-tracker.ts';
import type { Kept } from './device-copies.ts';
import type { Session } from './session-store.ts';

/** What stands behind the hooks: one of each in a page. */
export type SessionParts = {
  session: Session;
  api: Api;
  queries: QueryClient;
  tracker: CallTracker;
  /** What is kept on the device; nothing on the server, nor for staff. */
  kept?: Kept;
  /** Of the page, as its address says. */
  language: () => string;
};
