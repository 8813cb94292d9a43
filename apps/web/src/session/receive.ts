import type { User } from '@hofn/contracts';
import type { Api, OutputOf, PathOf } from './api.ts';
import { ApiError } from './api-error.ts';
import { trackedKey } from './call-tracker.ts';
import { isOfflineCall } from './offline-calls.ts';
import type { SessionParts } from './session-parts.ts';
import { type Subject, subjectOf, userKey } from './subject.ts';

/** A response. `receivedAt` is set, in milliseconds since 1970, if it is the copy stored on the device. */
export type Received<T> = { value: T; receivedAt?: number };

type CallRequest<P> = {
  path: P;
  input: object;
  /** Key that a call without a name is tracked by. */
  call: string;
  /** Name of the copy stored on the device. */
  copy: string;
  /** The subject of the query key; undefined for a call about the signed-in user. */
  subject: Subject | undefined;
};

/**
 * Makes a call and stores the response for offline use (rule PATH-16). The call is for the given subject, even if the
 * page has switched to another in the meantime (rule HOLD-2). Only the user's own data is stored.
 */
export const receive = async <P extends PathOf<'GET'>>(
  parts: SessionParts,
  { path, input, call, copy, subject }: CallRequest<P>,
  signal: AbortSignal,
): Promise<Received<OutputOf<'GET', P>>> => {
  const { api, tracker, offlineAnswers, session, queries } = parts;
  const get = api.get as (path: P, input: object) => ReturnType<Api['get']>;
  const { user } = session.state();
  try {
    const options = { ...input, signal, ...(subject && { actingFor: subject.id }) };
    const key = trackedKey('GET', path, call);
    const value = (await tracker.run(key, () => get(path, options))) as OutputOf<'GET', P>;
    const { via } = subject ?? (value as Partial<User>).currentProxyUser ?? {};
    if (user && offlineAnswers && isOfflineCall(path) && via === 'self')
      void offlineAnswers.save(user, copy, value);
    return { value };
  } catch (error) {
    const isOffline = session.state().offline || (error instanceof ApiError && error.status === 0);
    const isOwn = ((subject ?? subjectOf(queries))?.via ?? 'self') === 'self';
    const copied =
      isOffline && user && isOwn && isOfflineCall(path) ? await offlineAnswers?.read(user, copy) : undefined;
    if (!copied) throw error;
    return { value: copied.value as OutputOf<'GET', P>, receivedAt: copied.at };
  }
};

const infoPath = '/api/user/v1/info';

/** The query of the signed-in user, which decides the subject of all others. It is tracked as `user`. */
export const userQuery = (parts: SessionParts) => ({
  queryKey: userKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Received<User>> =>
    receive(parts, { path: infoPath, input: {}, call: infoPath, copy: infoPath, subject: undefined }, signal),
});
