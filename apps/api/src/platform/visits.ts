import { hash, randomBytes } from 'node:crypto';
import { type Db, uploads, visits } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { addressKey } from '@hofn/service/address.ts';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { VisitContext } from './access.ts';
import { Fault } from './fault.ts';
import { visitHolder } from './uploads/uploads.ts';

/** A right lasts for a day: long enough to look for the papers, short enough to be worth nothing when it is found. */
const visitMs = 24 * 3_600_000;
// Tells the right of a visit from an access token: both come as a bearer token.
const prefix = 'visit_';
const batch = 500;

/** What a visit has filed: its id and number, and the hash of what was said. */
export type Filed = { id: string; number: string; said: string };

/** Whether a bearer token is the right of a visit. */
export const isVisitRight = (token: string): boolean => token.startsWith(prefix);

/** Whoever sends without files is known by nothing: their idempotency keys stand together, each of them random. */
export const anyVisitor: VisitContext = {
  actor: { kind: 'visitor', id: 'anyone' },
  subject: { id: 'anyone' },
  via: 'visit',
};

/** What the files of a visit are sent for, until something is filed with them. */
export const holderOfVisit = (id: string) => ({ kind: visitHolder, id });

/**
 * Makes the visits of people who have not signed in: who has the right to one may send files with it, and see and take
 * back those files, until they are filed or the day is over. The database has the right's hash alone.
 */
export const createVisits = ({ db, clock }: { db: Db; clock: Clock }) => ({
  /** Begins one for someone at this address. */
  start: async (ip: string): Promise<{ right: string; expiresAt: string }> => {
    const right = prefix + randomBytes(32).toString('base64url');
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + visitMs).toISOString();
    await db.insert(visits).values({
      id: hash('sha256', right),
      startedAt: now.toISOString(),
      expiresAt,
      address: hash('sha256', addressKey(ip)),
    });
    return { right, expiresAt };
  },
  /** Who comes with a right; nothing when it is none, or its day is over. */
  check: async (right: string): Promise<VisitContext | undefined> => {
    const [visit] = await db
      .select({ id: visits.id })
      .from(visits)
      .where(and(eq(visits.id, hash('sha256', right)), gt(visits.expiresAt, clock.now().toISOString())));
    return visit && { actor: { kind: 'visitor', id: visit.id }, subject: { id: visit.id }, via: 'visit' };
  },
  /**
   * Locks a visit until the transaction ends, so that files are announced and something is filed one after another.
   * @returns what it has filed already
   * @throws Fault `unauthenticated` when its day is over
   */
  hold: async (tx: Db, id: string): Promise<{ filed: Filed | null }> => {
    const open = and(eq(visits.id, id), gt(visits.expiresAt, clock.now().toISOString()));
    const [held] = await tx.select({ filed: visits.filed }).from(visits).where(open).for('update');
    if (!held) throw new Fault('unauthenticated');
    return held;
  },
  /** Writes down what a visit has filed: it files nothing else. */
  filed: async (tx: Db, id: string, filed: Filed): Promise<void> => {
    await tx.update(visits).set({ filed }).where(eq(visits.id, id));
  },
  /** Drops visits whose day is over, with the files that were filed with nothing. */
  forget: async (): Promise<void> => {
    const over = db
      .select({ id: visits.id })
      .from(visits)
      .where(lte(visits.expiresAt, clock.now().toISOString()))
      .limit(batch);
    for (let gone = batch; gone === batch; ) {
      gone = await db.transaction(async (tx) => {
        const dropped = await tx.delete(visits).where(inArray(visits.id, over)).returning({ id: visits.id });
        const ids = dropped.map(({ id }) => id);
        if (ids.length > 0)
          await tx.delete(uploads).where(and(eq(uploads.holder, visitHolder), inArray(uploads.ownerId, ids)));
        return ids.length;
      });
    }
  },
});
export type Visits = ReturnType<typeof createVisits>;
