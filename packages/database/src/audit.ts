import type { Db } from './db.ts';
import { auditEvents } from './schema/audit.ts';

/** An event to record. The database sets its time and its place in the chain. */
export type NewAuditEvent = Omit<typeof auditEvents.$inferInsert, 'id' | 'at'>;

/** Records an event in the transaction of the act, so that neither exists without the other (rule HOLD-14). */
export const recordAuditEvent = async (tx: Db, event: NewAuditEvent): Promise<void> => {
  await tx.insert(auditEvents).values(event);
};
