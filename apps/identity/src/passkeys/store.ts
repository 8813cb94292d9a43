import { createHash } from 'node:crypto';
import { type Db, employeePasskeys, employees, oidcRecords, passkeys } from '@hofn/database';
import { and, asc, count, eq, gt, lt, or, sql } from 'drizzle-orm';
import { type Connection, hasPasswordSignIn, kindOf, signsInHere } from '../accounts.ts';

/** A passkey of a customer or an employee, whose `sub` is `owner`. */
export type PasskeyRow = {
  owner: string;
  id: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  usedAt: Date | null;
};

const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** Purpose of a challenge. */
export type ChallengeFor = 'PasskeySignIn' | 'PasskeyEnrolment';

/** The table of one kind of account, and the column that names the owner. */
const tableOf = (connection: Connection) =>
  connection === 'employee'
    ? // The tables differ in the owner's column alone.
      {
        table: employeePasskeys as unknown as typeof passkeys,
        owner: employeePasskeys.employeeId,
        isCurrent: sql`exists (select 1 from ${employees} where ${employees.id} = ${employeePasskeys.employeeId} and ${signsInHere})`,
      }
    : { table: passkeys, owner: passkeys.customerId, isCurrent: sql`true` };

/** Stores passkeys and open challenges. `owner` of a challenge is the sign-in or session that it is bound to. */
export const createPasskeyStore = (db: Db) => {
  const challenge = (model: ChallengeFor, owner: string) =>
    and(eq(oidcRecords.model, model), eq(oidcRecords.id, hashed(owner)));
  const rowsOf = (connection: Connection) => {
    const { table, owner } = tableOf(connection);
    return db
      .select({
        owner: sql<string>`${owner}`,
        id: table.id,
        publicKey: table.publicKey,
        counter: table.counter,
        transports: table.transports,
        name: table.name,
        createdAt: table.createdAt,
        usedAt: table.usedAt,
      })
      .from(table);
  };
  return {
    list: (sub: string): Promise<PasskeyRow[]> => {
      const { table, owner } = tableOf(kindOf(sub));
      return rowsOf(kindOf(sub)).where(eq(owner, sub)).orderBy(asc(table.createdAt));
    },
    count: async (sub: string): Promise<number> => {
      const { table, owner } = tableOf(kindOf(sub));
      return (await db.select({ n: count() }).from(table).where(eq(owner, sub)))[0]?.n ?? 0;
    },
    /** The passkey of a customer, or of a current employee who signs in here. */
    byId: async (connection: Connection, id: string): Promise<PasskeyRow | undefined> => {
      const { table, isCurrent } = tableOf(connection);
      return (await rowsOf(connection).where(and(eq(table.id, id), isCurrent)))[0];
    },
    /** @returns false when the key is already registered: it belongs to one account */
    add: async ({ owner, ...key }: PasskeyRow): Promise<boolean> => {
      const added =
        kindOf(owner) === 'employee'
          ? await db
              .insert(employeePasskeys)
              .values({ ...key, employeeId: owner })
              .onConflictDoNothing()
              .returning({ id: employeePasskeys.id })
          : await db
              .insert(passkeys)
              .values({ ...key, customerId: owner })
              .onConflictDoNothing()
              .returning({ id: passkeys.id });
      return added.length > 0;
    },
    rename: async (sub: string, id: string, name: string): Promise<boolean> => {
      const { table, owner } = tableOf(kindOf(sub));
      const renamed = await db
        .update(table)
        .set({ name })
        .where(and(eq(owner, sub), eq(table.id, id)))
        .returning({ id: table.id });
      return renamed.length > 0;
    },
    remove: async (sub: string, id: string): Promise<void> => {
      const { table, owner } = tableOf(kindOf(sub));
      await db.delete(table).where(and(eq(owner, sub), eq(table.id, id)));
    },
    /**
     * Makes removals of an employee's passkeys wait for each other.
     * @returns whether the owner cannot sign in without a passkey: customers always have an electronic ID
     */
    lockOwner: async (sub: string): Promise<boolean> => {
      if (kindOf(sub) === 'customer') return false;
      const [row] = await db
        .select({ passwordHash: employees.passwordHash, ssn: employees.ssn })
        .from(employees)
        .where(and(eq(employees.id, sub), signsInHere))
        .for('update');
      return row !== undefined && !hasPasswordSignIn(row);
    },
    /** Records a use. @returns false when the counter did not increase, which means a cloned key */
    recordUse: async ({ owner, id }: PasskeyRow, counter: number, now: Date): Promise<boolean> => {
      const { table } = tableOf(kindOf(owner));
      const used = await db
        .update(table)
        .set({ counter, usedAt: now })
        .where(
          and(
            eq(table.id, id),
            // Authenticators without a counter always send 0.
            or(lt(table.counter, counter), and(eq(table.counter, 0), eq(table.counter, counter))),
          ),
        )
        .returning({ id: table.id });
      return used.length > 0;
    },

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
