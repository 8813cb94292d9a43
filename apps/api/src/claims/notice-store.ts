import { cases, claimNotices, type Db, policies, uploads } from '@hofn/database';
import { addMonths } from '@hofn/domain';
import { dayOfInstant } from '@hofn/texts';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { batchSize, repeatUntilDone } from '../platform/sweep.ts';
import { unprovedClaimTarget } from '../platform/uploads/uploads.ts';
import { limitationYears } from '../privacy/retention.ts';

export type NoticeRow = typeof claimNotices.$inferSelect;

/**
 * Claims that were filed without signing in. They belong to nobody until they are joined to a customer, so queries name the
 * notice instead of a subject; no call of a customer or visitor reads one.
 */
export const createNoticeStore = (db: Db) => ({
  add: async (tx: Db, row: typeof claimNotices.$inferInsert): Promise<void> => {
    await tx.insert(claimNotices).values(row);
  },
  /** A notice whose receipt has not been sent. */
  unanswered: async (id: string): Promise<NoticeRow | undefined> =>
    (
      await db
        .select()
        .from(claimNotices)
        .where(and(eq(claimNotices.id, id), isNull(claimNotices.receiptSentAt)))
    )[0],
  answered: async (id: string, receiptSentAt: string): Promise<void> => {
    await db.update(claimNotices).set({ receiptSentAt }).where(eq(claimNotices.id, id));
  },
  /** Locks a notice that belongs to no customer yet, until the transaction ends. */
  lockUnjoined: async (tx: Db, id: string): Promise<NoticeRow | undefined> =>
    (
      await tx
        .select()
        .from(claimNotices)
        .where(and(eq(claimNotices.id, id), isNull(claimNotices.customerId)))
        .for('update')
    )[0],
  /** Locks a notice until the transaction ends. */
  lock: async (tx: Db, id: string): Promise<NoticeRow | undefined> =>
    (await tx.select().from(claimNotices).where(eq(claimNotices.id, id)).for('update'))[0],
  notified: async (tx: Db, id: string, ownerNotifiedAt: string): Promise<void> => {
    await tx.update(claimNotices).set({ ownerNotifiedAt }).where(eq(claimNotices.id, id));
  },
  refuseLink: async (tx: Db, id: string, linkRefusedBy: string): Promise<void> => {
    await tx.update(claimNotices).set({ linkRefusedBy }).where(eq(claimNotices.id, id));
  },
  join: async (tx: Db, id: string, customer: Pick<Customer, 'id'>): Promise<void> => {
    await tx.update(claimNotices).set({ customerId: customer.id }).where(eq(claimNotices.id, id));
  },
  /** Id of the customer's policy with this number. */
  policy: async (tx: Db, { id }: Pick<Customer, 'id'>, number: string): Promise<string | undefined> =>
    (
      await tx
        .select({ id: policies.id })
        .from(policies)
        .where(and(eq(policies.customerId, id), eq(policies.number, number)))
    )[0]?.id,
});

/**
 * Deletes notices of people who turned out not to be customers, with their files and work items, once no claim can be
 * made any more (Act 30/2004). Open ones stay.
 */
export const forgetNotices = async (db: Db, now: Date): Promise<void> => {
  const before = `${addMonths(dayOfInstant(now), -limitationYears * 12)}T00:00:00Z`;
  const isOpen = sql`exists (select from ${cases} where ${cases.kind} = 'claim' and ${cases.matterId} = ${claimNotices.id} and ${cases.state} <> 'closed')`;
  await repeatUntilDone(() =>
    db.transaction(async (tx) => {
      const expired = await tx
        .select({ id: claimNotices.id })
        .from(claimNotices)
        .where(and(isNull(claimNotices.customerId), lt(claimNotices.receivedAt, before), sql`not ${isOpen}`))
        .limit(batchSize)
        .for('update');
      const ids = expired.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx
        .delete(uploads)
        .where(and(eq(uploads.holder, unprovedClaimTarget), inArray(uploads.holderId, ids)));
      await tx.delete(cases).where(and(eq(cases.kind, 'claim'), inArray(cases.matterId, ids)));
      await tx.delete(claimNotices).where(inArray(claimNotices.id, ids));
      return ids.length;
    }),
  );
};
