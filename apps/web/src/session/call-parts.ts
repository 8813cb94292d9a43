import { QueryClient } from '@tanstack/react-query';
import { createApi } from './api.ts';
import { createCallTracker, trackWrites } from './call-tracker.ts';
import { userQuery } from './receive.ts';
import type { SessionParts } from './session-parts.ts';
import { askSubject, followSubject, subjectOf, switched } from './subject.ts';
import { hasSubject, viewedSsn } from './viewed-customer.ts';

type Given = Pick<SessionParts, 'session' | 'language' | 'kept'> & {
  base: () => Promise<string>;
  fetch: typeof fetch;
  viewLost: () => void;
};

/** Calls for no personal data, or for the signed-in person's own whatever the subject. */
const needsNoSubject =
  /^\/api\/(public|staff|contentConfig)\/|^\/api\/user\/v1\/(info|logout|login\/switchcustomer)$/;

/** Makes the session's API, its queries and its tracker, all about the one subject that the page shows (rule HOLD-2). */
export const createCallParts = ({ base, fetch, viewLost, ...given }: Given): SessionParts => {
  const { session, language } = given;
  const subject = (path: string): string | undefined | Promise<string | undefined> => {
    const known = subjectOf(parts.queries)?.id;
    const isAsked = session.state().status === 'authenticated' && hasSubject() && !needsNoSubject.test(path);
    if (known !== undefined || !isAsked) return known;
    return parts.queries.ensureQueryData(userQuery(parts)).then(({ value }) => value.currentProxyUser.id);
  };
  const tracker = createCallTracker(() => Date.now());
  const parts: SessionParts = {
    ...given,
    api: trackWrites(
      createApi({
        base,
        language,
        session: session.calls,
        fetch,
        subject,
        switched: () => switched(parts.queries),
        subjectLost: () => askSubject(parts.queries),
        viewed: viewedSsn,
        viewLost,
      }),
      tracker,
    ),
    // Offline is an error with a retry, not an endless skeleton; and the reader decides when to ask again.
    queries: new QueryClient({
      defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: 60_000 } },
    }),
    tracker,
  };
  followSubject(parts.queries);
  return parts;
};
