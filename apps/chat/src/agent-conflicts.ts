import type { Clock } from '@hofn/domain/clock.ts';
import { dayOf } from '@hofn/domain/day.ts';
import type { ChatUpdates } from './chat-updates.ts';
import { ChatError } from './errors.ts';
import type { ChatStore } from './store.ts';

/** Keeps agents out of chats with customers they have a conflict of interest with (rule ROLE-4). */
export const createAgentConflicts = ({
  store,
  news,
  clock,
}: {
  store: ChatStore;
  news: ChatUpdates;
  clock: Clock;
}) => {
  const customersOf = async (agentId: string): Promise<readonly string[]> =>
    (await store.conflicts(agentId, dayOf(clock.now()))).customers;
  return {
    /**
     * Puts chats back into the queue that the agent is in and may not be in any more.
     * @returns ids of the customers whose chats the agent may not see
     */
    release: async (agentId: string): Promise<readonly string[]> => {
      const customers = await customersOf(agentId);
      for (const id of await store.openWith(agentId, customers)) {
        const released = await store.release(id, agentId, clock.now().toISOString());
        const chat = released && (await store.chat(id));
        if (!chat) continue;
        news.publish(released);
        await store.recordConflict(chat, agentId, 'release');
      }
      return customers;
    },
    /** @throws ChatError `notFound`, as if there was no such chat; an attempt to take it is recorded */
    assertNone: async (chatId: string, agentId: string, command: string): Promise<void> => {
      const chat = await store.chat(chatId);
      if (!chat || chat.customerId === null) return;
      if (!(await customersOf(agentId)).includes(chat.customerId)) return;
      if (command === 'take') await store.recordConflict(chat, agentId, 'take');
      throw new ChatError('notFound');
    },
  };
};
