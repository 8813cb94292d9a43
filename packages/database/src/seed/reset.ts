import { eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { accessGrants } from '../schema/access.ts';
import { cases } from '../schema/cases.ts';
import { changeRequests, proposals } from '../schema/changes.ts';
import { claimDrafts, claims } from '../schema/claims.ts';
import { coreRecords, ownChanges } from '../schema/core.ts';
import { companyInvolvement, customers } from '../schema/customers.ts';
import { documents } from '../schema/documents.ts';
import { cardVerifications, popupsPutOff } from '../schema/payment-details.ts';
import { instalments, transactions } from '../schema/payments.ts';
import { policies } from '../schema/policies.ts';
import { privacyRequests } from '../schema/privacy.ts';
import { documentsToSign } from '../schema/signing.ts';
import { uploads } from '../schema/uploads.ts';

// Fields that nothing fills become empty again.
const emptyCustomer = Object.fromEntries(
  Object.entries(getTableColumns(customers))
    .filter(([, column]) => !column.notNull)
    .map(([name]) => [name, null]),
);

/**
 * Deletes what customers have, so that their facts can be loaded again as if for the first time. The customers stay:
 * credentials and grants that name them are not part of the demo's data.
 * @param options.ssns kennitalas of the customers
 * @param options.source whose facts they are
 */
export const resetCustomers = async (
  tx: Db,
  { ssns, source }: { ssns: readonly string[]; source: string },
): Promise<void> => {
  // Also the versions of what was erased, which belong to nobody any more.
  await tx.delete(coreRecords).where(eq(coreRecords.source, source));
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(inArray(customers.ssn, [...ssns]));
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of [
    cases,
    changeRequests,
    proposals,
    documentsToSign,
    documents,
    claimDrafts,
    claims,
    transactions,
    instalments,
    policies,
    companyInvolvement,
    accessGrants,
    cardVerifications,
    popupsPutOff,
    privacyRequests,
    ownChanges,
    coreRecords,
  ])
    await tx.delete(table).where(inArray(table.customerId, ids));
  await tx.delete(uploads).where(inArray(uploads.ownerId, ids));
  await tx.update(customers).set(emptyCustomer).where(inArray(customers.id, ids));
};

/** Whether the database has no customers: only then does a start load the demo. */
export const isEmpty = async (db: Db): Promise<boolean> =>
  (await db.select({ id: customers.id }).from(customers).limit(1)).length === 0;
