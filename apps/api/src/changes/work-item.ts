import { changeRequests, type Db, policies, products } from '@hofn/database';
import { and, eq } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { contactOf, type WorkItemKind } from '../platform/work-items.ts';

/** A customer's change request, as staff read it. */
export const changeWorkItem = (db: Db): WorkItemKind => ({
  describe: async ({ row: { matterId: id }, customer, reader }) => {
    if (!customer) return undefined;
    const [row] = await db
      .select({
        change: changeRequests,
        number: policies.number,
        name: pick(reader, products.nameIs, products.nameEn),
      })
      .from(changeRequests)
      .leftJoin(
        policies,
        and(eq(policies.customerId, changeRequests.customerId), eq(policies.id, changeRequests.policyId)),
      )
      .leftJoin(products, eq(products.id, policies.productId))
      .where(and(eq(changeRequests.customerId, customer.id), eq(changeRequests.id, id)));
    if (!row) return undefined;
    const { effectiveOn, premium, state, before, after, policyId } = row.change;
    const policy =
      policyId !== null && row.name !== null && row.number !== null
        ? { id: policyId, name: row.name, number: row.number }
        : null;
    return {
      matter: { kind: 'change', policy, effectiveOn, premium, state, before, after },
      ...contactOf(customer),
      files: [],
      messages: [],
    };
  },
});
