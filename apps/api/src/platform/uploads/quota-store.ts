import { type Db, uploads, visits } from '@hofn/database';
import { and, eq, gte, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Owner } from '../authorization.ts';
import type { AttachmentTarget } from './store.ts';

/** What has been announced and received, counted against the limits of rule FORM-8. */
export const uploadQuotaStore = {
  /** Locks announcements by this owner, or by all visitors, until the transaction ends. */
  lockAnnouncements: async (tx: Db, owner: Owner | 'visitors'): Promise<void> => {
    const name = `uploads ${owner === 'visitors' ? owner : owner.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  },
  /**
   * What an owner has announced: for one thing since an instant, for everything since then, and what has not passed its
   * check yet, however old.
   */
  announcedTotals: async (tx: Db, owner: Owner, holder: AttachmentTarget, since: string) => {
    const recent = sql`${uploads.createdAt} >= ${since}::timestamptz and ${uploads.state} <> 'refused'`;
    const here = sql`${recent} and ${uploads.holder} = ${holder.kind} and ${uploads.holderId} = ${holder.id}`;
    const bytes = (which: SQL) =>
      sql<string>`coalesce(sum(${uploads.bytes}) filter (where ${which}), 0)`.mapWith(Number);
    const [row] = await tx
      .select({
        files: sql<number>`(count(*) filter (where ${here}))::int`,
        bytes: bytes(here),
        dayBytes: bytes(recent),
        waitingBytes: bytes(sql`${uploads.state} in ('receiving', 'checking')`),
      })
      .from(uploads)
      .where(eq(uploads.ownerId, owner.id));
    return row ?? { files: 0, bytes: 0, dayBytes: 0, waitingBytes: 0 };
  },
  /**
   * Bytes received since an instant from visitors, and those announced since another that may still arrive: announcing
   * without sending does not block others for long.
   * @param holders kinds of things that visitors attach files to
   */
  anonymousUploadBytes: async (
    tx: Db,
    holders: readonly string[],
    { since, announcedSince }: { since: string; announcedSince: string },
  ): Promise<number> => {
    const counted = sql`case when ${uploads.state} = 'receiving' and ${uploads.createdAt} < ${announcedSince}::timestamptz then ${uploads.received} else ${uploads.bytes} end`;
    const [row] = await tx
      .select({ bytes: sql<string>`coalesce(sum(${counted}), 0)` })
      .from(uploads)
      .where(
        and(
          gte(uploads.createdAt, since),
          inArray(uploads.holder, [...holders]),
          ne(uploads.state, 'refused'),
        ),
      );
    return Number(row?.bytes ?? 0);
  },
  /**
   * Bytes announced since an instant by visitors from the same address as this visit, whatever became of the files
   * (rule HOLD-13).
   */
  addressBytes: async (tx: Db, visit: Owner, since: string): Promise<number> => {
    const address = tx.select({ address: visits.address }).from(visits).where(eq(visits.id, visit.id));
    const [row] = await tx
      .select({ bytes: sql<string>`coalesce(sum(${visits.announcedBytes}), 0)` })
      .from(visits)
      .where(and(eq(visits.address, address), gte(visits.startedAt, since)));
    return Number(row?.bytes ?? 0);
  },
  addAnnouncedBytes: async (tx: Db, visit: Owner, bytes: number): Promise<void> => {
    await tx
      .update(visits)
      // Capped at the column's maximum, two gigabytes.
      .set({ announcedBytes: sql`least(${visits.announcedBytes}::bigint + ${bytes}, 2147483647)` })
      .where(eq(visits.id, visit.id));
  },
};
