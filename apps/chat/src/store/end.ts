import { type EventData, eventTypeOf } from '@hofn/contracts/core/events.ts';
import { chats, type Db, insertCoreEvents } from '@hofn/database';
import type { SQL } from 'drizzle-orm';
import type { ChatHead } from '../chat-head.ts';
import { changed, head, type Side } from './rows.ts';

/** Ends the chats that a condition selects, each with the event that other systems follow. @returns them */
export const endChats = (
  db: Db,
  where: SQL | undefined,
  { at, by }: { at: string; by: Side | 'idle' },
): Promise<ChatHead[]> =>
  db.transaction(async (tx) => {
    const ended = await tx
      .update(chats)
      .set({ ...changed, state: 'ended', endedAt: at, endedBy: by })
      .where(where)
      .returning({ ...head, customerId: chats.customerId });
    await insertCoreEvents(
      tx,
      ended.map(({ id, customerId }) => ({
        type: eventTypeOf('chat.ended'),
        subject: id,
        data: { customerId } satisfies EventData<'chat.ended'>,
      })),
    );
    return ended.map(({ customerId: _, ...chat }) => chat);
  });
