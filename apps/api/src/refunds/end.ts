import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant, formatMoney, type Language } from '@hofn/texts';
import type { RefundOutcome } from '../payments/cards.ts';
import { bookEntries } from '../payments/ledger.ts';
import { createPaymentStore } from '../payments/store.ts';
import { recordEvent } from '../platform/events.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { addStep } from '../work-items/history.ts';
import { closeWorkItem, openWorkItem } from '../work-items/open-work-item.ts';
import { createWorkItemStore } from '../work-items/store.ts';
import { faultText } from './fault-text.ts';
import { createRefundStore, type RefundRow } from './store.ts';

/** The texts of an account entry, in both languages. */
const booked = (card: string) => {
  const text = (language: Language) => textsIn(language)('payment|bookedRefund', { card });
  return { is: text('is'), en: text('en') };
};

/**
 * Creates what stores the answer of the card service about a refund, once however often it comes, with what follows from it: entry,
 * event, e-mail and the end of its case, or the reason in the case.
 */
export const createRefundEnd = ({
  db,
  clock,
  logger,
  mails,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  mails: Mails;
}) => {
  const store = createRefundStore(db);
  const payments = createPaymentStore(db);

  const bookRefund = async (tx: Db, row: RefundRow, at: Date): Promise<void> => {
    const { customerId, paymentId } = row;
    const found = await store.payment(customerId, paymentId, tx);
    if (!found) return;
    const { payment, customer } = found;
    const paid = await payments.paidBy(tx, customer, paymentId);
    const [policyId = null, ...others] = new Set(paid.map((instalment) => instalment.policyId));
    await bookEntries(tx, customer, dayOfInstant(at), [
      {
        ...{ id: `refund-${row.id}`, type: 'refund', amount: row.amount },
        ...{ policyId: others.length > 0 ? null : policyId, text: booked(payment.card) },
      },
    ]);
    await recordEvent(tx, 'payment.refunded', customerId, { paymentId, refundId: row.id });
    await closeWorkItem(tx, 'payment', paymentId, at);
    const recipient = await mails.onFile(tx, customer);
    if (recipient === null) return;
    const context = { actor: { id: customerId }, subject: { id: customerId } };
    const { language } = payment;
    await mails.write(tx, context, { kind: 'refundPaid', about: { refundId: row.id }, recipient, language });
  };

  /** The case stays open, or is opened again, and says why: its owner decides what comes instead (rule DESK-14). */
  const reportRefusal = async (tx: Db, row: RefundRow, fault: string | null, at: Date): Promise<void> => {
    const { customerId, paymentId: matterId } = row;
    const language = 'is';
    const item = { kind: 'payment', matterId, customerId, language, openedAt: at } as const;
    const caseId = await openWorkItem(tx, { ...item, reopenedAs: 'reopened' });
    await createWorkItemStore(tx).lockForUpdate(tx, caseId);
    const t = textsIn(language);
    const amount = formatMoney(language, row.amount);
    const text = t('refund|refusedNote', { amount, reason: faultText(fault, language) });
    const by = { at: at.toISOString(), employeeId: null, employeeName: null };
    await addStep(tx, caseId, { step: 'noted', text }, by);
  };

  return async (row: RefundRow, outcome: Exclude<RefundOutcome, { state: 'processing' }>): Promise<void> => {
    const at = clock.now();
    await db.transaction(async (tx) => {
      await payments.lockAccount(tx, { id: row.customerId });
      const reference = outcome.state === 'refunded' ? outcome.reference : null;
      const fault = outcome.state === 'refused' ? outcome.reason : null;
      const ending = { state: outcome.state, at: at.toISOString(), reference, fault };
      if (!(await store.end(tx, row, ending))) return;
      if (outcome.state === 'refunded') await bookRefund(tx, row, at);
      else await reportRefusal(tx, row, fault, at);
    });
    logger.info({ refund: row.id, payment: row.paymentId, state: outcome.state }, 'refund answered');
  };
};
