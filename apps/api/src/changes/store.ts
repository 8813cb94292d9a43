import { changeRequests, type Db } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';

export type ChangeRow = typeof changeRequests.$inferSelect;
export type NewChange = Omit<ChangeRow, 'state' | 'settledAt' | 'customerId' | 'ipid'>;

/** Change requests of customers. Every query names the subject. */
export const createChangeStore = (db: Db) => ({
  /**
   * Stores a change request in the transaction `tx`, and opens its work item.
   * @throws Fault `changeAlreadyPending` when the policy has one already
   */
  add: async (tx: Db, subject: Pick<Customer, 'id'>, change: NewChange): Promise<void> => {
    // The unique index on pending requests decides, so two at once cannot both succeed.
    const [added] = await tx
      .insert(changeRequests)
      .values({ ...change, customerId: subject.id })
      .onConflictDoNothing()
      .returning({ id: changeRequests.id });
    if (!added) throw new Fault('changeAlreadyPending');
    await openWorkItem(tx, {
      kind: 'change',
      matterId: change.id,
      customerId: subject.id,
      language: change.language,
      openedAt: new Date(change.createdAt),
    });
  },

  /** One of the subject's. */
  one: async (subject: Pick<Customer, 'id'>, id: string): Promise<ChangeRow | undefined> =>
    (
      await db
        .select()
        .from(changeRequests)
        .where(and(eq(changeRequests.customerId, subject.id), eq(changeRequests.id, id)))
    )[0],
});
export type ChangeStore = ReturnType<typeof createChangeStore>;
