import type { QueryClient } from '@tanstack/react-query';
import type { Api } from './api.ts';
import type { CallTracker } from './call-tracker.ts';
import type { OfflineAnswers } from './offline-answers.ts';
import type { Session } from './session-store.ts';

/** What the session's hooks use; one of each per page. */
export type SessionParts = {
  session: Session;
  api: Api;
  queries: QueryClient;
  tracker: CallTracker;
  /** Responses stored for offline use; undefined on the server and for staff. */
  offlineAnswers?: OfflineAnswers;
  /** Language of the page. */
  language: () => string;
};
