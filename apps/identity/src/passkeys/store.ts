import { createHash } from 'node:crypto';
import { type Db, oidcRecords, passkeys } from '@hofn/database';
import { and, asc, count, eq, gt, lt, or } from 'drizzle-orm';

export type PasskeyRow = typeof passkeys.$inferSelect;

const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** What a challenge was made for: it answers nothing else. */
export type ChallengeFor = 'PasskeySignIn' | 'PasskeyEnrolment';

/** Passkeys, and the challenges that are to be answered: each once, by the sign-in or the session that it was made for. */
export const createPasskeyStore = (db: Db) => {
  const challenge = (model: ChallengeFor, of: string) =>
    and(eq(oidcRecords.model, model), eq(oidcRecords.id, hashed(of)));
  return {
    list: (sub: string): Promise<PasskeyRow[]> =>
      db.select().from(passkeys).where(eq(passkeys.customerId, sub)).orderBy(asc(passkeys.createdAt)),
    howMany: async (sub: string): Promise<number> =>
      (await db.select({ n: count() }).from(passkeys).where(eq(passkeys.customerId, sub)))[0]?.n ?? 0,
    byId: async (id: string): Promise<PasskeyRow | undefined> =>
      (await db.select().from(passkeys).where(eq(passkeys.id, id)))[0],
    /** @returns whether it is new: a key belongs to one account */
    add: async (row: typeof passkeys.$inferInsert): Promise<boolean> =>
      (await db.insert(passkeys).values(row).onConflictDoNothing().returning({ id: passkeys.id })).length > 0,
    remove: async (sub: string, id: string): Promise<boolean> =>
      (
        await db
          .delete(passkeys)
          .where(and(eq(passkeys.customerId, sub), eq(passkeys.id, id)))
          .returning({ id: passkeys.id })
      ).length > 0,
    /** Notes a use. @returns whether the counter went on: of two at once with one count, the second is a copy */
    used: async (id: string, counter: number, now: Date): Promise<boolean> =>
      (
        await db
          .update(passkeys)
          .set({ counter, usedAt: now })
          .where(
            and(
              eq(passkeys.id, id),
              // Keys that do not count say 0 each time.
              or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), eq(passkeys.counter, counter))),
            ),
          )
          .returning({ id: passkeys.id })
      ).length > 0,

    /** Takes the place of a challenge that was not answered. */
    putChallenge: async (model: ChallengeFor, of: string, text: string, expiresAt: Date): Promise<void> => {
      const row = { payload: { challenge: text }, expiresAt };
      await db
        .insert(oidcRecords)
        .values({ model, id: hashed(of), ...row })
        .onConflictDoUpdate({ target: [oidcRecords.model, oidcRecords.id], set: row });
    },
    /** The challenge, which is then used up. */
    takeChallenge: async (model: ChallengeFor, of: string, now: Date): Promise<string | undefined> => {
      const [row] = await db
        .delete(oidcRecords)
        .where(and(challenge(model, of), gt(oidcRecords.expiresAt, now)))
        .returning({ payload: oidcRecords.payload });
      return row && String(row.payload.challenge);
    },
  };
};
