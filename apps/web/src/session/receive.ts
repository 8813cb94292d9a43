import type { User } from '@hofn/contracts';
import type { Api, OutputOf, PathOf } from './api.ts';
import { ApiError } from './api-error.ts';
import { trackedKey } from './call-tracker.ts';
import { isKeptCall } from './copied-calls.ts';
import type { SessionParts } from './session-parts.ts';
import { type Subject, subjectOf, userKey } from './subject.ts';

/** An answer, and when it was received if it is a copy from the device. */
export type Received<T> = { value: T; keptAt?: number };

type Asked<P> = {
  path: P;
  input: object;
  /** Key of the call; one with a name is tracked by that instead. */
  call: string;
  /** Name of the answer among the copies on the device. */
  copy: string;
  /** The subject of the query key; without one the call is about the signed-in person. */
  subject: Subject | undefined;
};

/**
 * Asks the service and keeps a copy of the answer for when there is no network (rule PATH-16). The request is about the
 * subject that is passed, whatever the page has changed to meanwhile (rule HOLD-2). Only one's own answers are kept.
 */
export const receive = async <P extends PathOf<'GET'>>(
  parts: SessionParts,
  { path, input, call, copy, subject }: Asked<P>,
  signal: AbortSignal,
): Promise<Received<OutputOf<'GET', P>>> => {
  const { api, tracker, kept, session, queries } = parts;
  const get = api.get as (path: P, input: object) => ReturnType<Api['get']>;
  const { user } = session.state();
  try {
    const given = { ...input, signal, ...(subject && { actingFor: subject.id }) };
    const key = trackedKey('GET', path, call);
    const value = (await tracker.run(key, () => get(path, given))) as OutputOf<'GET', P>;
    const { via } = subject ?? (value as Partial<User>).currentProxyUser ?? {};
    if (user && kept && isKeptCall(path) && via === 'self') void kept.keep(user, copy, value);
    return { value };
  } catch (error) {
    const noNetwork = session.state().offline || (error instanceof ApiError && error.status === 0);
    const isOwn = ((subject ?? subjectOf(queries))?.via ?? 'self') === 'self';
    const last = noNetwork && user && isOwn && isKeptCall(path) ? await kept?.read(user, copy) : undefined;
    if (!last) throw error;
    return { value: last.value as OutputOf<'GET', P>, keptAt: last.at };
  }
};

const infoPath = '/api/user/v1/info';

/** The query of the signed-in person, which decides the subject of all others. It is tracked as `user`. */
export const userQuery = (parts: SessionParts) => ({
  queryKey: userKey,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Received<User>> =>
    receive(parts, { path: infoPath, input: {}, call: infoPath, copy: infoPath, subject: undefined }, signal),
});
