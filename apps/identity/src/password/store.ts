import { createHash } from 'node:crypto';
import { credentials, customers, type Db, employees, oidcRecords } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, eq, gt, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import { kindOf, signsInHere } from '../accounts.ts';
import { sidClaim } from '../provider.ts';
import { activityModel } from '../security/activity.ts';
import { deviceId, deviceModel } from '../security/devices.ts';

/** Authorizes setting a new password for an account; `session` survives the change. */
export type PasswordToken = { accountId: string; session: string };

const model = 'PasswordRight';
/** Records of a session besides its own, with the same id. */
const ofSession = [deviceModel, activityModel];
const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');
const accountId = sql`(${oidcRecords.payload} ->> 'accountId')`;

const customersHash = async (db: Db, sub: string): Promise<string | null | undefined> => {
  const [row] = await db
    .select({ passwordHash: credentials.passwordHash })
    .from(credentials)
    .where(eq(credentials.customerId, sub));
  return row?.passwordHash;
};

/** Hash of an employee who signs in here. */
const employeesHash = async (db: Db, sub: string): Promise<string | null | undefined> => {
  const [row] = await db
    .select({ passwordHash: employees.passwordHash })
    .from(employees)
    .where(and(eq(employees.id, sub), signsInHere));
  return row?.passwordHash;
};

/** Password hashes of customers and employees, the tokens to change them, and the sessions that a change ends. */
export const createPasswordStore = (db: Db) => ({
  findHash: async (sub: string): Promise<{ passwordHash: string } | undefined> => {
    const passwordHash = await (kindOf(sub) === 'employee' ? employeesHash : customersHash)(db, sub);
    return passwordHash ? { passwordHash } : undefined;
  },

  /** The name that an account signs in with: a kennitala or a user name. */
  signInName: async (sub: string): Promise<string> => {
    const [row] =
      kindOf(sub) === 'employee'
        ? await db.select({ name: employees.username }).from(employees).where(eq(employees.id, sub))
        : await db.select({ name: customers.ssn }).from(customers).where(eq(customers.id, sub));
    return row?.name ?? '';
  },

  contact: async (sub: string): Promise<{ email: string | null; language: Language }> => {
    const [row] = await db
      .select({ email: customers.email, language: customers.language })
      .from(customers)
      .where(eq(customers.id, sub));
    if (!row) throw new Error('The customer to notify does not exist');
    return row;
  },

  addToken: async (token: string, record: PasswordToken, expiresAt: Date): Promise<void> => {
    await db.insert(oidcRecords).values({ model, id: hashed(token), payload: record, expiresAt });
  },

  /** The record of a token that is unused and has not expired. */
  findToken: async (token: string, now: Date): Promise<PasswordToken | undefined> => {
    const [row] = await db
      .select({ payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(isUsable(token, now));
    return row?.payload as PasswordToken | undefined;
  },

  /** Marks a token as used. @returns true for exactly one of several concurrent callers */
  consumeToken: async (token: string, now: Date): Promise<boolean> =>
    (
      await db
        .update(oidcRecords)
        .set({ consumedAt: now })
        .where(isUsable(token, now))
        .returning({ id: oidcRecords.id })
    ).length > 0,

  /** Sets the password, also for a customer who had none. */
  setPassword: async (sub: string, passwordHash: string, now: Date): Promise<void> => {
    if (kindOf(sub) === 'employee') {
      await db.update(employees).set({ passwordHash }).where(eq(employees.id, sub));
      return;
    }
    const changed = { passwordHash, changedAt: now };
    await db
      .insert(credentials)
      .values({ customerId: sub, ...changed })
      .onConflictDoUpdate({ target: credentials.customerId, set: changed });
  },

  /**
   * Deletes an account's sessions, grants, codes, refresh tokens and password tokens, except one session with everything
   * issued under it.
   */
  endOtherSignIns: async (sub: string, session: string): Promise<void> => {
    const sessions = await db
      .select({ id: oidcRecords.id, payload: oidcRecords.payload })
      .from(oidcRecords)
      .where(and(eq(oidcRecords.model, 'Session'), eq(accountId, sub)));
    const current = sessions.find(({ payload }) => sidClaim(String(payload.uid)).sid === session);
    const authorizations = Object.values(
      (current?.payload.authorizations ?? {}) as Record<string, { grantId?: string }>,
    );
    const exceptions: SQL[] = current
      ? [and(eq(oidcRecords.model, 'Session'), eq(oidcRecords.id, current.id)) ?? sql`false`]
      : [];
    if (current)
      exceptions.push(
        and(
          inArray(oidcRecords.model, ofSession),
          eq(oidcRecords.id, deviceId(String(current.payload.uid))),
        ) ?? sql`false`,
      );
    for (const { grantId } of authorizations) {
      if (grantId === undefined) continue;
      exceptions.push(eq(oidcRecords.grantId, grantId));
      exceptions.push(and(eq(oidcRecords.model, 'Grant'), eq(oidcRecords.id, hashed(grantId))) ?? sql`false`);
    }
    await db
      .delete(oidcRecords)
      .where(
        and(
          eq(accountId, sub),
          ...(exceptions.length > 0 ? [not(sql`coalesce(${or(...exceptions)}, false)`)] : []),
        ),
      );
  },
});

const isUsable = (token: string, now: Date): SQL | undefined =>
  and(
    eq(oidcRecords.model, model),
    eq(oidcRecords.id, hashed(token)),
    isNull(oidcRecords.consumedAt),
    gt(oidcRecords.expiresAt, now),
  );
