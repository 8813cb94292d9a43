import type { uploadCalls } from '@hofn/contracts';
import { claimHolder } from '../claims/holders.ts';
import { memoHolder } from '../documents/attachments.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import type { Visits } from '../platform/visits.ts';

// What has been handed in is a paper of ours too; before that, or refused, it is the sender's to take back.
const handedIn = [claimHolder('').kind, memoHolder('').kind];

/** Files on their way. What they are for has calls of its own, which announce and list them. */
export const uploadHandlers = ({
  uploads,
  visits,
}: {
  uploads: Uploads;
  visits: Visits;
}): Handlers<typeof uploadCalls> => ({
  startVisit: ({ request }) => visits.start(request.ip),
  upload: async ({ params, context: { subject } }) => {
    const row = await uploads.store.one(subject, params.id);
    if (!row) throw new Fault('notFound');
    return uploadOf(row);
  },
  uploadPart: ({ params, query, body, context: { subject } }) =>
    uploads.receive(subject, params.id, query.offset, body),
  removeUpload: async ({ params, context: { subject } }) => {
    if (!(await uploads.store.takeBack(subject, params.id, handedIn))) throw new Fault('notFound');
    return null;
  },
});
