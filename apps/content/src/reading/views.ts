import type { Db } from '@hofn/database';
import { contentMasters, contentReleases } from '@hofn/database/schema/content.ts';
import type { Clock } from '@hofn/domain';
import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

/**
 * The content as one reference shows it: the state that was public as `master`, with the drafts of `release` over it.
 * Without a release nothing in it ever changes.
 */
export type View = { ref: string; master: number; release: string | null };

/** The state that the public reads. */
export type Head = { number: number; ref: string };

/** A reference that shows nothing: never heard of, or from too long ago. `masterRef` is the one to go on with. */
export class RefFault extends Error {
  override name = 'RefFault';
  readonly status: 404 | 410;
  readonly masterRef: string;

  constructor(status: 404 | 410, masterRef: string) {
    super(status === 404 ? 'Ref not found' : 'Ref has expired');
    this.status = status;
    this.masterRef = masterRef;
  }
}

/** How long references hold: a master after the next one was published, a release after its last draft. */
export type RefLife = { oldMasterHours: number; releaseDays: number };

const hour = 3_600_000;

export type Views = ReturnType<typeof createViews>;

/** Finds what a reference shows. */
export const createViews = (db: Db, clock: Clock, life: RefLife) => {
  const next = alias(contentMasters, 'next');

  const head = async (): Promise<Head> => {
    const [row] = await db
      .select({ number: contentMasters.number, ref: contentMasters.ref })
      .from(contentMasters)
      .orderBy(desc(contentMasters.number))
      .limit(1);
    if (!row) throw new Error('content_masters is empty, which its migration does not leave it');
    return row;
  };

  const isPast = (since: Date, hours: number) => clock.now().getTime() - since.getTime() > hours * hour;

  return {
    head,

    /**
     * What a reference shows; without one, what the public reads now.
     * @throws RefFault
     */
    async find(ref: string | undefined): Promise<{ view: View; head: Head }> {
      const current = await head();
      if (ref === undefined || ref === current.ref) {
        return { view: { ref: current.ref, master: current.number, release: null }, head: current };
      }
      const [old] = await db
        .select({ number: contentMasters.number, endedAt: next.publishedAt })
        .from(contentMasters)
        .innerJoin(next, eq(next.number, sql`${contentMasters.number} + 1`))
        .where(eq(contentMasters.ref, ref));
      if (old) {
        if (isPast(old.endedAt, life.oldMasterHours)) throw new RefFault(410, current.ref);
        return { view: { ref, master: old.number, release: null }, head: current };
      }
      const [release] = await db.select().from(contentReleases).where(eq(contentReleases.ref, ref));
      if (!release) throw new RefFault(404, current.ref);
      const closed = release.publishedAs !== null || release.discardedAt !== null;
      if (closed || isPast(release.changedAt, life.releaseDays * 24)) throw new RefFault(410, current.ref);
      return { view: { ref, master: current.number, release: release.id }, head: current };
    },
  };
};
