import { createHash } from 'node:crypto';
import { type Db, oidcRecords } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';

/** How long a rotated refresh token still gets its successor: two tabs that renew at once are no theft (AUTH-14). */
const graceMs = 10_000;

const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** A payload without what would let a reader of the table act: the id itself, and the session's inside an interaction. */
const withoutIds = ({ jti: _, session, ...payload }: AdapterPayload): Record<string, unknown> => {
  const { cookie: __, ...kept } = session ?? {};
  return session ? { ...payload, session: kept } : payload;
};

/** Where the provider keeps its sessions, interactions, grants, codes and refresh tokens: one table, ids hashed. */
export const createRecords =
  (db: Db, clock: Clock) =>
  (model: string): Adapter => {
    const byId = (id: string) => and(eq(oidcRecords.model, model), eq(oidcRecords.id, hashed(id)));

    // Within the grace a rotated token reads as fresh: rotating it again makes the same successor.
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
      // Only ever read, never saved again, so that it does without the id that nobody can tell from the hash.
      findByUid: async (uid) => {
        const [row] = await db
          .select()
          .from(oidcRecords)
          .where(and(eq(oidcRecords.model, model), eq(oidcRecords.uid, hashed(uid))));
        return row && payloadOf(row);
      },
      // Device codes are off.
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        const row = {
          payload: withoutIds(payload),
          grantId: payload.grantId ?? null,
          uid: payload.uid === undefined ? null : hashed(payload.uid),
          expiresAt: new Date(clock.now().getTime() + (expiresIn ?? 0) * 1000),
        };
        // What is consumed stays so, whatever is saved over it.
        await db
          .insert(oidcRecords)
          .values({ model, id: hashed(id), ...row })
          .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
      },
      // One of many at once wins; unguarded, each would get tokens of its own.
      consume: async (id) => {
        const consumedAt = clock.now();
        const won = await db
          .update(oidcRecords)
          .set({ consumedAt })
          .where(and(byId(id), isNull(oidcRecords.consumedAt)))
          .returning({ id: oidcRecords.id });
        if (won.length > 0) return;
        const again = await find(id);
        if (!again || again.consumed !== undefined || model !== 'RefreshToken') {
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

/** Ends grants with all that was issued on them, whatever the model. */
export const revokeGrants = async (db: Db, grantIds: string[]): Promise<void> => {
  if (grantIds.length === 0) return;
  await db.delete(oidcRecords).where(inArray(oidcRecords.grantId, grantIds));
  await db
    .delete(oidcRecords)
    .where(and(eq(oidcRecords.model, 'Grant'), inArray(oidcRecords.id, grantIds.map(hashed))));
};

// Any number will do, as long as every copy asks for the same one.
const lockKey = 4_817_190_122;

/**
 * Deletes expired records, `batch` at a time, so that no statement holds the table for long. Where another copy is at
 * it, this one leaves it alone.
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
        .select({ place: sql`ctid` })
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
