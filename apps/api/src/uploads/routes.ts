import type { uploadCalls } from '@hofn/contracts';
import { claimHolder } from '../claims/holders.ts';
import { memoHolder } from '../documents/attachments.ts';
import { Fault } from '../platform/fault.ts';
import type { Handlers } from '../platform/registrar.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import type { Visits } from '../platform/visits.ts';

// A submitted file is our record too; before that, or when refused, its sender may withdraw it.
const submittedKinds = [claimHolder('').kind, memoHolder('').kind];

/** Files being uploaded. The features they belong to have their own calls to announce and list them. */
export const uploadHandlers = ({
  uploads,
  visits,
}: {
  uploads: Uploads;
  visits: Visits;
}): Handlers<typeof uploadCalls> => ({
  startVisit: ({ request }) => visits.start(request.ip),
  upload: async ({ params, context: { subject } }) => {
    const row = await uploads.store.find(subject, params.id);
    if (!row) throw new Fault('notFound');
    return uploadOf(row);
  },
  uploadPart: ({ params, query, body, context: { subject } }) =>
    uploads.receive(subject, params.id, query.offset, body),
  removeUpload: async ({ params, context: { subject } }) => {
    if (!(await uploads.store.withdraw(subject, params.id, submittedKinds))) throw new Fault('notFound');
    return null;
  },
});
