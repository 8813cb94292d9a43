import { customers, type Db, mails } from '@hofn/database';
import { and, eq, isNull } from 'drizzle-orm';
import type { Customer } from '../authorization.ts';
import { customerColumns } from '../customer.ts';
import type { InboxEntry } from './inbox.ts';

export type MailRow = typeof mails.$inferSelect;
/** An e-mail to send, and the customer it is about. */
export type DueMail = { mail: MailRow; subject: Customer };
export type MailStore = ReturnType<typeof createMailStore>;

export const createMailStore = (db: Db) => {
  const rowOf = (subject: Pick<Customer, 'id'>, id: string) =>
    and(eq(mails.customerId, subject.id), eq(mails.id, id));
  return {
    /** The mail, unless it has been sent, withheld or given up. */
    due: async (subject: Pick<Customer, 'id'>, id: string): Promise<DueMail | undefined> => {
      const [row] = await db
        .select({
          mail: mails,
          subject: customerColumns,
        })
        .from(mails)
        .innerJoin(customers, eq(customers.id, mails.customerId))
        .where(
          and(rowOf(subject, id), isNull(mails.sentAt), isNull(mails.withheldAt), isNull(mails.failedAt)),
        );
      return row;
    },
    sent: async (subject: Pick<Customer, 'id'>, id: string, now: Date): Promise<void> => {
      await db.update(mails).set({ sentAt: now.toISOString() }).where(rowOf(subject, id));
    },
    /** Adds the entry to the customer's inbox. */
    addToInbox: async (subject: Pick<Customer, 'id'>, id: string, announced: InboxEntry): Promise<void> => {
      await db.update(mails).set(announced).where(rowOf(subject, id));
    },
    withheld: async (subject: Pick<Customer, 'id'>, id: string, now: Date): Promise<void> => {
      await db.update(mails).set({ withheldAt: now.toISOString() }).where(rowOf(subject, id));
    },
    failed: async (
      subject: Pick<Customer, 'id'>,
      id: string,
      { at, fault }: { at: Date; fault: string },
      tx: Db = db,
    ): Promise<void> => {
      await tx.update(mails).set({ failedAt: at.toISOString(), fault }).where(rowOf(subject, id));
    },
    /** The address on file. */
    address: async (subject: Pick<Customer, 'id'>, from: Db = db): Promise<string | null> => {
      const [row] = await from
        .select({ email: customers.email })
        .from(customers)
        .where(eq(customers.id, subject.id));
      return row?.email ?? null;
    },
  };
};
