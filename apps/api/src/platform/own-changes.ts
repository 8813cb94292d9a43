import { randomUUID } from 'node:crypto';
import { type Db, ownChanges } from '@hofn/database';

/**
 * Notes that a customer has changed a part of their data which a core system supplies too, in the transaction of the
 * change: it is kept until a version of the core acknowledges it (rule CORE-11).
 * @returns id of the change, which the event names
 */
export const recordOwnChange = async (
  tx: Db,
  subject: { id: string },
  part: (typeof ownChanges.$inferInsert)['part'],
  at: Date,
): Promise<string> => {
  const change = { id: randomUUID(), changedAt: at.toISOString() };
  await tx
    .insert(ownChanges)
    .values({ ...change, customerId: subject.id, part })
    .onConflictDoUpdate({ target: [ownChanges.customerId, ownChanges.part], set: change });
  return change.id;
};
