import { hash } from 'node:crypto';
import type { Upload } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { VisitContext } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { submissionTarget, type Uploads, uploadOf } from '../platform/uploads/uploads.ts';
import { targetOfVisit, type Visits } from '../platform/visits.ts';
import { invalidForm } from './form-values.ts';

/** Files that a visit uploaded for its form. */
export const createSubmissionFiles = ({ uploads, visits }: { uploads: Uploads; visits: Visits }) => {
  /** Files uploaded for a form. @throws Fault `validation` when one is missing, unfinished or refused */
  const find = async (tx: Db, visit: VisitContext | undefined, ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const { filed } = visit ? await visits.lock(tx, visit.subject.id) : { filed: null };
    if (filed) throw new Fault('duplicateSubmission');
    const attached = visit
      ? await uploads.store.listAttachedTo(visit.subject, targetOfVisit(visit.subject.id), tx)
      : [];
    const named: Upload[] = attached.map(uploadOf).filter(({ id }) => ids.includes(id));
    const reason =
      named.length < ids.length
        ? 'filesGone'
        : named.some(({ state }) => state === 'refused')
          ? 'filesRefused'
          : named.some(({ state }) => state === 'receiving')
            ? 'filesUnfinished'
            : undefined;
    if (reason) throw invalidForm({ path: 'files', reason });
    return named;
  };

  /** Attaches the files to the submission, and marks the visit as used. */
  const attach = async (
    tx: Db,
    { subject }: VisitContext,
    ids: readonly string[],
    { id, reference, sender }: { id: string; reference: string; sender: string },
  ): Promise<void> => {
    const target = { kind: submissionTarget, id };
    const changes = { ids, ownerId: id, sender };
    const moved = await uploads.store.moveTo(tx, subject, targetOfVisit(subject.id), target, changes);
    // A file was removed in the meantime.
    if (moved < ids.length) throw invalidForm({ path: 'files', reason: 'filesGone' });
    await visits.filed(tx, subject.id, { id, number: reference, said: hash('sha256', reference) });
  };

  return { find, attach };
};
