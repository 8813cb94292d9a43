import { type Db, mails } from '@hofn/database';
import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';

type Subject = Pick<Customer, 'id'>;
/** Where a page of the list ends: time and id of its last row; null before the first. */
export type Position = [at: string, id: string] | null;

export const createNotificationStore = (db: Db) => {
  const inInbox = (subject: Subject) => and(eq(mails.customerId, subject.id), isNotNull(mails.subject));
  return {
    list: (subject: Subject, { after, limit }: { after: Position; limit: number }) =>
      db
        .select({
          id: mails.id,
          subject: mails.subject,
          summary: mails.summary,
          path: mails.path,
          language: mails.language,
          createdAt: mails.createdAt,
          readAt: mails.readAt,
        })
        .from(mails)
        .where(
          and(
            inInbox(subject),
            after === null
              ? undefined
              : sql`(${mails.createdAt}, ${mails.id}) < (${after[0]}::timestamptz, ${after[1]})`,
          ),
        )
        .orderBy(desc(mails.createdAt), desc(mails.id))
        .limit(limit),

    total: (subject: Subject): Promise<number> => db.$count(mails, inInbox(subject)),
    unread: (subject: Subject): Promise<number> =>
      db.$count(mails, and(inInbox(subject), isNull(mails.readAt))),

    /** Marks those named, or all, as read; keeps the time of the first reading. */
    read: async (subject: Subject, ids: readonly string[] | null, at: Date): Promise<void> => {
      await db
        .update(mails)
        .set({ readAt: at.toISOString() })
        .where(
          and(inInbox(subject), isNull(mails.readAt), ids === null ? undefined : inArray(mails.id, [...ids])),
        );
    },
  };
};
