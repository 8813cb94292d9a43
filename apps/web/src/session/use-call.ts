import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { InputArgument, OutputOf, PathOf } from './api.ts';
import { ApiError, unreachable } from './api-error.ts';
import type { CallState, TrackedCall } from './call-tracker.ts';
import { type Received, receive, userQuery } from './receive.ts';
import { useSession, useSessionParts } from './session.tsx';
import { userKey } from './subject.ts';
import { hasSubject } from './viewed-customer.ts';

/** A call as a screen needs it (rule UI-5). Data that was received stays while it is asked for anew. */
export type CallResult<T> =
  | { state: 'loading'; data?: undefined; error?: undefined; retry: () => void }
  | { state: 'error'; data?: undefined; error: ApiError; retry: () => void }
  | {
      state: 'ready';
      data: T;
      error?: undefined;
      retry: () => void;
      /** There is no network, and this is what was received last: when, in milliseconds since 1970. */
      keptAt?: number;
      /** What asking for it anew failed with. */
      again?: ApiError;
    };

type Options = {
  /** Held back while false; also while nobody is signed in. */
  enabled?: boolean;
  /** Forgotten when the screen closes, and asked for anew when it opens: for what is changed on the screen itself. */
  forget?: boolean;
};

/** Asked for again every so many milliseconds, behind another window too, until `ends` says that no more will come. */
type Repeated<Answer> = { every?: { milliseconds: number; ends: (answer: Answer) => boolean } };

/** The path and input of a call as one key, whatever the order of its fields. */
const keyOf = (path: string, input: object): string =>
  `${path} ${JSON.stringify(input, (_, value) => sorted(value))}`;

const asApiError = (error: unknown): ApiError => (error instanceof ApiError ? error : unreachable(error));

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const resultOf = <T>(query: {
  data: Received<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}): CallResult<T> => {
  const retry = (): void => void query.refetch();
  if (query.data !== undefined) {
    const { value, keptAt } = query.data;
    return {
      state: 'ready',
      data: value,
      retry,
      ...(keptAt !== undefined && { keptAt }),
      ...(query.error ? { again: asApiError(query.error) } : undefined),
    };
  }
  if (query.error && !query.isFetching) return { state: 'error', error: asApiError(query.error), retry };
  return { state: 'loading', retry };
};

/** The signed-in person and the customer they act for or view, tracked as `user`. */
export const useUser = (): CallResult<OutputOf<'GET', '/api/user/v1/info'>> => {
  const parts = useSessionParts();
  const isSignedIn = useSession().status === 'authenticated';
  const query = useQuery({ ...userQuery(parts), enabled: isSignedIn && hasSubject() });
  const result = resultOf(query);
  return isSignedIn ? result : { state: 'loading', retry: result.retry };
};

/** Id of the subject that the page shows; undefined until it is known, and for staff who view nobody. */
export const useSubjectId = (): string | undefined => useUser().data?.currentProxyUser?.id;

/**
 * Makes a call of the contract and follows it: `useCall('/api/policy/v2/{id}', { params: { id } })`.
 * Answers are shared between screens and kept for a minute; a failure is never retried behind the reader's back.
 * The subject is part of the query key and is sent with the request, so the call waits until the subject is known
 * (rule HOLD-2).
 */
export const useCall = <P extends PathOf<'GET'>>(
  path: P,
  ...[argument]: InputArgument<'GET', P, Options & Repeated<OutputOf<'GET', P>>>
): CallResult<OutputOf<'GET', P>> => {
  const parts = useSessionParts();
  const user = useUser();
  const { enabled, forget, every, ...input }: Options & Repeated<OutputOf<'GET', P>> = argument ?? {};
  const isWanted = useSession().status === 'authenticated' && enabled !== false;
  // Staff work on cases and customers of their own choice, not on those of one subject.
  const isPersonal = hasSubject() && !path.startsWith('/api/staff/');
  const subject = isPersonal ? user.data?.currentProxyUser : undefined;
  const language = isWanted ? parts.language() : '';
  const call = keyOf(path, input);
  const asked = { path, input, call, copy: `${language} ${subject?.id} ${call}`, subject };
  const query = useQuery({
    ...(forget && { gcTime: 0 }),
    ...(every && {
      refetchInterval: ({ state }: { state: { data?: Received<OutputOf<'GET', P>> | undefined } }) =>
        state.data && every.ends(state.data.value) ? false : every.milliseconds,
      refetchIntervalInBackground: true,
    }),
    queryKey: [call, subject?.id ?? '', language],
    queryFn: ({ signal }) => receive(parts, asked, signal),
    enabled: isWanted && (!isPersonal || subject !== undefined),
  });
  // Without the subject the call can't be made, so the failure is the call's as well.
  if (isWanted && isPersonal && user.state === 'error') return user;
  return resultOf(query);
};

/**
 * Asks anew for what is shown, or for what came from one path of it, after something changed what was received. What
 * is not on the screen is asked for when it is shown again.
 */
export const useRefresh = (): ((path?: PathOf<'GET'>) => void) => {
  const client = useQueryClient();
  return useCallback(
    (path) =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [key] }) => path === undefined || String(key).startsWith(`${path} `),
      }),
    [client],
  );
};

/** Asks anew who is signed in, after something changed what is known of them; settles once that is known. */
export const useRefreshUser = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: userKey }), [client]);
};

/** What is known of the calls with a name, for marks outside the part that makes them (rule CALL-3). */
export const useCallState = (id: TrackedCall): CallState => {
  const { tracker } = useSessionParts();
  return useSyncExternalStore(
    tracker.subscribe,
    () => tracker.state(id),
    () => tracker.state(id),
  );
};
