import { type Db, type IssuedDocument, issueDocumentsOf } from '@hofn/database';
import { recordEvents } from '../platform/events.ts';

/** Records documents that were just issued in the transaction `tx`, for other systems (rule CORE-7). */
export const recordIssued = (tx: Db, documents: readonly IssuedDocument[]): Promise<void> =>
  recordEvents(
    tx,
    documents.map(({ customerId: subject, id: documentId, kind }) => ({
      name: 'document.issued',
      subject,
      data: { documentId, kind },
    })),
  );

/**
 * Issues the documents of these customers that are due, in the transaction that changed what they are about, so that the
 * customers need not wait for the nightly job. Overviews and statements of periods wait for it.
 * @param options.today `YYYY-MM-DD`
 */
export const issueDocumentsNow = async (
  tx: Db,
  options: { today: string; customerIds: readonly string[] },
): Promise<void> => recordIssued(tx, await issueDocumentsOf(tx, { ...options, periodic: false }));
