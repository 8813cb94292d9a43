import { complaintNumbers, complaints, type Db } from '@hofn/database';
import type { ComplaintSubject } from '@hofn/domain/complaints.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { anyOf } from '../platform/sql.ts';

export type ComplaintRow = typeof complaints.$inferSelect;
export type Decided = Required<
  Pick<ComplaintRow, 'outcome' | 'cause' | 'decidedBy' | 'decidedByName' | 'decidedAt' | 'letter' | 'note'>
>;

/** Complaints of customers. Every query names the customer. */
export const createComplaintStore = (db: Db) => {
  const isOne = (customer: string, id: string) =>
    and(eq(complaints.customerId, customer), eq(complaints.id, id));
  return {
    /** The next reference of a year: `K-2026-100001`. */
    nextReference: async (year: string): Promise<string> => {
      const sequence = sql.raw(complaintNumbers.seqName ?? 'complaint_numbers');
      const [row] = await db
        .select({ next: sql<string>`nextval('${sequence}')` })
        .from(sql`(values (1)) as once`);
      return `K-${year}-${row?.next ?? ''}`;
    },

    /** @returns false while another complaint about the same is open */
    add: async (row: typeof complaints.$inferInsert): Promise<boolean> => {
      const added = await db
        .insert(complaints)
        .values(row)
        .onConflictDoNothing({
          target: [complaints.customerId, complaints.about, complaints.aboutId],
          where: sql`decided_at is null`,
        })
        .returning({ id: complaints.id });
      return added.length > 0;
    },

    /** The customer's open complaints; of one subject, if it is given. */
    open: (customer: string, about?: { subject: ComplaintSubject; id: string }): Promise<ComplaintRow[]> =>
      db
        .select()
        .from(complaints)
        .where(
          and(
            eq(complaints.customerId, customer),
            isNull(complaints.decidedAt),
            about && and(eq(complaints.about, about.subject), eq(complaints.aboutId, about.id)),
          ),
        ),

    one: async (customer: string, id: string): Promise<ComplaintRow | undefined> =>
      (await db.select().from(complaints).where(isOne(customer, id)))[0],

    lock: async (customer: string, id: string): Promise<ComplaintRow | undefined> =>
      (await db.select().from(complaints).where(isOne(customer, id)).for('update'))[0],

    list: (customer: string, ids: readonly string[]): Promise<ComplaintRow[]> =>
      db
        .select()
        .from(complaints)
        .where(and(eq(complaints.customerId, customer), anyOf(complaints.id, ids))),

    /** Records the decision of a complaint that the caller has locked. */
    decide: async (customer: string, id: string, decided: Decided): Promise<void> => {
      await db.update(complaints).set(decided).where(isOne(customer, id));
    },
  };
};
