import { documentMarks, documents, instalments, memos } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { type ErasureScope, ownRows, type PersonalData } from '../platform/personal-data.ts';

/** Documents to erase: each is deleted with the instalment, claim or policy that it is about. */
export const isGone = ({
  claimNotRetained,
  policyNotRetained,
  beforeRetainedAccounts,
}: ErasureScope) => sql`case
  when ${documents.instalmentId} is not null then exists (select from ${instalments} where ${instalments.customerId} = ${documents.customerId} and ${instalments.id} = ${documents.instalmentId} and not (${instalments.paidAt} is null and ${instalments.cancelledAt} is null) and ${beforeRetainedAccounts(instalments.dueDate)})
  when ${documents.claimId} is not null then ${claimNotRetained(documents.claimId)}
  when ${documents.policyId} is not null then ${policyNotRetained(documents.policyId)}
  when ${documents.kind} = 'memo' then false
  else ${beforeRetainedAccounts(documents.issuedOn)} end`;

/** Messages from the customer that belong to no policy, claim or instalment. */
export const isLooseMemo = sql`${documents.policyId} is null and ${documents.claimId} is null and ${documents.instalmentId} is null and ${documents.kind} = 'memo'`;

export const documentData: PersonalData = {
  holdings: [ownRows(documents.customerId), ownRows(documentMarks.customerId), ownRows(memos.customerId)],
  leftOut: { document_progress: 'nobodys', document_wordings: 'nobodys' },
  mentions: [{ column: memos.actorId, at: memos.writtenAt, by: 'id' }],
  // The archive renders the PDFs of documents itself: `find` would give only those that were opened.
  files: { columns: [documents.fileIs, documents.fileEn], find: async () => [] },
  erasure: (scope) => [
    { table: documents, where: scope.ownRows(documents.customerId, isLooseMemo), when: 'requested' },
    { table: documents, where: scope.ownRows(documents.customerId, isGone(scope)), when: 'always' },
  ],
};
