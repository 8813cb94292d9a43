import { leftToRefund } from '@hofn/domain/refunds.ts';
import { dayOfInstant, formatDate, formatMoney } from '@hofn/texts';
import { createPaymentStore } from '../payments/store.ts';
import type { ApprovableAct, ApprovalRow } from '../platform/approvals.ts';
import { Fault } from '../platform/fault.ts';
import { textsIn } from '../platform/texts.ts';
import type { Services } from '../services.ts';
import { createRefundOrders } from './order.ts';
import { createRefundStore, versionOf } from './store.ts';

/** What is stored of a refund that is proposed. */
export type ProposedRefund = { paymentId: string; amount: number; reason: string };

const proposedIn = ({ payload }: ApprovalRow): ProposedRefund => payload as ProposedRefund;

/** A refund of a card payment, which always needs a second person, whatever the authority of the first (rule DESK-12). */
export const approvableRefund = (services: Services): ApprovableAct => {
  const store = createRefundStore(services.db);
  const orders = createRefundOrders(services);
  return {
    act: 'payment.refund',
    lock: (tx, { customerId }) => createPaymentStore(tx).lockAccount(tx, { id: customerId }),
    currentVersion: async (tx, row) => {
      const { paymentId } = proposedIn(row);
      const found = await store.payment(row.customerId, paymentId, tx);
      return found ? versionOf(await store.ofPayment(row.customerId, paymentId, tx)) : null;
    },
    isStillValid: async (tx, row) => {
      const { paymentId, amount } = proposedIn(row);
      const found = await store.payment(row.customerId, paymentId, tx);
      if (!found) return false;
      const left = leftToRefund(found.payment, await store.ofPayment(row.customerId, paymentId, tx));
      return amount === row.amount && amount <= left;
    },
    carryOut: async (tx, row, approver) => {
      const { paymentId, amount, reason } = proposedIn(row);
      const { id, customerId, proposedBy, proposedByName } = row;
      const others = await store.ofPayment(customerId, paymentId, tx);
      if (others.some(({ state }) => state === 'ordered')) throw new Fault('refundPending');
      await orders.add(tx, {
        // The proposal is carried out once, so its id is the key under which the card service refunds.
        ...{ id, customerId, paymentId, amount, reason, proposedBy, proposedByName },
        ...{ approvedBy: approver.id, approvedByName: approver.name },
        orderedAt: services.clock.now().toISOString(),
      });
      return { after: () => orders.perform({ customerId, id }) };
    },
    // The reason is the proposer's note, which every proposal shows.
    describe: async (tx, row, language) => {
      const { paymentId } = proposedIn(row);
      const t = textsIn(language);
      const found = await store.payment(row.customerId, paymentId, tx);
      if (!found) return { title: t('refund|title', { name: '' }), lines: [] };
      const { customer, payment } = found;
      const left = leftToRefund(payment, await store.ofPayment(row.customerId, paymentId, tx));
      const date = formatDate(language, dayOfInstant(new Date(payment.createdAt)));
      const paid = { amount: formatMoney(language, payment.amount), date, card: payment.card };
      return {
        title: t('refund|title', { name: customer.fullName }),
        lines: [
          { label: t('refund|paid'), value: t('refund|paidOn', paid) },
          { label: t('refund|left'), value: formatMoney(language, left) },
        ],
      };
    },
  };
};
