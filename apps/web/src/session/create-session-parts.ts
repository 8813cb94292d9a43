import { QueryClient } from '@tanstack/react-query';
import { createApi } from './api.ts';
import { createCallTracker, trackWrites } from './call-tracker.ts';
import { userQuery } from './receive.ts';
import type { SessionParts } from './session-parts.ts';
import { shareTimeOf } from './settling.ts';
import { clearCacheOnSubjectChange, refetchUser, subjectOf, switchSettled } from './subject.ts';
import { hasSubject, viewedSsn } from './viewed-customer.ts';

type Dependencies = Pick<SessionParts, 'session' | 'language' | 'offlineAnswers'> & {
  base: () => Promise<string>;
  fetch: typeof fetch;
  onViewLost: () => void;
};

/** Calls without personal data, or always about the signed-in user. */
const needsNoSubject =
  /^\/api\/(public|staff|contentConfig)\/|^\/api\/user\/v1\/(info|logout|login\/switchcustomer)$/;

/** Creates the session's API client, query cache and call tracker, all for the page's subject (rule HOLD-2). */
export const createSessionParts = ({ base, fetch, onViewLost, ...rest }: Dependencies): SessionParts => {
  const { session, language } = rest;
  const subject = (path: string): string | undefined | Promise<string | undefined> => {
    const known = subjectOf(parts.queries)?.id;
    const needsSubject =
      session.state().status === 'authenticated' && hasSubject() && !needsNoSubject.test(path);
    if (known !== undefined || !needsSubject) return known;
    return parts.queries.ensureQueryData(userQuery(parts)).then(({ value }) => value.currentProxyUser.id);
  };
  const tracker = createCallTracker(() => Date.now());
  const parts: SessionParts = {
    ...rest,
    api: trackWrites(
      createApi({
        base,
        language,
        session: session.calls,
        fetch,
        subject,
        switchSettled: () => switchSettled(parts.queries),
        onSubjectLost: () => refetchUser(parts.queries),
        viewedSsn,
        onViewLost,
      }),
      tracker,
    ),
    // `networkMode`: offline shows an error with a retry, not an endless skeleton. `retry`: the user decides when.
    queries: new QueryClient({
      defaultOptions: {
        queries: {
          networkMode: 'always',
          retry: false,
          staleTime: ({ state }) => shareTimeOf(state.dataUpdatedAt),
        },
      },
    }),
    tracker,
  };
  clearCacheOnSubjectChange(parts.queries);
  return parts;
};
