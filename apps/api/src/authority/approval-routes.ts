import type { approvalCalls } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FastifyRequest } from 'fastify';
import type { ApprovableActs } from '../platform/approvals.ts';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { kindOf } from '../platform/work-items.ts';
import { createViewStore } from '../views/store.ts';
import { createConflictRecorder } from '../work-items/conflicts.ts';
import { addEvent } from '../work-items/history.ts';
import { createWorkItemStore, type WorkItemStore } from '../work-items/store.ts';
import { reasonOf } from '../work-items/work-items.ts';
import { approvalsFor } from './approval-list.ts';
import { createApprovalStore } from './approval-store.ts';
import { decide } from './decide.ts';
import { approvalOf, type Reader } from './shown.ts';

type CaseRow = NonNullable<Awaited<ReturnType<WorkItemStore['find']>>>['row'];

/** Records that employees see what is proposed about a case (rule ROLE-8). */
const createRecorder = (db: Db, clock: Clock) => {
  const workItems = createWorkItemStore(db);
  const views = createViewStore(db);
  return {
    /** For the customer, if known. */
    view: async (tx: Db, workItem: CaseRow, employee: StaffMember): Promise<void> => {
      const { id: target, customerId } = workItem;
      if (customerId === null) return;
      const reason = reasonOf(kindOf(workItem));
      const at = clock.now().toISOString();
      await views.recordMomentaryView(tx, employee, customerId, { reason, call: 'staffCase', target, at });
    },

    /** In the history of the case, once for repeated looks. */
    look: async (tx: Db, caseId: string, { id, name }: StaffMember): Promise<void> => {
      await workItems.lockForUpdate(tx, caseId);
      const last = (await workItems.events(caseId, tx)).at(-1)?.event;
      if (last?.kind === 'looked' && last.step === null && last.employeeId === id) return;
      const at = clock.now().toISOString();
      await addEvent(tx, caseId, { kind: 'looked', at, employeeId: id, employeeName: name });
    },
  };
};

/** Approvals of acts above an employee’s authority (rule ROLE-3). */
export const approvalHandlers = ({
  database: { db },
  clock,
  idempotently,
  acts,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
  acts: ApprovableActs;
}): Handlers<typeof approvalCalls> => {
  const store = createApprovalStore(db);
  const workItems = createWorkItemStore(db);
  const record = createRecorder(db, clock);
  const recordConflict = createConflictRecorder({ db, clock });

  /** @throws Fault `notFound` also for a proposal about a case that the employee may not open */
  const read = async (request: FastifyRequest, id: string, { employee, language }: Reader) => {
    const row = await store.find(id);
    const act = row && acts[row.act];
    if (!row || !act) throw new Fault('notFound');
    const line = await workItems.find(employee, row.caseId, language);
    if (!line) {
      await recordConflict(request, employee, row.caseId);
      throw new Fault('notFound');
    }
    return { row, act, workItem: line.row };
  };

  const subjectOf = ({ customerId }: CaseRow) => (customerId === null ? {} : { subject: customerId });

  return {
    approvals: async ({ language, request }) => ({
      items: await approvalsFor(db, acts, { employee: employeeOf(request), language, now: clock.now() }),
    }),

    approval: async ({ params: { id }, language, request }) => {
      const employee = employeeOf(request);
      const reader = { employee, language, now: clock.now() };
      const { row, act, workItem } = await read(request, id, reader);
      await db.transaction(async (tx) => {
        await record.look(tx, row.caseId, employee);
        await record.view(tx, workItem, employee);
        const event = { actor: employee.id, ...subjectOf(workItem), object: { case: row.caseId } };
        await auditStaff(tx, request, { ...event, act: 'look', approval: id }, 'staff.case');
      });
      return approvalOf(db, act, row, reader, { inFull: true, mayOpenCase: true });
    },

    decideApproval: async ({ params: { id }, body, language, request }) => {
      const employee = employeeOf(request);
      const reader = { employee, language, now: clock.now() };
      const { row, act, workItem } = await read(request, id, reader);
      const context = { actor: { id: employee.id }, subject: { id } };
      let after: (() => Promise<void>) | undefined;
      await idempotently({ context, body, request }, async (tx) => {
        const done = await decide(tx, row, { ...body, ...reader, act });
        after = done.after;
        await record.view(tx, workItem, employee);
        const event = { actor: employee.id, ...subjectOf(workItem), object: { approval: id } };
        const details = { act: body.decision, result: done.state, case: row.caseId, amount: row.amount };
        await auditStaff(tx, request, { ...event, ...details }, 'staff.approval');
        return null;
      });
      await after?.();
      const decided = (await store.find(id)) ?? row;
      return approvalOf(db, act, decided, reader, { inFull: true, mayOpenCase: true });
    },
  };
};
