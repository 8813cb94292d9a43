import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { InputArgument, InputOf, OutputOf, PathOf } from './api.ts';
import { type ApiError, asApiError } from './api-error.ts';
import type { CallState, TrackedCall } from './call-tracker.ts';
import { type Received, receive, userQuery } from './receive.ts';
import { useSession, useSessionParts } from './session.tsx';
import { userKey } from './subject.ts';
import { hasSubject } from './viewed-customer.ts';

/** State of a call for a screen (rule UI-5). Data stays while it is refetched. */
export type CallResult<T> =
  | { state: 'loading'; data?: undefined; error?: undefined; retry: () => void }
  | { state: 'error'; data?: undefined; error: ApiError; retry: () => void }
  | {
      state: 'ready';
      data: T;
      error?: undefined;
      retry: () => void;
      /** Offline: when the data was received, in milliseconds since 1970. */
      receivedAt?: number;
      /** Error of the last refetch. */
      refetchError?: ApiError;
    };

type Options = {
  /** The call waits while this is false, or while nobody is signed in. */
  enabled?: boolean;
  /** Drops the data when the screen closes, for data that the screen itself changes. */
  dropOnClose?: boolean;
  /** Is not read again because the window is shown again: the screen hears of changes, and shows them when it is asked to. */
  isLive?: boolean;
};

/** Polls until `ends` returns true, in background tabs too unless `isVisibleOnly`. */
type Polling<Answer> = {
  poll?: { milliseconds: number; ends: (answer: Answer) => boolean; isVisibleOnly?: boolean };
};

/** Whether a call is about the page's subject. Staff calls are about nobody, also while a customer is viewed. */
const hasOwnSubject = (path: string): boolean => !path.startsWith('/api/staff/');

/** Key of a call, independent of the order of its input's fields. */
const keyOf = (path: string, input: object): string =>
  `${path} ${JSON.stringify(input, (_, value) => sortKeys(value))}`;

const sortKeys = (value: unknown): unknown =>
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
    const { value, receivedAt } = query.data;
    return {
      state: 'ready',
      data: value,
      retry,
      ...(receivedAt !== undefined && { receivedAt: receivedAt }),
      ...(query.error ? { refetchError: asApiError(query.error) } : undefined),
    };
  }
  if (query.error && !query.isFetching) return { state: 'error', error: asApiError(query.error), retry };
  return { state: 'loading', retry };
};

/** The signed-in user and the customer they act for or view, tracked as `user`. */
export const useUser = (): CallResult<OutputOf<'GET', '/api/user/v1/info'>> => {
  const parts = useSessionParts();
  const isSignedIn = useSession().status === 'authenticated';
  const query = useQuery({ ...userQuery(parts), enabled: isSignedIn && hasSubject() });
  const result = resultOf(query);
  return isSignedIn ? result : { state: 'loading', retry: result.retry };
};

/** Id of the page's subject; undefined until it is known, and for staff who view nobody. */
export const useSubjectId = (): string | undefined => useUser().data?.currentProxyUser?.id;

/**
 * Makes a call and returns its state: `useCall('/api/policy/v2/{id}', { params: { id } })`.
 * Responses are shared between screens and cached for a minute; failures are not retried automatically. The subject is
 * part of the query key and of the request, so the call waits until the subject is known (rule HOLD-2).
 */
export const useCall = <P extends PathOf<'GET'>>(
  path: P,
  ...[argument]: InputArgument<'GET', P, Options & Polling<OutputOf<'GET', P>>>
): CallResult<OutputOf<'GET', P>> => {
  const parts = useSessionParts();
  const user = useUser();
  const { enabled, dropOnClose, isLive, poll, ...input }: Options & Polling<OutputOf<'GET', P>> =
    argument ?? {};
  const isWanted = useSession().status === 'authenticated' && enabled !== false;
  const isPersonal = hasSubject() && hasOwnSubject(path);
  const subject = isPersonal ? user.data?.currentProxyUser : undefined;
  const language = isWanted ? parts.language() : '';
  const call = keyOf(path, input);
  const request = { path, input, call, copy: `${language} ${subject?.id} ${call}`, subject };
  const query = useQuery({
    ...(dropOnClose && { gcTime: 0 }),
    ...(isLive && { refetchOnWindowFocus: false }),
    ...(poll && {
      refetchInterval: ({ state }: { state: { data?: Received<OutputOf<'GET', P>> | undefined } }) =>
        state.data && poll.ends(state.data.value) ? false : poll.milliseconds,
      refetchIntervalInBackground: poll.isVisibleOnly !== true,
    }),
    queryKey: [call, subject?.id ?? '', language],
    queryFn: ({ signal }) => receive(parts, request, signal),
    enabled: isWanted && (!isPersonal || subject !== undefined),
  });
  // Without a subject the call cannot be made, so it fails with the user's error.
  if (isWanted && isPersonal && user.state === 'error') return user;
  return resultOf(query);
};

/**
 * Returns a function that refetches the calls on the screen, or those of one path. Others are refetched when they are
 * shown again.
 */
export const useRefetch = (): ((path?: PathOf<'GET'>) => void) => {
  const client = useQueryClient();
  return useCallback(
    (path) =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [key] }) => path === undefined || String(key).startsWith(`${path} `),
      }),
    [client],
  );
};

/**
 * Returns a function that changes what a call has answered, for the customer of the page, by the answer to a write: the
 * screen shows it even if reading again fails or is slow. What is being read meanwhile would be older, and is dropped.
 * With `input`, only the answer to that call is changed.
 */
export const useChangeAnswer = () => {
  const client = useQueryClient();
  const subject = useSubjectId();
  return useCallback(
    <P extends PathOf<'GET'>>(
      path: P,
      change: (answer: OutputOf<'GET', P>) => OutputOf<'GET', P>,
      input?: InputOf<'GET', P>,
    ): void => {
      const isCall = (key: string) => (input ? key === keyOf(path, input) : key.startsWith(`${path} `));
      const filters = {
        predicate: ({ queryKey: [key, id] }: { queryKey: readonly unknown[] }) =>
          isCall(String(key)) && id === ((hasOwnSubject(path) && subject) || ''),
      };
      void client.cancelQueries(filters);
      client.setQueriesData<Received<OutputOf<'GET', P>>>(
        filters,
        (received) => received && { ...received, value: change(received.value) },
      );
    },
    [client, subject],
  );
};

/** Returns a function that refetches the signed-in user and resolves when it is done. */
export const useRefetchUser = (): (() => Promise<void>) => {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: userKey }), [client]);
};

/** State of a tracked call, for components other than the one that makes it (rule CALL-3). */
export const useCallState = (id: TrackedCall): CallState => {
  const { tracker } = useSessionParts();
  return useSyncExternalStore(
    tracker.subscribe,
    () => tracker.state(id),
    () => tracker.state(id),
  );
};
