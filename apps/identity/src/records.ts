import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

/** How long a rotated refresh token still yields its successor: two tabs that refresh at once are not a theft (AUTH-14). */
const graceMs = 10_000;

const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** Strips the ids (its own, and the session's in an interaction) that would let a reader of the table impersonate someone. */
const withoutIds = ({ jti: _, session, ...payload }: AdapterPayload): Record<string, unknown> => {
  const { cookie: __, ...sessionWithoutId } = session ?? {};
  return session ? { ...payload, session: sessionWithoutId } : payload;
};

/** oidc-provider adapter for sessions, interactions, grants, codes and refresh tokens: one table, ids hashed. */
export const createAdapter =
  (db: Db, clock: Clock) =>
  (model: string): Adapter => {
    const byId = (id: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.id, hashed(id)));

    // During the grace period a rotated token reads as unused: rotating it latest gives the same successor.
    const isSpent = (consumedAt: Date): boolean =>
      model !== 'RefreshToken' || clock.now().getTime() - consumedAt.getTime() > graceMs;

    const payloadOf = (row: typeof oidcRecords.$inferSelect): AdapterPayload => ({
      ...row.payload,
      ...(row.consumedAt &&
        isSpent(row.consumedAt) && { consumed: Math.floor(row.consumedAt.getTime() / 1000) }),
    });

    const find = async (id: string): Promise<AdapterPayload | undefined> => {
      const [row] = await db.select().from(oidcRecords).where(byId(id));
      return row && { ...payloadOf(row), jti: id };
    };

    return {
      find,
      // Has no `jti`: the id cannot be recovered from its hash, and callers only read the result.
      findByUid: async (uid) => {
        const [row] = await db
          .select()
          .from(oidcRecords)
          .where(and(eq(oidcRecords.model, model), eq(oidcRecords.uid, hashed(uid))));
        return row && payloadOf(row);
      },
      // The device flow is disabled.
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        const row = {
          payload: withoutIds(payload),
          grantId: payload.grantId ?? null,
          uid: payload.uid === undefined ? null : hashed(payload.uid),
          expiresAt: new Date(clock.now().getTime() + (expiresIn ?? 0) * 1000),
        };
        // Of two requests with the same assertion, in any replicas, one wins (rule CORE-1).
        if (model === 'ReplayDetection') {
          const stored = await db
            .insert(oidcRecords)
            .values({ model, id: hashed(id), ...row })
            .onConflictDoNothing()
            .returning({ id: oidcRecords.id });
          if (stored.length === 0)
            throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
          return;
        }
        // `row` has no consumedAt: a consumed record stays consumed when it is saved latest.
        await db
          .insert(oidcRecords)
          .values({ model, id: hashed(id), ...row })
          .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
      },
      // Of concurrent requests one wins; without the condition each would get its own tokens.
      consume: async (id) => {
        const consumedAt = clock.now();
        const won = await db
          .update(oidcRecords)
          .set({ consumedAt })
          .where(and(byId(id), isNull(oidcRecords.consumedAt)))
          .returning({ id: oidcRecords.id });
        if (won.length > 0) return;
        const latest = await find(id);
        if (!latest || latest.consumed !== undefined || model !== 'RefreshToken') {
          throw new errors.InvalidGrant('already used');
        }
      },
      destroy: async (id) => {
        await db.delete(oidcRecords).where(byId(id));
      },
      revokeByGrantId: async (grantId) => {
        await db
          .delete(oidcRecords)
          .where(and(eq(oidcRecords.model, model), eq(oidcRecords.grantId, grantId)));
      },
    };
  };

/** Deletes grants and everything issued under them. */
export const revokeGrants = async (db: Db, grantIds: string[]): Promise<void> => {
  if (grantIds.length === 0) return;
  await db.delete(oidcRecords).where(inArray(oidcRecords.grantId, grantIds));
  await db
    .delete(oidcRecords)
    .where(and(eq(oidcRecords.model, 'Grant'), inArray(oidcRecords.id, grantIds.map(hashed))));
};

// Arbitrary, but the same in every replica.
const lockKey = 4_817_190_122;

/**
 * Deletes expired records, `batch` at a time to keep each statement short. Does nothing while another replica is
 * deleting.
 * @returns how many were deleted
 */
export const deleteExpired = async (db: Db, now: Date, batch = 1000): Promise<number> => {
  let deleted = 0;
  for (;;) {
    const count = await db.transaction(async (transaction) => {
      const lock = await transaction.execute<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(${lockKey}::bigint) as held`,
      );
      if (!lock.rows[0]?.held) return 0;
      const old = transaction
        .select({ rowId: sql`ctid` })
        .from(oidcRecords)
        .where(lt(oidcRecords.expiresAt, now))
        .limit(batch);
      const rows = await transaction
        .delete(oidcRecords)
        .where(sql`ctid in ${old}`)
        .returning({ id: oidcRecords.id });
      return rows.length;
    });
    deleted += count;
    if (count < batch) return deleted;
  }
};
