import {
  changeRequests,
  contents,
  coreImportParts,
  customers,
  type Db,
  documents,
  documentsToSign,
  privacyRequests,
  purchases,
  signedDocuments,
  uploads,
} from '@hofn/database';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Every column that refers to a content, with the column of its row's owner. A test checks completeness against the
 * foreign keys of `contents`.
 */
const references: ReadonlyArray<{ column: PgColumn; owner: PgColumn }> = [
  { column: uploads.key, owner: uploads.ownerId },
  { column: documents.fileIs, owner: documents.customerId },
  { column: documents.fileEn, owner: documents.customerId },
  { column: documentsToSign.fileIs, owner: documentsToSign.customerId },
  { column: documentsToSign.fileEn, owner: documentsToSign.customerId },
  { column: signedDocuments.file, owner: signedDocuments.customerId },
  { column: changeRequests.ipid, owner: changeRequests.customerId },
  { column: purchases.ipid, owner: purchases.customerId },
  { column: customers.profilePicture, owner: customers.id },
  { column: coreImportParts.file, owner: coreImportParts.importId },
  { column: privacyRequests.file, owner: privacyRequests.customerId },
];
export const referencingColumns: readonly PgColumn[] = references.map(({ column }) => column);

/**
 * Makes the collection check a customer's contents in the next nights, however old they are: for rows that are about
 * to be erased.
 */
export const recheckContentsOf = async (tx: Db, customerId: string, now: Date): Promise<void> => {
  const keys = references.map(
    ({ column, owner }) =>
      sql`select ${column} from ${column.table} where ${owner} = ${customerId} and ${column} is not null`,
  );
  await tx
    .update(contents)
    .set({ putAt: now.toISOString() })
    .where(sql`${contents.key} in (${sql.join(keys, sql` union `)})`);
};

/** Conditions under which no row refers to a content. */
export const isUnreferenced = (): SQL[] =>
  referencingColumns.map(
    (column) => sql`not exists (select from ${column.table} where ${column} = ${contents.key})`,
  );
