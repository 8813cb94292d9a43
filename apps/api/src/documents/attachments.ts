import type { Upload } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Customer } from '../platform/access.ts';
import { Fault } from '../platform/fault.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';

/** What the files of a memo are sent for, once it has been sent. */
export const memoHolder = (id: string) => ({ kind: 'memo', id });
/** The same of a memo that is being written, by the name that its sender gives it. */
export const memoDraftHolder = (draft: string) => ({ kind: 'memoDraft', id: draft });

/** As long as the files of a memo that is never sent are kept. */
const draftMs = 24 * 3_600_000;

/** Makes what belongs to the files of memos. */
export const createAttachments = ({ db, uploads }: { db: Db; uploads: Uploads }) => ({
  of: async (subject: Customer, id: string, from: Db = db): Promise<Upload[]> =>
    (await uploads.store.of(subject, memoHolder(id), from)).map(uploadOf),
  /**
   * Hands the files that were sent with a memo over to it, out of the draft that it was.
   * @throws Fault `validation` naming `files` when one has not come whole, was refused, or is not here any more
   */
  handOver: async (
    tx: Db,
    subject: Customer,
    draft: string,
    sent: readonly string[],
    id: string,
  ): Promise<void> => {
    const all = await uploads.store.of(subject, memoDraftHolder(draft), tx);
    const here = all.filter((file) => sent.includes(file.id));
    const unfinished = here.some(({ state }) => state === 'receiving' || state === 'refused');
    const gone = here.length < new Set(sent).size;
    const fields = [
      ...(unfinished ? [{ path: 'files', reason: 'filesUnfinished' }] : []),
      ...(gone ? [{ path: 'files', reason: 'filesGone' }] : []),
    ];
    if (fields.length > 0) throw new Fault('validation', { fields });
    const handed = await uploads.store.handOver(tx, subject, memoDraftHolder(draft), memoHolder(id), {
      ids: sent,
    });
    // One was taken back, or sent with another memo, in between.
    if (handed < here.length)
      throw new Fault('validation', { fields: [{ path: 'files', reason: 'filesGone' }] });
  },
});

/** Drops the files of memos that were not sent within a day. */
export const forgetMemoDrafts = ({
  uploads,
  now,
}: {
  uploads: Pick<Uploads, 'store'>;
  now: Date;
}): Promise<void> =>
  uploads.store.forgetHeld(memoDraftHolder('').kind, new Date(now.getTime() - draftMs).toISOString());
