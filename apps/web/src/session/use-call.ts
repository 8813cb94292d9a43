import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { subjectKnown, subjectOf } from './acting.ts';
import type { InputArgument, OutputOf, PathOf } from './api.ts';
import { ApiError, unreachable } from './api-error.ts';
import type { CallState, TrackedCall } from './calls.ts';
import { isKeptCall } from './kept-calls.ts';
import { useSession, useSessionParts } from './session.tsx';
import { hasSubject } from './viewing.ts';

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
  /** Follow the call under this id (rule CALL-3). */
  id?: TrackedCall;
  /** Held back while false; also while nobody is signed in. */
  enabled?: boolean;
  /** Forgotten when the screen closes, and asked for anew when it opens: for what is changed on the screen itself. */
  forget?: boolean;
};

/** Asked for again every so many milliseconds, behind another window too, until `ends` says that no more will come. */
type Repeated<Answer> = { every?: { milliseconds: number; ends: (answer: Answer) => boolean } };

/** An answer, and when it came where it is not of now. */
type Received<T> = { value: T; keptAt?: number };

/** The path and input of a call as one key, whatever the order of its fields; the answer is in the page's language. */
const keyOf = (path: string, input: object, id: string | undefined): string =>
  id ?? `${path} ${JSON.stringify(input, (_, value) => sorted(value))}`;

const asApiError = (error: unknown): ApiError => (error instanceof ApiError ? error : unreachable(error));

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * Makes a call of the contract and follows it: `useCall('/api/policy/v2/{id}', { params: { id } })`.
 * Answers are shared between screens and kept for a minute; a failure is never retried behind the reader's back.
 */
export const useCall = <P extends PathOf<'GET'>>(
  path: P,
  ...[argument]: InputArgument<'GET', P, Options & Repeated<OutputOf<'GET', P>>>
): CallResult<OutputOf<'GET', P>> => {
  const { api, tracker, language, kept, session } = useSessionParts();
  const { status } = useSession();
  const { id, enabled, forget, every, ...input }: Options & Repeated<OutputOf<'GET', P>> = argument ?? {};
  const key = keyOf(path, input, id);
  const client = useQueryClient();
  const query = useQuery({
    ...(forget && { gcTime: 0 }),
    ...(every && {
      refetchInterval: ({ state }: { state: { data?: Received<OutputOf<'GET', P>> | undefined } }) =>
        state.data && every.ends(state.data.value) ? false : every.milliseconds,
      refetchIntervalInBackground: true,
    }),
    queryKey: [key, status === 'authenticated' ? language() : ''],
    queryFn: async ({ signal }): Promise<Received<OutputOf<'GET', P>>> => {
      const get = api.get as (path: P, input: object) => Promise<OutputOf<'GET', P>>;
      const { user } = session.state();
      const name = `${language()} ${keyOf(path, input, undefined)}`;
      try {
        const value = await tracker.run(key, () => get(path, { ...input, signal }));
        // What is another's stays off the device.
        if (user && kept && isKeptCall(path))
          void subjectKnown(client).then(({ via }) =>
            via === 'self' ? kept.keep(user, name, value) : undefined,
          );
        return { value };
      } catch (error) {
        const noNetwork = session.state().offline || (error instanceof ApiError && error.status === 0);
        const isOwn = (subjectOf(client)?.via ?? 'self') === 'self';
        const last =
          noNetwork && user && isOwn && isKeptCall(path) ? await kept?.read(user, name) : undefined;
        if (!last) throw error;
        return { value: last.value as OutputOf<'GET', P>, keptAt: last.at };
      }
    },
    enabled: status === 'authenticated' && enabled !== false,
  });
  const retry = (): void => void query.refetch();
  if (query.data !== undefined) {
    const { value, keptAt } = query.data;
    return {
      state: 'ready',
      data: value,
      retry,
      ...(keptAt !== undefined && { keptAt }),
      ...(query.error && { again: asApiError(query.error) }),
    };
  }
  if (query.error && !query.isFetching) return { state: 'error', error: asApiError(query.error), retry };
  return { state: 'loading', retry };
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
  return useCallback(() => client.invalidateQueries({ queryKey: ['user'] }), [client]);
};

/** The signed-in person and whom they act for, or whom a staff member views, tracked as `user`. */
export const useUser = (): CallResult<OutputOf<'GET', '/api/user/v1/info'>> =>
  useCall('/api/user/v1/info', { id: 'user', enabled: hasSubject() });

/** What is known of the calls with an id, for marks outside the screen that makes them. */
export const useCallState = (id: TrackedCall): CallState => {
  const { tracker } = useSessionParts();
  return useSyncExternalStore(
    tracker.subscribe,
    () => tracker.state(id),
    () => tracker.state(id),
  );
};
