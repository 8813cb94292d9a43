import type { CoreFile } from '@hofn/contracts';
import { type Db, uploads } from '@hofn/database';
import { and, asc, eq } from 'drizzle-orm';
import { isoInstant } from '../../platform/instant.ts';
import { anyOf } from '../../platform/sql.ts';
import type { AttachmentTarget } from '../../platform/uploads/store.ts';

/** Kinds of things whose files have been sent to us for good; a draft's are still the sender's. */
const sentHolders = ['claim', 'claimNotice', 'memo', 'submission'];

/** Files that were sent with something, oldest first. @param ownerId a customer, or the id of what a visitor sent */
export const filesOf = async (tx: Db, ownerId: string, target: AttachmentTarget): Promise<CoreFile[]> => {
  const rows = await tx
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.ownerId, ownerId),
        eq(uploads.holder, target.kind),
        eq(uploads.holderId, target.id),
        eq(uploads.state, 'clean'),
      ),
    )
    .orderBy(asc(uploads.createdAt), asc(uploads.id));
  return rows.map(({ id, name, type, storedBytes, bytes, sender, createdAt }) => ({
    ...{ id, name, sender },
    type: type ?? 'application/octet-stream',
    bytes: storedBytes ?? bytes,
    addedAt: isoInstant(createdAt),
  }));
};

/** A file that was sent to us and has passed the checks; undefined if there is none. */
export const findSentFile = async (tx: Db, id: string) => {
  const [row] = await tx
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.state, 'clean'), anyOf(uploads.holder, sentHolders)));
  return row?.key ? { ...row, key: row.key } : undefined;
};
