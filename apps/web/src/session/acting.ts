import type { User } from '@hofn/contracts';
import type { QueryClient } from '@tanstack/react-query';

/** The customer whose data the page shows, and how the signed-in person stands to them. */
export type Subject = User['currentProxyUser'];

const userKey = 'user';

/** Whose data the page shows, by the newest answer; nothing until it is known. */
export const subjectOf = (queries: QueryClient): Subject | undefined => {
  const [newest] = queries
    .getQueryCache()
    .findAll({ queryKey: [userKey] })
    .filter(({ state }) => state.data !== undefined)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  return (newest?.state.data as { value: Partial<User> } | undefined)?.value.currentProxyUser;
};

/** Whose data the page shows, once that is known. */
export const subjectKnown = (queries: QueryClient): Promise<Subject> =>
  new Promise((resolve) => {
    const known = subjectOf(queries);
    if (known) return resolve(known);
    const stop = queries.getQueryCache().subscribe(() => {
      const subject = subjectOf(queries);
      if (!subject) return;
      stop();
      resolve(subject);
    });
  });

/**
 * Forgets what was received of one customer as soon as another's data is before the reader (rule ACC-3). It is done when
 * the answer comes, before any screen is drawn again, so that nothing stands under the wrong name.
 */
export const followSubject = (queries: QueryClient): void => {
  let shown: string | undefined;
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== userKey) return;
    const id = subjectOf(queries)?.id;
    if (id === undefined || id === shown) return;
    const changed = shown !== undefined;
    shown = id;
    if (changed) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userKey });
  });
};

/** Asks anew who is acted for, without waiting for it. */
export const askSubject = (queries: QueryClient): void =>
  void queries.invalidateQueries({ queryKey: [userKey] });

const switches = new WeakMap<QueryClient, Promise<unknown>>();

/** Makes a switch, until the end of which the page asks for nothing: it would be answered for whom one leaves. */
export const whileSwitching = async <T>(queries: QueryClient, turn: () => Promise<T>): Promise<T> => {
  // Begun when it is already known that it is under way.
  const turned = Promise.resolve().then(turn);
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
export const keepUser = (queries: QueryClient, language: string, value: User): void => {
  const { id } = value.currentProxyUser;
  if (subjectOf(queries)?.id !== id) chosen.set(queries, id);
  queries.setQueryData([userKey, language], { value });
};

/** Whether it was this window that turned to a customer; told once for each switch. */
export const takeChosen = (queries: QueryClient, id: string): boolean => {
  const here = chosen.get(queries) === id;
  chosen.delete(queries);
  return here;
};
