import type { Db } from '@hofn/database';
import type { FastifyRequest } from 'fastify';
import { auditStaff } from '../platform/audit.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import { createViewStore } from './store.ts';

/**
 * Refuses an employee a customer that they have a conflict of interest with (rule ROLE-4). A view opened before the conflict ends, and
 * the refusal is recorded.
 * @param now RFC 3339
 * @throws Fault `conflictOfInterest`
 */
export const refuseConflict = async (
  db: Db,
  request: FastifyRequest,
  { customer, act, now }: { customer: string; act: 'view' | 'page'; now: string },
): Promise<void> => {
  const { id: actor, conflicts } = employeeOf(request);
  if (!conflicts.customers.includes(customer)) return;
  await db.transaction(async (tx) => {
    await createViewStore(tx).end(actor, customer, now);
    await auditStaff(tx, request, { actor, subject: customer, act }, 'staff.conflict');
  });
  throw new Fault('conflictOfInterest');
};
