import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { type AuditDetails, auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import { createConflictRecorder } from './conflicts.ts';
import { createDescriber, customerSeenIn, type DescribedItem, type WorkItemKinds } from './describe.ts';
import { createWorkItemStore } from './store.ts';
import type { LineRow } from './work-items.ts';

/** A work item that the employee may open, with everything that was sent. */
export type ReadCase = { line: LineRow; item: DescribedItem };

/** Creates the way in to a work item, for every staff call about one. */
export const createCaseReader = ({ db, clock, kinds }: { db: Db; clock: Clock; kinds: WorkItemKinds }) => {
  const store = createWorkItemStore(db);
  const describe = createDescriber(db, kinds);
  const recordConflict = createConflictRecorder({ db, clock });
  /** @throws Fault `notFound` also for what the employee may not open, so that nobody learns that it exists */
  return async (request: FastifyRequest, id: string, language: Language): Promise<ReadCase> => {
    const employee = employeeOf(request);
    const line = await store.find(employee, id, language);
    if (!line) await recordConflict(request, employee, id);
    const item = line && (await describe(line.row, language));
    if (!line || !item) throw new Fault('notFound');
    return { line, item };
  };
};

/** Records that an employee opened or acted on a work item, and whose it is, if known. */
export const auditCase = (
  tx: Db,
  request: FastifyRequest,
  { id: actor }: StaffMember,
  item: DescribedItem,
  details: AuditDetails,
): Promise<void> => {
  const subject = customerSeenIn(item);
  return auditStaff(tx, request, { ...details, actor, ...(subject !== null && { subject }) }, 'staff.case');
};
