import { createHash } from 'node:crypto';
import { type Db, oidcRecords, passkeys } from '@hofn/database';
import { and, asc, count, eq, gt, lt, or } from 'drizzle-orm';

export type PasskeyRow = typeof passkeys.$inferSelect;

const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** Purpose of a challenge. */
export type ChallengeFor = 'PasskeySignIn' | 'PasskeyEnrolment';

/** Stores passkeys and open challenges. `owner` is the sign-in or session that a challenge is bound to. */
export const createPasskeyStore = (db: Db) => {
  const challenge = (model: ChallengeFor, owner: string) =>
    and(eq(oidcRecords.model, model), eq(oidcRecords.id, hashed(owner)));
  return {
    list: (sub: string): Promise<PasskeyRow[]> =>
      db.select().from(passkeys).where(eq(passkeys.customerId, sub)).orderBy(asc(passkeys.createdAt)),
    count: async (sub: string): Promise<number> =>
      (await db.select({ n: count() }).from(passkeys).where(eq(passkeys.customerId, sub)))[0]?.n ?? 0,
    byId: async (id: string): Promise<PasskeyRow | undefined> =>
      (await db.select().from(passkeys).where(eq(passkeys.id, id)))[0],
    /** @returns false when the key is already registered: it belongs to one account */
    add: async (row: typeof passkeys.$inferInsert): Promise<boolean> =>
      (await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })).length > 0,
    remove: async (sub: string, id: string): Promise<boolean> =>
      (
        await db
          .delete(passkeys)
          .where(and(eq(passkeys.customerId, sub), eq(passkeys.id, id)))
          .returning({ id: passkeys.id })
      ).length > 0,
    /** Records a use. @returns false when the counter did not increase, which means a cloned key */
    recordUse: async (id: string, counter: number, now: Date): Promise<boolean> =>
      (
        await db
          .update(passkeys)
          .set({ counter, usedAt: now })
          .where(
            and(
              eq(passkeys.id, id),
              // Authenticators without a counter always send 0.
              or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter))),
            ),
          )
          .returning({ id: passkeys.id })
      ).length > 0,

    /** Replaces an unanswered challenge. */
    putChallenge: async (
      model: ChallengeFor,
      owner: string,
      text: string,
      expiresAt: Date,
    ): Promise<void> => {
      const row = { payload: { challenge: text }, expiresAt };
      await db
        .insert(oidcRecords)
        .values({ model, id: hashed(owner), ...row })
        .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
    },
    /** Returns the challenge and deletes it. */
    takeChallenge: async (model: ChallengeFor, owner: string, now: Date): Promise<string | undefined> => {
      const [row] = await db
        .delete(oidcRecords)
        .where(and(challenge(model, owner), gt(oidcRecords.expiresAt, now)))
        .returning({ payload: oidcRecords.payload });
      return row && String(row.payload.challenge);
    },
  };
};
