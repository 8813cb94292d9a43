import type { Logger } from '@hofn/service';
import type { Bus } from './bus.ts';
import type { ChatHead } from './chat-head.ts';

export type News = {
  /** Calls `tell` whenever something about the chat may have changed. @returns what ends it */
  watch(chatId: string, tell: () => void): () => void;
  /** Calls `tell` with the place of a waiting chat, first soon and then whenever it has changed. */
  watchQueue(chatId: string, tell: (position: number) => void): () => void;
  /** Calls `tell` whenever the list of chats may have changed, or a chat that is the agent's. */
  watchAgent(agentId: string, tell: () => void): () => void;
  /** A chat was changed through this copy. */
  publish(head: ChatHead): void;
  /** A chat may have changed: tells those of this copy who watch it. */
  hint(chatId: string): void;
  stop(): Promise<void>;
};

/** Listeners by key. */
const createWatchers = <Told extends unknown[]>() => {
  const sets = new Map<string, Set<(...told: Told) => void>>();
  return {
    sets,
    add: (key: string, watcher: (...told: Told) => void) => {
      const set = sets.get(key) ?? new Set();
      sets.set(key, set.add(watcher));
      return () => {
        set.delete(watcher);
        if (set.size === 0 && sets.get(key) === set) sets.delete(key);
      };
    },
    tell: (key: string, ...told: Told) => {
      for (const watcher of [...(sets.get(key) ?? [])]) watcher(...told);
    },
  };
};

/**
 * Tells sockets that a chat of theirs has changed; what has changed they read themselves, so that a hint too many costs
 * a query, and one that is lost nothing. A change concerns those in the chat and its agent; a chat that comes, is taken,
 * given back or ends concerns also those who wait, whose places are read once for all of them, and all agents. Changes
 * through this copy are told at once, those through another by its notification. Since notifications can be lost, the
 * revisions of the open chats are looked at as well: seldom while probes come back, often while they do not.
 * @param read heads of the open chats, and of those with these ids
 * @param readQueue ids of the chats that wait, the first first
 */
export const createNews = ({
  read,
  readQueue,
  openBus,
  everyMs,
  slowMs,
  logger,
}: {
  read: (ids: string[]) => Promise<ChatHead[]>;
  readQueue: () => Promise<string[]>;
  openBus: (heard: (head: ChatHead) => void) => Promise<Bus>;
  everyMs: number;
  slowMs: number;
  logger: Logger;
}): News & { open(): Promise<void> } => {
  const chats = createWatchers<[]>();
  const queue = createWatchers<[position: number]>();
  const agents = createWatchers<[]>();
  let known = new Map<string, ChatHead>();
  let bus: Bus | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const warn = (error: unknown) => logger.warn({ err: error }, 'news of chats not read');
  const readPlaces = oneAtATime(async () => {
    if (queue.sets.size === 0) return;
    const places = await readQueue();
    for (const [at, id] of places.entries()) queue.tell(id, at + 1);
  }, warn);

  const tellList = (): void => {
    readPlaces();
    for (const agentId of agents.sets.keys()) agents.tell(agentId);
  };

  /** Tells of a chat as it is now, unless that has been told. */
  const apply = (head: ChatHead): void => {
    const former = known.get(head.id);
    if (former && former.revision >= head.revision) return;
    known.set(head.id, head);
    chats.tell(head.id);
    const isListed = former && former.state === head.state && former.agentId === head.agentId;
    if (!isListed) tellList();
    else if (head.agentId !== null) agents.tell(head.agentId);
  };

  const look = async (): Promise<void> => {
    if (chats.sets.size + agents.sets.size === 0) {
      // Nobody was told meanwhile: the next to come reads for themselves.
      known.clear();
      return;
    }
    try {
      const heads = await read([...chats.sets.keys()]);
      for (const head of heads) apply(head);
      const found = new Set(heads.map(({ id }) => id));
      const gone = [...known.values()].filter(({ id }) => !found.has(id));
      known = new Map([...known].filter(([id]) => found.has(id)));
      // No longer open, and nobody here watches it: the list has changed, unless that was told.
      if (gone.some(({ state }) => state !== 'ended')) tellList();
    } catch (error) {
      warn(error);
    }
  };
  const lookAgain = (isHeard: boolean): void => {
    if (stopped) return;
    timer = setTimeout(
      async () => {
        await look();
        lookAgain(bus?.probe() ?? false);
      },
      isHeard ? slowMs : everyMs,
    );
  };

  return {
    open: async () => {
      bus = await openBus(apply);
      bus.probe();
      lookAgain(false);
    },
    watch: chats.add,
    watchQueue: (chatId, tell) => {
      let last: number | undefined;
      const unwatch = queue.add(chatId, (position) => {
        if (position !== last) tell(position);
        last = position;
      });
      readPlaces();
      return unwatch;
    },
    watchAgent: agents.add,
    publish: (head) => {
      apply(head);
      bus?.tell(head);
    },
    hint: (chatId) => chats.tell(chatId),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await bus?.stop().catch(warn);
    },
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
