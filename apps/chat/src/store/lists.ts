import { chats, customers, type Db } from '@hofn/database';
import { and, asc, eq, gt, inArray, isNull, ne, notInArray, or } from 'drizzle-orm';
import type { ChatHead } from '../chat-head.ts';
import { type ChatRow, head } from './rows.ts';

/** A chat on the agents' list, with its customer if signed in. */
export type ListedChat = ChatRow & { customer: { kind: 'person' | 'company'; ssn: string } | null };

/** Chats as lists: the open ones, the waiting ones, an agent's. */
export const listStore = (db: Db) => ({
  /** Heads of the open chats, and of those with these ids. */
  heads: (ids: string[]): Promise<ChatHead[]> =>
    db
      .select(head)
      .from(chats)
      .where(
        ids.length > 0 ? or(ne(chats.state, 'ended'), inArray(chats.id, ids)) : ne(chats.state, 'ended'),
      ),
  /** Ids of an agent's chats with some customers that have not ended. */
  openWith: async (agentId: string, customerIds: readonly string[]): Promise<string[]> => {
    if (customerIds.length === 0) return [];
    const rows = await db
      .select({ id: chats.id })
      .from(chats)
      .where(
        and(
          eq(chats.agentId, agentId),
          ne(chats.state, 'ended'),
          inArray(chats.customerId, [...customerIds]),
        ),
      );
    return rows.map(({ id }) => id);
  },
  /** Ids of the waiting chats in order. */
  queue: async (): Promise<string[]> => {
    const rows = await db
      .select({ id: chats.id })
      .from(chats)
      .where(eq(chats.state, 'waiting'))
      .orderBy(asc(chats.createdAt), asc(chats.id));
    return rows.map(({ id }) => id);
  },
  /** The open chats, oldest first, and the agent's own that ended after `endedAfter`, without those of some customers. */
  list: async (
    agentId: string,
    endedAfter: string,
    hiddenCustomers: readonly string[],
  ): Promise<ListedChat[]> => {
    const rows = await db
      .select({ chat: chats, kind: customers.kind, ssn: customers.ssn })
      .from(chats)
      .leftJoin(customers, eq(customers.id, chats.customerId))
      .where(
        and(
          or(ne(chats.state, 'ended'), and(eq(chats.agentId, agentId), gt(chats.endedAt, endedAfter))),
          or(isNull(chats.customerId), notInArray(chats.customerId, [...hiddenCustomers])),
        ),
      )
      .orderBy(asc(chats.createdAt), asc(chats.id));
    return rows.map(({ chat, kind, ssn }) => ({ ...chat, customer: kind && ssn ? { kind, ssn } : null }));
  },
});
