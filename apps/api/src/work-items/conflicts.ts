import { cases, currentEmployees, type Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { auditStaff, auditSystem } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { withConflicts } from '../platform/with-conflicts.ts';
import { deleteSentDrafts } from './draft-store.ts';
import { addEvent } from './history.ts';
import { workItemLines } from './lines-query.ts';
import { isConflicting, mayOpen } from './may-open.ts';
import { createWorkItemStore } from './store.ts';

type Assigned = { id: string; assigneeId: string | null };

/**
 * Gives an employee's work item back, so that somebody else takes it. Its history says that it was returned and not why: the reason is
 * between the employee and the customer, or the employer; a conflict of interest is in the audit log.
 */
const release = async (
  db: Db,
  { id, assigneeId }: Assigned,
  { now, inConflict }: { now: Date; inConflict: boolean },
): Promise<void> => {
  if (assigneeId === null) return;
  await db.transaction(async (tx) => {
    const store = createWorkItemStore(tx);
    const row = await store.lockForUpdate(tx, id);
    if (row?.assigneeId !== assigneeId || row.state === 'closed') return;
    await store.change(tx, id, { assigneeId: null, assigneeName: null });
    await addEvent(tx, id, { kind: 'released', at: now.toISOString() });
    await deleteSentDrafts(tx, { caseId: id, employeeId: assigneeId });
    if (!inConflict) return;
    await auditSystem(tx, 'staff.conflict', {
      ...(row.customerId !== null && { subject: row.customerId }),
      ...{ object: { case: id }, act: 'release', employee: assigneeId },
    });
  });
};

/**
 * Creates what a call does after an employee asked for a work item that they may not open: if the reason is a conflict of interest, it
 * is recorded, and a work item of theirs goes back to the queue. The answer is the same 404 as for any other.
 */
export const createConflictRecorder =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (request: FastifyRequest, employee: StaffMember, id: string): Promise<void> => {
    if (employee.conflicts.ssns.length === 0) return;
    const [line] = await workItemLines(db, 'is').where(
      and(eq(cases.id, id), isConflicting(employee.conflicts)),
    );
    if (!line) return;
    const { customerId, assigneeId } = line.row;
    await auditStaff(
      db,
      request,
      {
        actor: employee.id,
        ...(customerId !== null && { subject: customerId }),
        ...{ object: { case: id }, act: 'case' },
      },
      'staff.conflict',
    );
    if (assigneeId === employee.id) await release(db, line.row, { now: clock.now(), inConflict: true });
  };

/**
 * Returns work items to the queue that their assignee may no longer open, and that nobody else would see: after a new conflict of
 * interest, such as marrying the customer (rule ROLE-4), the end of a role (rule ROLE-2), or leaving the company. Closed ones stay as
 * they are.
 */
export const returnToQueue = async ({ db, clock }: { db: Db; clock: Clock }): Promise<void> => {
  const now = clock.now();
  const today = dayOfInstant(now);
  const isAssigned = and(ne(cases.state, 'closed'), isNotNull(cases.assigneeId));
  const assignees = await db.selectDistinct({ id: cases.assigneeId }).from(cases).where(isAssigned);
  const people = (await currentEmployees(db, today)).filter((one) =>
    assignees.some(({ id }) => id === one.id),
  );
  const members = await withConflicts(db, people, today);
  for (const { id } of assignees) {
    if (id === null) continue;
    const member = members.find((one) => one.id === id);
    const isLost = member ? sql`not coalesce((${mayOpen(member)}), false)` : undefined;
    const lines = await workItemLines(db, 'is', {
      inConflict: sql<boolean>`${member ? isConflicting(member.conflicts) : sql`false`}`.as('in_conflict'),
    }).where(and(isAssigned, eq(cases.assigneeId, id), isLost));
    for (const { row, inConflict } of lines) await release(db, row, { now, inConflict });
  }
};
