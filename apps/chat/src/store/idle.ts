import { chatAgents, chats, type Db } from '@hofn/database';
import { and, eq, inArray, lt, lte, ne } from 'drizzle-orm';
import type { ChatHead } from '../chat-head.ts';
import { endChats } from './end.ts';
import { changed, head } from './rows.ts';

/** Chats by age: warning and ending idle ones, deleting old ones. */
export const idleStore = (db: Db) => ({
  /** Marks the chats that have been idle since `before`. @returns them */
  warn: (before: string): Promise<ChatHead[]> =>
    db
      .update(chats)
      .set({ ...changed, warned: true })
      .where(and(ne(chats.state, 'ended'), eq(chats.warned, false), lte(chats.activeAt, before)))
      .returning(head),
  /** Ends the chats that have been idle since `before`. @returns them */
  endIdle: (before: string, at: string): Promise<ChatHead[]> =>
    endChats(db, and(ne(chats.state, 'ended'), lte(chats.activeAt, before)), { at, by: 'idle' }),
  /** Keeps waiting chats whose visitor is connected from going idle. Only updates those last active before `stale`. */
  keepWaiting: async (ids: string[], at: string, stale: string): Promise<void> => {
    if (ids.length === 0) return;
    await db
      .update(chats)
      .set({ activeAt: at, warned: false })
      .where(and(inArray(chats.id, ids), eq(chats.state, 'waiting'), lt(chats.activeAt, stale)));
  },
  /** Deletes the chats started before `before`, with their messages. @returns how many */
  deleteBefore: async (before: string): Promise<number> => {
    const rows = await db.delete(chats).where(lt(chats.createdAt, before)).returning({ id: chats.id });
    await db.delete(chatAgents).where(lt(chatAgents.seenAt, before));
    return rows.length;
  },
});
