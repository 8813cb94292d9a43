import type { CaseMatter } from '@hofn/contracts';
import { type Db, mails } from '@hofn/database';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { isoInstantOrNull } from '../platform/instant.ts';
import { contactOf, type WorkItemKind } from '../platform/work-items.ts';

/** The latest e-mails that a case lists. */
const most = 20;

/**
 * The e-mails to a customer that a mail server has refused, as staff read them (rule DESK-14): one case for each customer, since one
 * address is mostly at fault for all. Staff reach the customer in another way, and say so in the note of closing.
 */
export const undeliveredWorkItem = (db: Db): WorkItemKind => ({
  describe: async ({ customer }) => {
    if (!customer) return undefined;
    const rows = await db
      .select()
      .from(mails)
      .where(and(eq(mails.customerId, customer.id), isNotNull(mails.failedAt)))
      .orderBy(desc(mails.createdAt))
      .limit(most);
    const matter: CaseMatter = {
      kind: 'mail',
      mails: rows.map(({ id, subject, recipient, failedAt, fault }) => ({
        ...{ id, subject, recipient, fault: fault ?? '' },
        failedAt: isoInstantOrNull(failedAt) ?? '',
      })),
    };
    return { matter, ...contactOf(customer), files: [], messages: [] };
  },
  closesWithNote: async () => true,
});
