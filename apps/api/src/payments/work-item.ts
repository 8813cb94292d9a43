import type { CaseMatter } from '@hofn/contracts';
import { approvals, type Db, refunds } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { contactOf, matterIdOf, type WorkItemKind } from '../platform/work-items.ts';
import { type InstalmentRow, instalmentsPaidBy } from './account-store.ts';
import { totalOf } from './payments.ts';
import { createPaymentStore } from './store.ts';

/** What an instalment is called: its policy, and which one of how many. */
export const instalmentName = (
  { policy, sequence, sequenceOf }: InstalmentRow,
  language: Language,
): string => {
  const t = textsIn(language);
  const what = policy ? `${policy.name}, ${policy.number}` : t('payment|allPolicies');
  return `${what}: ${t('payment|instalment', { n: sequence, total: sequenceOf })}`;
};

const hasOpenRefund = async (
  tx: Db,
  { customerId, id }: { customerId: string; id: string },
): Promise<boolean> =>
  (await tx.$count(
    refunds,
    and(eq(refunds.customerId, customerId), eq(refunds.paymentId, id), eq(refunds.state, 'ordered')),
  )) > 0;

const hasWaitingProposal = async (tx: Db, caseId: string): Promise<boolean> =>
  (await tx.$count(approvals, and(eq(approvals.caseId, caseId), eq(approvals.state, 'waiting')))) > 0;

/**
 * A payment that the card service has not answered for about a day, or whose refund was proposed, as staff read it (rules DESK-12 and
 * DESK-14). While an answer of the card service is missing it is closed by that alone: nobody knows whether money has moved.
 */
export const paymentWorkItem = (db: Db): WorkItemKind => ({
  describe: async ({ row, customer, reader }) => {
    const payment = customer && (await createPaymentStore(db).payment(customer, matterIdOf(row)));
    if (!payment) return undefined;
    const { id, createdAt, amount, card, state } = payment;
    const instalments = await instalmentsPaidBy(db, customer, id, reader);
    const matter: CaseMatter = {
      ...{ kind: 'payment', paymentId: id, startedAt: isoInstant(createdAt), amount, card, state },
      instalments: instalments.map((instalment) => ({
        id: instalment.id,
        name: instalmentName(instalment, reader),
        dueDate: instalment.dueDate,
        total: totalOf(instalment),
      })),
    };
    return { matter, ...contactOf(customer), files: [], messages: [] };
  },
  isUndecided: async (tx, row) => {
    const payment = await createPaymentStore(tx).payment({ id: row.customerId ?? '' }, matterIdOf(row));
    if (!payment || payment.state === 'started') return payment !== undefined;
    return (await hasOpenRefund(tx, payment)) || (await hasWaitingProposal(tx, row.id));
  },
});
