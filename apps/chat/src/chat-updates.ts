import type { Logger } from '@hofn/service';
import type { ChangeBus } from './change-bus.ts';
import type { ChatHead } from './chat-head.ts';

export type ChatUpdates = {
  /** Calls `onChange` whenever the chat may have changed. @returns a function that stops watching */
  watch(chatId: string, onChange: () => void): () => void;
  /** Calls `onChange` with the position of a waiting chat, once initially and then after each change. */
  watchQueue(chatId: string, onChange: (position: number) => void): () => void;
  /** Calls `onChange` whenever the chat list or one of the agent's chats may have changed. */
  watchAgent(agentId: string, onChange: () => void): () => void;
  /** Publishes a change made by this replica. */
  publish(head: ChatHead): void;
  /** Notifies this replica's watchers that a chat may have changed. */
  hint(chatId: string): void;
  stop(): Promise<void>;
};

const createWatchers = <Args extends unknown[]>() => {
  const sets = new Map<string, Set<(...args: Args) => void>>();
  return {
    sets,
    add: (key: string, watcher: (...args: Args) => void) => {
      const set = sets.get(key) ?? new Set();
      sets.set(key, set.add(watcher));
      return () => {
        set.delete(watcher);
        if (set.size === 0 && sets.get(key) === set) sets.delete(key);
      };
    },
    notify: (key: string, ...args: Args) => {
      for (const watcher of [...(sets.get(key) ?? [])]) watcher(...args);
    },
  };
};

/**
 * Notifies connections that a chat has changed; they read the changes themselves, so a superfluous notification costs a
 * query and a lost one is repaired by the next.
 *
 * A change notifies the chat's participants. When a chat starts, is taken, released or ends, all agents and everybody in
 * the queue are notified too; queue positions are read once for all. Changes made by this replica are published at once,
 * those of other replicas arrive by database notification. Because notifications can be lost, the revisions of open chats
 * are also polled: rarely while probes come back, often while they do not.
 * @param read returns the heads of the open chats and of those with the given ids
 * @param readQueue returns the ids of the waiting chats in order
 */
export const createChatUpdates = ({
  read,
  readQueue,
  openBus,
  everyMs,
  slowMs,
  logger,
}: {
  read: (ids: string[]) => Promise<ChatHead[]>;
  readQueue: () => Promise<string[]>;
  openBus: (onChange: (head: ChatHead) => void) => Promise<ChangeBus>;
  everyMs: number;
  slowMs: number;
  logger: Logger;
}): ChatUpdates & { open(): Promise<void> } => {
  const chats = createWatchers<[]>();
  const queue = createWatchers<[position: number]>();
  const agents = createWatchers<[]>();
  let knownHeads = new Map<string, ChatHead>();
  let bus: ChangeBus | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const warn = (error: unknown) => logger.warn({ err: error }, 'could not read chat changes');
  const readPositions = oneAtATime(async () => {
    if (queue.sets.size === 0) return;
    const ids = await readQueue();
    for (const [at, id] of ids.entries()) queue.notify(id, at + 1);
  }, warn);

  const notifyList = (): void => {
    readPositions();
    for (const agentId of agents.sets.keys()) agents.notify(agentId);
  };

  /** Notifies the watchers of a chat, unless this revision is already known. */
  const apply = (head: ChatHead): void => {
    const former = knownHeads.get(head.id);
    if (former && former.revision >= head.revision) return;
    knownHeads.set(head.id, head);
    chats.notify(head.id);
    const isListUnchanged = former && former.state === head.state && former.agentId === head.agentId;
    if (!isListUnchanged) notifyList();
    else if (head.agentId !== null) agents.notify(head.agentId);
  };

  const poll = async (): Promise<void> => {
    if (chats.sets.size + agents.sets.size === 0) {
      // Without watchers known revisions go stale; the next watcher reads for itself.
      knownHeads.clear();
      return;
    }
    try {
      const heads = await read([...chats.sets.keys()]);
      for (const head of heads) apply(head);
      const found = new Set(heads.map(({ id }) => id));
      const gone = [...knownHeads.values()].filter(({ id }) => !found.has(id));
      knownHeads = new Map([...knownHeads].filter(([id]) => found.has(id)));
      // No longer open and not watched here: the list has changed, unless the end was already published.
      if (gone.some(({ state }) => state !== 'ended')) notifyList();
    } catch (error) {
      warn(error);
    }
  };
  const schedulePoll = (isBusWorking: boolean): void => {
    if (stopped) return;
    timer = setTimeout(
      async () => {
        await poll();
        schedulePoll(bus?.probe() ?? false);
      },
      isBusWorking ? slowMs : everyMs,
    );
  };

  return {
    open: async () => {
      bus = await openBus(apply);
      bus.probe();
      schedulePoll(false);
    },
    watch: chats.add,
    watchQueue: (chatId, onChange) => {
      let last: number | undefined;
      const unwatch = queue.add(chatId, (position) => {
        if (position !== last) onChange(position);
        last = position;
      });
      readPositions();
      return unwatch;
    },
    watchAgent: agents.add,
    publish: (head) => {
      apply(head);
      bus?.publish(head);
    },
    hint: (chatId) => chats.notify(chatId),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await bus?.stop().catch(warn);
    },
  };
};

/**
 * Wraps work so that it never runs concurrently: calls during a run cause one more run after it.
 * @param onError called when a run throws
 */
export const oneAtATime = (work: () => Promise<void>, onError: (error: unknown) => void): (() => void) => {
  let running = false;
  let isPending = false;
  const run = async (): Promise<void> => {
    running = true;
    try {
      do {
        isPending = false;
        await work();
      } while (isPending);
    } catch (error) {
      onError(error);
    } finally {
      running = false;
    }
  };
  return () => {
    isPending = true;
    if (!running) void run();
  };
};
