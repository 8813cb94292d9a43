import { createHash } from 'node:crypto';
import { credentials, customers, type Db, oidcRecords } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, gt, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { sessionOf } from '../provider.ts';
import { deviceId, deviceModel } from '../security/devices.ts';

/** A right to set a new password: of whom, and which sign-in is to stay. */
export type PasswordRight = { accountId: string; session: string };

const model = 'PasswordRight';
const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');
const accountId = sql`(${oidcRecords.payload} ->> 'accountId')`;

/** Passwords of customers, the rights to change them, and the sign-ins that a change ends. */
export const createPasswordStore = (db: Db) => ({
  /** The hash of a customer's password. */
  stored: async (sub: string): Promise<{ passwordHash: string } | undefined> => {
    const [row] = await db
      .select({ passwordHash: credentials.passwordHash })
      .from(credentials)
      .where(eq(credentials.customerId, sub));
    return row;
  },

  /** Where mails go, and in which language. */
  contact: async (sub: string): Promise<{ ssn: string; email: string | null; language: Language }> => {
    const [row] = await db
      .select({ ssn: customers.ssn, email: customers.email, language: customers.language })
      .from(customers)
      .where(eq(customers.id, sub));
    if (!row) throw new Error('A customer whose password changes is not there');
    return row;
  },

  addRight: async (token: string, right: PasswordRight, expiresAt: Date): Promise<void> => {
    await db.insert(oidcRecords).values({ model, id: hashed(token), payload: right, expiresAt });
  },

  /** The right behind a token, while it holds. */
  right: async (token: string, now: Date): Promise<PasswordRight | undefined> => {
    const [row] = await db
      .select({ payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(holds(token, now));
    return row?.payload as PasswordRight | undefined;
  },

  /** Uses a right up. Of many at once one may go on. */
  use: async (token: string, now: Date): Promise<boolean> =>
    (
      await db
        .update(oidcRecords)
        .set({ consumedAt: now })
        .where(holds(token, now))
        .returning({ id: oidcRecords.id })
    ).length > 0,

  /** Sets the password; a customer who signed in by other ways until now gets their first. */
  change: async (sub: string, passwordHash: string, now: Date): Promise<void> => {
    const changed = { passwordHash, changedAt: now };
    await db
      .insert(credentials)
      .values({ customerId: sub, ...changed })
      .onConflictDoUpdate({ target: credentials.customerId, set: changed });
  },

  /**
   * Ends what an account is signed in by: sessions, grants, codes and refresh tokens, and other rights to change the
   * password; all but one session with what was issued on it.
   */
  endOthers: async (sub: string, session: string): Promise<void> => {
    const sessions = await db
      .select({ id: oidcRecords.id, payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, 'Session'), eq(accountId, sub)));
    const kept = sessions.find(({ payload }) => sessionOf(String(payload.uid)).sid === session);
    const authorizations = Object.values(
      (kept?.payload.authorizations ?? {}) as Record<string, { grantId?: string }>,
    );
    const stays: SQL[] = kept
      ? [and(eq(oidcRecords.model, 'Session'), eq(oidcRecords.id, kept.id)) ?? sql`false`]
      : [];
    if (kept)
      stays.push(
        and(eq(oidcRecords.model, deviceModel), eq(oidcRecords.id, deviceId(String(kept.payload.uid)))) ??
          sql`false`,
      );
    for (const { grantId } of authorizations) {
      if (grantId === undefined) continue;
      stays.push(eq(oidcRecords.grantId, grantId));
      stays.push(and(eq(oidcRecords.model, 'Grant'), eq(oidcRecords.id, hashed(grantId))) ?? sql`false`);
    }
    await db
      .delete(oidcRecords)
      .where(
        and(eq(accountId, sub), ...(stays.length > 0 ? [not(sql`coalesce(${or(...stays)}, false)`)] : [])),
      );
  },
});

const holds = (token: string, now: Date): SQL | undefined =>
  and(
    eq(oidcRecords.model, model),
    eq(oidcRecords.id, hashed(token)),
    isNull(oidcRecords.consumedAt),
    gt(oidcRecords.expiresAt, now),
  );
