import type { uploadCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { claimHolder } from '../claims/filing.ts';
import { memoHolder } from '../documents/attachments.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import type { Visits } from '../platform/visits.ts';

// What cannot be taken back any more, whoever sent it.
const handedIn: ReadonlySet<string> = new Set([claimHolder('').kind, memoHolder('').kind]);

/** Files on their way. What they are for has calls of its own, which announce and list them. */
export const uploadHandlers = ({
  database,
  uploads,
  visits,
}: {
  database: Database;
  uploads: Uploads;
  visits: Visits;
}): Handlers<typeof uploadCalls> => ({
  startVisit: () => visits.start(),
  upload: async ({ params, context: { subject } }) => {
    const row = await uploads.store.one(subject, params.id);
    if (!row) throw new Fault('notFound');
    return uploadOf(row);
  },
  uploadPart: ({ params, query, body, context: { subject } }) =>
    uploads.receive(subject, params.id, query.offset, body),
  removeUpload: ({ params, context: { subject } }) =>
    database.db.transaction(async (tx) => {
      const row = await uploads.store.one(subject, params.id, tx);
      // What has been handed in is a paper of ours too; before that, or refused, it is the sender's to take back.
      if (!row || (handedIn.has(row.holder) && row.state !== 'refused' && row.state !== 'receiving'))
        throw new Fault('notFound');
      await uploads.store.remove(tx, subject, row.id);
      return null;
    }),
});
