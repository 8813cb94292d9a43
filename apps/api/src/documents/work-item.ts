import { type Db, documents, memos } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { contactOf, type WorkItemKind } from '../platform/work-items.ts';
import { createCasePolicies } from '../policies/case-policies.ts';
import { memoHolder } from './attachments.ts';

/** A message from a customer, as staff read it. */
export const memoWorkItem = ({ db, clock }: { db: Db; clock: Clock }): WorkItemKind => {
  const casePolicies = createCasePolicies(db);
  return {
    describe: async ({ row: { matterId: id }, customer, reader }) => {
      if (!customer) return undefined;
      const [memo] = await db
        .select({ text: memos.text, policyId: documents.policyId })
        .from(memos)
        .innerJoin(documents, and(eq(documents.customerId, memos.customerId), eq(documents.id, memos.id)))
        .where(and(eq(memos.customerId, customer.id), eq(memos.id, id)));
      if (!memo) return undefined;
      const today = dayOfInstant(clock.now());
      const policy = await casePolicies.find(customer, memo.policyId, { language: reader, today });
      return {
        matter: { kind: 'memo', documentId: id, text: memo.text, policy },
        ...contactOf(customer),
        files: [{ owner: { id: customer.id }, holder: memoHolder(id) }],
        messages: [],
      };
    },
  };
};
