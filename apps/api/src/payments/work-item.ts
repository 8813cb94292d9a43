import type { CaseMatter } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { contactOf, matterIdOf, type WorkItemKind } from '../platform/work-items.ts';
import { type InstalmentRow, instalmentsPaidBy } from './account-store.ts';
import { totalOf } from './payments.ts';
import { createPaymentStore } from './store.ts';

const nameOf = ({ policy, sequence, sequenceOf }: InstalmentRow, language: Language): string => {
  const t = textsIn(language);
  const what = policy ? `${policy.name}, ${policy.number}` : t('payment|allPolicies');
  return `${what}: ${t('payment|instalment', { n: sequence, total: sequenceOf })}`;
};

/**
 * A payment that the card service has not answered for about a day, as staff read it (rule DESK-14). It is closed by the
 * answer alone: until then nobody knows whether the customer was charged.
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
        name: nameOf(instalment, reader),
        dueDate: instalment.dueDate,
        total: totalOf(instalment),
      })),
    };
    return { matter, ...contactOf(customer), files: [], messages: [] };
  },
  isUndecided: async (tx, row) => {
    const payment = await createPaymentStore(tx).payment({ id: row.customerId ?? '' }, matterIdOf(row));
    return payment?.state === 'started';
  },
});
