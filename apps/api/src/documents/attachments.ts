import type { Upload } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { type Uploads, uploadOf } from '../platform/uploads/uploads.ts';

/** Files of a message that was sent. */
export const memoHolder = (id: string) => ({ kind: 'memo', id });
/** Files of a message before it is sent, by the draft id that the page chose. */
export const memoDraftHolder = (draft: string) => ({ kind: 'memoDraft', id: draft });

/** Files of a message that is never sent are deleted after this time. */
const draftMs = 24 * 3_600_000;

/** Files of messages. */
export const createAttachments = ({ db, uploads }: { db: Db; uploads: Uploads }) => ({
  of: async (subject: Customer, id: string, from: Db = db): Promise<Upload[]> =>
    (await uploads.store.listAttachedTo(subject, memoHolder(id), from)).map(uploadOf),
  /**
   * Attaches the files of a draft to the message that was sent.
   * @throws Fault `validation` naming `files` when one is unfinished, refused or missing
   */
  handOver: async (
    tx: Db,
    subject: Customer,
    draft: string,
    sent: readonly string[],
    id: string,
  ): Promise<void> => {
    const all = await uploads.store.listAttachedTo(subject, memoDraftHolder(draft), tx);
    const uploaded = all.filter((file) => sent.includes(file.id));
    const areUnfinished = uploaded.some(({ state }) => state === 'receiving' || state === 'refused');
    const areMissing = uploaded.length < new Set(sent).size;
    const fields = [
      ...(areUnfinished ? [{ path: 'files', reason: 'filesUnfinished' }] : []),
      ...(areMissing ? [{ path: 'files', reason: 'filesGone' }] : []),
    ];
    if (fields.length > 0) throw new Fault('validation', { fields });
    const attachedCount = await uploads.store.moveTo(tx, subject, memoDraftHolder(draft), memoHolder(id), {
      ids: sent,
    });
    // A file was removed, or sent with another message, meanwhile.
    if (attachedCount < uploaded.length)
      throw new Fault('validation', { fields: [{ path: 'files', reason: 'filesGone' }] });
  },
});

/** Deletes the files of messages that were not sent within a day. */
export const forgetMemoDrafts = ({
  uploads,
  now,
}: {
  uploads: Pick<Uploads, 'store'>;
  now: Date;
}): Promise<void> =>
  uploads.store.deleteOlderThan(memoDraftHolder('').kind, new Date(now.getTime() - draftMs).toISOString());
