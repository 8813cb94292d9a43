import type { Logger } from '@hofn/service';

export type News = {
  /** Calls `tell` whenever something about the chat may have changed. @returns what ends it */
  watch(chatId: string, tell: () => void): () => void;
  /** Calls `tell` whenever something about any chat may have changed: for the queue. */
  watchAll(tell: () => void): () => void;
  /** A chat was changed through this copy, to this revision where it is known: the next look does not tell it again. */
  publish(chatId: string, revision?: number): void;
  stop(): void;
};

/**
 * Tells sockets that a chat of theirs has changed; what has changed they read themselves, so that a hint too many costs
 * a query, and one that is lost nothing. Changes through this copy are told at once; those through another are found by
 * looking at the revisions of the open chats, which every change counts up.
 * @param read revisions of the open chats, and of those with these ids
 */
export const createNews = ({
  read,
  everyMs,
  logger,
}: {
  read: (ids: string[]) => Promise<Array<{ id: string; revision: number }>>;
  everyMs: number;
  logger: Logger;
}): News => {
  const watchers = new Map<string, Set<() => void>>();
  const all = new Set<() => void>();
  let known = new Map<string, number>();
  let looking = false;

  const tell = (chatId: string): void => {
    for (const watcher of [...(watchers.get(chatId) ?? []), ...all]) watcher();
  };

  const look = async (): Promise<void> => {
    if (looking || watchers.size + all.size === 0) return;
    looking = true;
    try {
      const rows = await read([...watchers.keys()]);
      const found = new Map(rows.map(({ id, revision }) => [id, revision]));
      const former = known;
      known = found;
      for (const [id, revision] of found) if (former.get(id) !== revision) tell(id);
      // No longer open, and nobody here watches it: the queue alone has changed.
      for (const id of former.keys()) if (!found.has(id)) tell(id);
    } catch (error) {
      logger.warn({ err: error }, 'news of chats not read');
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs);

  return {
    watch: (chatId, watcher) => {
      const set = watchers.get(chatId) ?? new Set();
      watchers.set(chatId, set.add(watcher));
      return () => {
        set.delete(watcher);
        if (set.size === 0 && watchers.get(chatId) === set) watchers.delete(chatId);
      };
    },
    watchAll: (watcher) => {
      all.add(watcher);
      return () => all.delete(watcher);
    },
    publish: (chatId, revision) => {
      if (revision !== undefined) known.set(chatId, Math.max(revision, known.get(chatId) ?? 0));
      tell(chatId);
    },
    stop: () => clearInterval(timer),
  };
};

/**
 * Makes of a piece of work one that runs alone: asked for while it runs, it runs once more after that.
 * @param failed is told of a run that threw
 */
export const oneAtATime = (work: () => Promise<void>, failed: (error: unknown) => void): (() => void) => {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    try {
      do {
        again = false;
        await work();
      } while (again);
    } catch (error) {
      failed(error);
    } finally {
      running = false;
    }
  };
  return () => {
    again = true;
    if (!running) void run();
  };
};
