import type { User } from '@hofn/contracts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** The customer whose data the page shows, and how the signed-in person stands to them. */
export type Subject = User['currentProxyUser'];

/**
 * Query key of the signed-in person. It has no language, because the answer has no wording, and no subject, because the
 * answer decides the subject: a second entry could disagree with the first.
 */
export const userKey = ['user'] as const;

const isUser = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[0] === userKey[0];

/** Whose data the page shows; undefined until it is known. */
export const subjectOf = (queries: QueryClient): Subject | undefined =>
  queries.getQueryData<{ value: Partial<User> }>(userKey)?.value.currentProxyUser;

/**
 * Removes the cached answers of one subject as soon as the page changes to another (rule ACC-3). Query keys carry the
 * subject, so no screen could show them under the wrong name; this frees them and aborts the requests under way.
 */
export const followSubject = (queries: QueryClient): void => {
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

/** Asks anew who is acted for, without waiting for it. */
export const askSubject = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: userKey });

const switches = new WeakMap<QueryClient, Promise<unknown>>();

/** Makes a switch, until the end of which the page asks for nothing: it would be answered for whom one leaves. */
export const whileSwitching = async <T>(queries: QueryClient, turn: () => Promise<T>): Promise<T> => {
  // One switch at a time, so that the page ends at the same subject as the service. The turn starts in a later task,
  // when the switch is already registered below.
  const turned = Promise.resolve(switches.get(queries)).then(turn);
  // Whoever waits for it goes on, however it ends.
  const ended = turned.catch(() => undefined);
  switches.set(queries, ended);
  try {
    return await turned;
  } finally {
    if (switches.get(queries) === ended) switches.delete(queries);
  }
};

/** Waits for a switch that is under way. */
export const switched = async (queries: QueryClient): Promise<void> => void (await switches.get(queries));

/** The customer that this window chose last, until the page has taken note of it. */
const chosen = new WeakMap<QueryClient, string>();

/** Takes the answer of a switch for what is known of the signed-in person. */
export const keepUser = (queries: QueryClient, value: User): void => {
  const { id } = value.currentProxyUser;
  if (subjectOf(queries)?.id !== id) chosen.set(queries, id);
  // A request from before the switch would answer with the former subject.
  void queries.cancelQueries({ queryKey: userKey });
  queries.setQueryData(userKey, { value });
};

/** Whether it was this window that turned to a customer; told once for each switch. */
export const takeChosen = (queries: QueryClient, id: string): boolean => {
  const here = chosen.get(queries) === id;
  chosen.delete(queries);
  return here;
};
