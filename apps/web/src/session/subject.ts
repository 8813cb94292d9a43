import type { User } from '@hofn/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The customer whose data the page shows, and how the signed-in user is related to them. */
export type Subject = User['currentProxyUser'];

/**
 * Query key of the signed-in user. It has no language, because the response has no texts, and no subject, because the
 * response decides the subject: a second cache entry could disagree with the first.
 */
export const userKey = ['user'] as const;

const isUser = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] === userKey[0];

/** The subject of the page; undefined until it is known. */
export const subjectOf = (queries: QueryClient): Subject | undefined =>
  queries.getQueryData<{ value: Partial<User> }>(userKey)?.value.currentProxyUser;

/**
 * Removes the cached responses of a subject as soon as the page changes to another (rule ACC-3). Query keys contain the
 * subject, so no screen could show them under the wrong name; this frees memory and aborts pending requests.
 */
export const clearCacheOnSubjectChange = (queries: QueryClient): void => {
  let shown: string | undefined;
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isUser(query)) return;
    const id = subjectOf(queries)?.id;
    if (id === undefined || id === shown) return;
    const changed = shown !== undefined;
    shown = id;
    if (changed) queries.removeQueries({ predicate: (other) => !isUser(other) });
  });
};

/** Refetches the user, and so the subject, in the background. */
export const refetchUser = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: userKey });

const switches = new WeakMap<QueryClient, Promise<unknown>>();

/** Runs a switch of subject. Reads wait for it; otherwise they would run for the previous subject. */
export const withSwitchLock = async <T>(
  queries: QueryClient,
  switchSubject: () => Promise<T>,
): Promise<T> => {
  // One switch at a time, so that page and service end at the same subject. It starts in a later task, after it has
  // been registered below.
  const switching = Promise.resolve(switches.get(queries)).then(switchSubject);
  // Waiters continue even if the switch fails.
  const settled = switching.catch(() => undefined);
  switches.set(queries, settled);
  try {
    return await switching;
  } finally {
    if (switches.get(queries) === settled) switches.delete(queries);
  }
};

/** Resolves when no switch is pending, whether it succeeded or not. */
export const switchSettled = async (queries: QueryClient): Promise<void> =>
  void (await switches.get(queries));

/** The subject that this window switched to last, until `consumeOwnSwitch` reads it. */
const ownSwitches = new WeakMap<QueryClient, string>();

/** Stores the response to a switch as the current user. */
export const setUser = (queries: QueryClient, value: User): void => {
  const { id } = value.currentProxyUser;
  if (subjectOf(queries)?.id !== id) ownSwitches.set(queries, id);
  // A request from before the switch would return the former subject.
  void queries.cancelQueries({ queryKey: userKey });
  queries.setQueryData(userKey, { value });
};

/** Whether this window itself switched to the subject; true once per switch. */
export const consumeOwnSwitch = (queries: QueryClient, id: string): boolean => {
  const isOwn = ownSwitches.get(queries) === id;
  ownSwitches.delete(queries);
  return isOwn;
};
