import { hash, randomBytes } from 'node:crypto';
import { type Db, uploads, visits } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { addressKey } from '@hofn/service/address.ts';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { VisitContext } from './authorization.ts';
import { Fault } from './fault.ts';
import { visitTarget } from './uploads/uploads.ts';

/** Lifetime of a visit: long enough to look for documents, short enough to make a leaked token worthless. */
const visitMs = 24 * 3_600_000;
// Distinguishes a visit's token from an access token: both come as bearer tokens.
const prefix = 'visit_';
const batchSize = 500;

/** What a visit has submitted: its id and number, and the hash of the submission. */
export type Filed = { id: string; number: string; said: string };

/** Whether a bearer token belongs to a visit. */
export const isVisitToken = (token: string): boolean => token.startsWith(prefix);

/** Visitors who submit without files have no identity: their idempotency keys, which are random, share this one. */
export const anonymousVisitor: VisitContext = {
  actor: { kind: 'visitor', id: 'anyone' },
  subject: { id: 'anyone' },
  via: 'visit',
};

/** What a visit's files are attached to until something is submitted with them. */
export const targetOfVisit = (id: string) => ({ kind: visitTarget, id });

/**
 * Visits of people who have not signed in: the token of a visit allows sending files, seeing them and withdrawing them,
 * until they are submitted or the visit expires. The database has only the token's hash.
 */
export const createVisits = ({ db, clock }: { db: Db; clock: Clock }) => ({
  /** Starts a visit from an address. */
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
  /** The visit of a token; undefined when there is none, or it has expired. */
  check: async (right: string): Promise<VisitContext | undefined> => {
    const [visit] = await db
      .select({ id: visits.id })
      .from(visits)
      .where(and(eq(visits.id, hash('sha256', right)), gt(visits.expiresAt, clock.now().toISOString())));
    return visit && { actor: { kind: 'visitor', id: visit.id }, subject: { id: visit.id }, via: 'visit' };
  },
  /**
   * Locks a visit until the transaction ends, so that announcing files and submitting exclude each other.
   * @returns what it has submitted already
   * @throws Fault `unauthenticated` when it has expired
   */
  lock: async (tx: Db, id: string): Promise<{ filed: Filed | null }> => {
    const open = and(eq(visits.id, id), gt(visits.expiresAt, clock.now().toISOString()));
    const [row] = await tx.select({ filed: visits.filed }).from(visits).where(open).for('update');
    if (!row) throw new Fault('unauthenticated');
    return row;
  },
  /** Marks the visit as used: one submission each. */
  filed: async (tx: Db, id: string, filed: Filed): Promise<void> => {
    await tx.update(visits).set({ filed }).where(eq(visits.id, id));
  },
  /** Deletes expired visits, with those of their files that were never submitted. */
  deleteExpired: async (): Promise<void> => {
    const expired = db
      .select({ id: visits.id })
      .from(visits)
      .where(lte(visits.expiresAt, clock.now().toISOString()))
      .limit(batchSize);
    for (let deleted = batchSize; deleted === batchSize; ) {
      deleted = await db.transaction(async (tx) => {
        const rows = await tx.delete(visits).where(inArray(visits.id, expired)).returning({ id: visits.id });
        const ids = rows.map(({ id }) => id);
        if (ids.length > 0)
          await tx.delete(uploads).where(and(eq(uploads.holder, visitTarget), inArray(uploads.ownerId, ids)));
        return ids.length;
      });
    }
  },
});
export type Visits = ReturnType<typeof createVisits>;
