import type { CardPayment } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { leftToRefund } from '@hofn/domain/refunds.ts';
import type { Language } from '@hofn/texts';
import { instalmentsPaidBy } from '../payments/account-store.ts';
import { totalOf } from '../payments/payments.ts';
import { instalmentName } from '../payments/work-item.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { isoInstant } from '../platform/instant.ts';
import { faultText } from './fault-text.ts';
import { createRefundStore, type RefundRow } from './store.ts';

const refundOf = (row: RefundRow, language: Language): CardPayment['refunds'][number] => ({
  ...{ id: row.id, state: row.state, amount: row.amount, reason: row.reason, reference: row.reference },
  ...{ proposedBy: row.proposedByName, approvedBy: row.approvedByName },
  orderedAt: isoInstant(row.orderedAt),
  settledAt: row.settledAt === null ? null : isoInstant(row.settledAt),
  fault: row.state === 'refused' ? faultText(row.fault, language) : null,
});

/** A card payment with its refunds and the proposal that waits; undefined when there is none. */
export const readCardPayment = async (
  db: Db,
  { customer: customerId, id }: { customer: string; id: string },
  { employee, language }: { employee: StaffMember; language: Language },
): Promise<CardPayment | undefined> => {
  const store = createRefundStore(db);
  const found = await store.payment(customerId, id);
  if (!found) return undefined;
  const { payment, customer } = found;
  const { state, amount, card, reference, createdAt, settledAt } = payment;
  const [rows, workItem, balance] = await Promise.all([
    store.ofPayment(customerId, id),
    store.caseOf(id),
    store.balance(customerId),
  ]);
  const waiting = workItem && (await store.waitingIn(workItem.id));
  const instalments = await instalmentsPaidBy(db, customer, id, language);
  return {
    ...{ id, state, amount, card, reference },
    customer: { id: customerId, name: customer.fullName, ssn: customer.ssn },
    startedAt: isoInstant(createdAt),
    settledAt: settledAt === null ? null : isoInstant(settledAt),
    instalments: instalments.map((row) => ({
      ...{ id: row.id, name: instalmentName(row, language), dueDate: row.dueDate, total: totalOf(row) },
    })),
    left: leftToRefund(payment, rows),
    balance,
    refunds: rows.map((row) => refundOf(row, language)),
    waiting: waiting
      ? {
          ...{ id: waiting.id, amount: waiting.amount, by: waiting.proposedByName },
          ...{ at: isoInstant(waiting.proposedAt), own: waiting.proposedBy === employee.id },
        }
      : null,
    case: workItem?.id ?? null,
  };
};
