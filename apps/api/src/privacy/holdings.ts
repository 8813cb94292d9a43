import {
  accessGrants,
  actingChoices,
  cardVerifications,
  caseAnswers,
  caseEvents,
  cases,
  changeRequests,
  chatMessages,
  chats,
  chatTranscripts,
  claimDrafts,
  claimEvents,
  claimMessages,
  claimNotices,
  claimPayments,
  claims,
  communicationChoices,
  companyInvolvement,
  credentials,
  customers,
  documentMarks,
  documents,
  documentsToSign,
  instalments,
  mails,
  memos,
  oidcRecords,
  passkeys,
  payments,
  policies,
  policyCovers,
  policyFigures,
  policyItems,
  popupsPutOff,
  premiumParts,
  privacyRequests,
  proposals,
  signedDocuments,
  signingTransactions,
  staffReads,
  staffViews,
  transactions,
  travelChecks,
  uploads,
} from '@hofn/database';
import type { archiveTables } from '@hofn/texts/catalogue/is/archive.ts';
import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';

/** Rows that are of a person: those whose `of` holds. Columns in `without` are secrets and no data of theirs. */
export type Holding = { table: PgTable; of: (id: string) => SQL; without?: readonly string[] };

const own = (column: PgColumn, without?: readonly string[]): Holding => ({
  table: column.table as PgTable,
  of: (id) => sql`${column} = ${id}`,
  ...(without && { without }),
});

/** Rows of something that is the person's: `column` names it. */
const under = (column: PgColumn, parent: PgTable): Holding => ({
  table: column.table as PgTable,
  of: (id) => sql`${column} in (select parent.id from ${parent} as parent where parent.customer_id = ${id})`,
});

/**
 * Every table that has something of a person, and which of its rows those are. A table that stands neither here nor in
 * `leftOut` fails a test, so that no new one is forgotten by the archive (rule DATA-3a).
 */
export const holdings: readonly Holding[] = [
  own(customers.id, ['card_token']),
  own(companyInvolvement.customerId),
  {
    table: accessGrants,
    of: (id) => sql`${accessGrants.customerId} = ${id} or ${accessGrants.holderId} = ${id}`,
  },
  {
    table: actingChoices,
    of: (id) => sql`${actingChoices.actorId} = ${id} or ${actingChoices.subjectId} = ${id}`,
    without: ['session'],
  },
  own(policies.customerId),
  own(policyItems.customerId),
  own(policyCovers.customerId),
  own(premiumParts.customerId),
  own(policyFigures.customerId),
  own(proposals.customerId),
  own(changeRequests.customerId),
  own(travelChecks.customerId),
  own(claims.customerId),
  own(claimEvents.customerId),
  own(claimPayments.customerId),
  own(claimMessages.customerId),
  own(claimDrafts.customerId),
  own(claimNotices.customerId),
  own(instalments.customerId),
  own(payments.customerId, ['card_token']),
  own(transactions.customerId),
  own(documents.customerId),
  own(documentMarks.customerId),
  own(memos.customerId),
  own(documentsToSign.customerId),
  own(signedDocuments.customerId),
  own(signingTransactions.customerId, ['reference', 'session']),
  own(uploads.ownerId),
  own(mails.customerId),
  own(chats.customerId, ['session_hash']),
  under(chatMessages.chatId, chats),
  under(chatTranscripts.chatId, chats),
  own(cases.customerId),
  under(caseEvents.caseId, cases),
  under(caseAnswers.caseId, cases),
  own(cardVerifications.customerId),
  own(popupsPutOff.customerId),
  own(communicationChoices.customerId),
  own(credentials.customerId, ['password_hash']),
  own(passkeys.customerId, ['public_key', 'counter']),
  {
    table: oidcRecords,
    of: (id) => sql`(${oidcRecords.payload} ->> 'accountId') = ${id}`,
    without: ['id', 'payload', 'grant_id', 'uid'],
  },
  own(staffViews.customerId),
  own(staffReads.customerId),
  own(privacyRequests.customerId),
];

/** Why a table is not in the archive: a text of the same name tells the customer. */
export type WhyLeftOut = 'nobodys' | 'staff' | 'unproved' | 'hashed' | 'passing' | 'asFiles';

/** Tables with nothing of a customer that we could know to be theirs. */
export const leftOut: Readonly<Record<string, WhyLeftOut>> = {
  content_audit: 'staff',
  content_documents: 'nobodys',
  content_drafts: 'nobodys',
  content_masters: 'nobodys',
  content_published: 'nobodys',
  content_releases: 'nobodys',
  content_versions: 'nobodys',
  document_progress: 'nobodys',
  document_wordings: 'nobodys',
  item_fact_types: 'nobodys',
  outbound_clicks: 'nobodys',
  premium_part_types: 'nobodys',
  product_covers: 'nobodys',
  products: 'nobodys',
  schema_migrations: 'nobodys',
  tariffs: 'nobodys',
  terms: 'nobodys',
  identity_keys: 'nobodys',
  employees: 'staff',
  chat_agents: 'staff',
  // Whoever typed the name, kennitala or address may have been another.
  submissions: 'unproved',
  prevention_subscribers: 'unproved',
  price_offers: 'unproved',
  visits: 'unproved',
  sign_in_attempts: 'hashed',
  call_counts: 'hashed',
  idempotency_keys: 'passing',
  upload_parts: 'passing',
  contents_leaving: 'passing',
  contents: 'asFiles',
};

/**
 * Columns of others' rows that say what a person did, or who they are to another. The rows are the others'; the archive
 * says how many there are and of when.
 */
export const mentions: ReadonlyArray<{ column: PgColumn; at?: PgColumn; by: 'id' | 'ssn' }> = [
  { column: accessGrants.givenBy, at: accessGrants.givenAt, by: 'id' },
  { column: accessGrants.endedBy, at: accessGrants.endedAt, by: 'id' },
  { column: changeRequests.actorId, at: changeRequests.createdAt, by: 'id' },
  { column: communicationChoices.actorId, at: communicationChoices.chosenAt, by: 'id' },
  { column: customers.spouseSsn, by: 'ssn' },
  { column: mails.actorId, at: mails.createdAt, by: 'id' },
  { column: memos.actorId, at: memos.writtenAt, by: 'id' },
  { column: payments.actorId, at: payments.createdAt, by: 'id' },
  { column: proposals.answeredBy, at: proposals.answeredAt, by: 'id' },
  { column: signedDocuments.actorId, at: signedDocuments.signedAt, by: 'id' },
  { column: signedDocuments.signerSsn, at: signedDocuments.signedAt, by: 'ssn' },
  { column: signingTransactions.actorId, at: signingTransactions.startedAt, by: 'id' },
];

/** A table of the archive, by its name in the database; its name for readers stands under the same key. */
export type TableName = keyof typeof archiveTables.archiveTable;

/** The name of a table in the database, which its file in the archive has too. */
export const nameOf = (table: PgTable): TableName => getTableConfig(table).name as TableName;

/** The columns that tell the rows of a table apart, in order. */
export const keyOf = (table: PgTable): PgColumn[] => {
  const { primaryKeys, columns } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
};
