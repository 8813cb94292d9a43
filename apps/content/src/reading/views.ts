import type { Db } from '@hofn/database';
import { contentMasters, contentReleases } from '@hofn/database/schema/content.ts';
import type { Clock } from '@hofn/domain';
import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

/**
 * The content behind one reference: the state published as `master`, overlaid with the drafts of `release`. Without a
 * release it is immutable.
 */
export type View = { ref: string; master: number; release: string | null };

/** The newest published state. */
export type Head = { number: number; ref: string };

/** An unknown (404) or expired (410) reference. `masterRef` is the current one. */
export class RefError extends Error {
  override name = 'RefError';
  readonly status: 404 | 410;
  readonly masterRef: string;

  constructor(status: 404 | 410, masterRef: string) {
    super(status === 404 ? 'Ref not found' : 'Ref has expired');
    this.status = status;
    this.masterRef = masterRef;
  }
}

/** Lifetimes of references: of a master after the next one is published, of a release after its last draft. */
export type RefLifetimes = { oldMasterHours: number; releaseDays: number };

const hour = 3_600_000;

export type Views = ReturnType<typeof createViews>;

/** Resolves references to views. */
export const createViews = (db: Db, clock: Clock, life: RefLifetimes) => {
  const next = alias(contentMasters, 'next');

  const head = async (): Promise<Head> => {
    const [row] = await db
      .select({ number: contentMasters.number, ref: contentMasters.ref })
      .from(contentMasters)
      .orderBy(desc(contentMasters.number))
      .limit(1);
    if (!row) throw new Error('content_masters is empty, although its migration inserts a row');
    return row;
  };

  const isPast = (since: Date, hours: number) => clock.now().getTime() - since.getTime() > hours * hour;

  return {
    head,

    /**
     * The view of a reference; without one, the public view.
     * @throws RefError
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
        if (isPast(old.endedAt, life.oldMasterHours)) throw new RefError(410, current.ref);
        return { view: { ref, master: old.number, release: null }, head: current };
      }
      const [release] = await db.select().from(contentReleases).where(eq(contentReleases.ref, ref));
      if (!release) throw new RefError(404, current.ref);
      const closed = release.publishedAs !== null || release.discardedAt !== null;
      if (closed || isPast(release.changedAt, life.releaseDays * 24)) throw new RefError(410, current.ref);
      return { view: { ref, master: current.number, release: release.id }, head: current };
    },
  };
};
