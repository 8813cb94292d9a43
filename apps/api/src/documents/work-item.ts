import { type Db, memos } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import { contactOf, type WorkItemKind } from '../platform/work-items.ts';
import { memoHolder } from './attachments.ts';

/** A message from a customer, as staff read it. */
export const memoWorkItem = (db: Db): WorkItemKind => ({
  describe: async ({ row: { matterId: id }, customer }) => {
    if (!customer) return undefined;
    const [memo] = await db
      .select({ text: memos.text })
      .from(memos)
      .where(and(eq(memos.customerId, customer.id), eq(memos.id, id)));
    if (!memo) return undefined;
    return {
      matter: { kind: 'memo', documentId: id, text: memo.text },
      ...contactOf(customer),
      files: [{ owner: { id: customer.id }, holder: memoHolder(id) }],
      messages: [],
    };
  },
});
