import type { CardPayment, refundCalls } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { leftToRefund } from '@hofn/domain/refunds.ts';
import { formatMoney, type Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { propose } from '../authority/propose.ts';
import { createPaymentStore } from '../payments/store.ts';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createViewStore } from '../views/store.ts';
import { addEvent } from '../work-items/history.ts';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { createWorkItemStore } from '../work-items/store.ts';
import { takeForAct } from '../work-items/take-for-act.ts';
import type { ProposedRefund } from './approvable.ts';
import { readCardPayment } from './reading.ts';
import { createRefundStore, versionOf } from './store.ts';

type Asked = { customer: string; id: string };

/** The case of a payment, which becomes the proposer's. @throws Fault `caseTaken` naming a colleague who has it */
const openOwnCase = async (
  tx: Db,
  { customer: customerId, id: matterId }: Asked,
  { employee, language, now }: { employee: StaffMember; language: Language; now: Date },
): Promise<string> => {
  const before = await createRefundStore(tx).caseOf(matterId, tx);
  if (before?.state === 'open') {
    await takeForAct(tx, before.id, employee, now);
    return before.id;
  }
  const caseId = await openWorkItem(tx, { kind: 'payment', matterId, customerId, language, openedAt: now });
  const store = createWorkItemStore(tx);
  await store.lockForUpdate(tx, caseId);
  await store.change(tx, caseId, { assigneeId: employee.id, assigneeName: employee.name });
  const by = { employeeId: employee.id, employeeName: employee.name };
  await addEvent(tx, caseId, { kind: 'assigned', at: now.toISOString(), ...by });
  return caseId;
};

/** Refunds of card payments, by two people (rule DESK-12). */
export const refundHandlers = ({
  db,
  clock,
  idempotently,
}: {
  db: Db;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof refundCalls> => {
  const store = createRefundStore(db);
  const views = createViewStore(db);

  /** Hides payments of customers with whom the employee has a conflict of interest (rule ROLE-4). @throws Fault `notFound` */
  const checkConflict = async (request: FastifyRequest, { customer }: Asked): Promise<StaffMember> => {
    const employee = employeeOf(request);
    if (!employee.conflicts.customers.includes(customer)) return employee;
    await auditStaff(
      db,
      request,
      { actor: employee.id, subject: customer, act: 'cardPayment' },
      'staff.conflict',
    );
    throw new Fault('notFound');
  };

  const answer = async (
    asked: Asked,
    reader: { employee: StaffMember; language: Language },
  ): Promise<CardPayment> => {
    const found = await readCardPayment(db, asked, reader);
    if (!found) throw new Fault('notFound');
    return found;
  };

  return {
    cardPayment: async ({ params, language, request }) => {
      const employee = await checkConflict(request, params);
      const found = await answer(params, { employee, language });
      const { customer: subject, id } = params;
      await db.transaction(async (tx) => {
        await views.recordMomentaryView(tx, employee, subject, {
          ...{ reason: 'service', call: 'cardPayment', target: id, at: clock.now().toISOString() },
        });
        const event = { actor: employee.id, subject, object: { payment: id } };
        await auditStaff(tx, request, event, 'finance.cardPayment');
      });
      return found;
    },

    proposeRefund: async ({ params, body, language, request }) => {
      const employee = await checkConflict(request, params);
      const { customer: customerId, id: paymentId } = params;
      const { amount, reason } = body;
      const context = { actor: { id: employee.id }, subject: { id: customerId } };
      await idempotently({ context, body, request }, async (tx) => {
        await createPaymentStore(tx).lockAccount(tx, { id: customerId });
        const found = await store.payment(customerId, paymentId, tx);
        if (!found) throw new Fault('notFound');
        const refunds = await store.ofPayment(customerId, paymentId, tx);
        if (refunds.some(({ state }) => state === 'ordered')) throw new Fault('refundPending');
        const left = leftToRefund(found.payment, refunds);
        if (amount > left) {
          const params = { amount: formatMoney(language, left) };
          throw new Fault('validation', { fields: [{ path: 'amount', reason: 'aboveRefundable', params }] });
        }
        const now = clock.now();
        const caseId = await openOwnCase(tx, params, { employee, language, now });
        const proposal = await propose(tx, {
          ...{ act: 'payment.refund', line: null, amount, customerId, claimId: null, caseId },
          payload: { paymentId, amount, reason } satisfies ProposedRefund,
          ...{ subjectVersion: versionOf(refunds), employee, language, now, note: reason },
        });
        const event = { actor: employee.id, subject: customerId, object: { payment: paymentId } };
        await auditStaff(tx, request, { ...event, amount, approval: proposal.id }, 'finance.refund');
        return null;
      });
      return answer(params, { employee, language });
    },
  };
};
