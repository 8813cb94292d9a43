import { type Db, employees } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { and, asc, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';
import { endSignIns } from '../employees/end-sign-ins.ts';
import { type Cause, createEmployeeKey, recordFromDirectory } from '../federation/staff-accounts.ts';
import type { Random } from '../passwords.ts';
import { ScimFault, type UserChanges } from './attributes.ts';

/** An employee as the directory sees them; `key` is the id that it knows. */
export type DirectoryUser = {
  key: string;
  userName: string;
  externalId: string | undefined;
  fullName: string;
  email: string;
  active: boolean;
};

type Row = typeof employees.$inferSelect;

/** Deleted by the directory: for it there is no such user, until it adds them again. */
const isKnown = or(isNull(employees.inactiveBy), ne(employees.inactiveBy, 'directoryDeletion')) as SQL;

/** What the directory does to one employee, in a transaction that has locked them. */
const createChanges = ({ clock, issuer }: { clock: Clock; issuer: string }) => {
  const userOf = (row: Row): DirectoryUser => ({
    key: row.id.slice(employeeId('').length),
    userName: row.username,
    externalId: row.issuer === issuer ? (row.subject ?? undefined) : undefined,
    fullName: row.fullName,
    email: row.email,
    active: row.active,
  });
  const hasExternalId = (externalId: string) =>
    and(eq(employees.issuer, issuer), eq(employees.subject, externalId)) as SQL;

  /** Locks the employee. @throws ScimFault 404 */
  const find = async (tx: Db, key: string): Promise<Row> => {
    const [row] = await tx
      .select()
      .from(employees)
      .where(and(eq(employees.id, employeeId(key)), isKnown))
      .for('update');
    if (!row) throw new ScimFault(404, 'there is no such user');
    return row;
  };

  /** @throws ScimFault when another employee has the user name or external id */
  const refuseTaken = async (tx: Db, id: string, { userName, externalId }: UserChanges): Promise<void> => {
    const others = (condition: SQL) => tx.$count(employees, and(ne(employees.id, id), condition));
    const isTaken =
      (userName !== undefined && (await others(eq(employees.username, userName.toLowerCase()))) > 0) ||
      (externalId !== undefined && (await others(hasExternalId(externalId))) > 0);
    if (isTaken) throw new ScimFault(409, 'another user has this userName or externalId', 'uniqueness');
  };

  const end = async (tx: Db, { id }: Row, inactiveBy: 'directory' | 'directoryDeletion', cause: Cause) => {
    await tx.update(employees).set({ active: false, inactiveBy }).where(eq(employees.id, id));
    await endSignIns(tx, id, clock.now());
    await recordFromDirectory(tx, 'staff.actOnEmployee', id, cause, { act: 'dismiss' });
  };

  /** @throws ScimFault when an administrator here dismissed the employee: the directory does not overrule that */
  const restore = async (tx: Db, { id, inactiveBy }: Row, cause: Cause) => {
    if (inactiveBy === null || inactiveBy === 'staff')
      throw new ScimFault(
        400,
        'dismissed by an administrator, who alone can restore the access',
        'mutability',
      );
    await tx.update(employees).set({ active: true, inactiveBy: null }).where(eq(employees.id, id));
    await recordFromDirectory(tx, 'staff.actOnEmployee', id, cause, { act: 'restore' });
  };

  /** Applies changes to a locked employee. @throws ScimFault */
  const apply = async (tx: Db, row: Row, changes: UserChanges, cause: Cause): Promise<DirectoryUser> => {
    const { userName, externalId, fullName, email, active } = changes;
    await refuseTaken(tx, row.id, changes);
    const values = {
      username: userName?.toLowerCase() ?? row.username,
      fullName: fullName ?? row.fullName,
      email: email ?? row.email,
      ...(externalId !== undefined && { issuer, subject: externalId }),
    };
    const changed = Object.entries(values).filter(([name, value]) => row[name as keyof Row] !== value);
    if (changed.length > 0) {
      await tx.update(employees).set(values).where(eq(employees.id, row.id));
      const names = changed.map(([name]) => name);
      await recordFromDirectory(tx, 'staff.actOnEmployee', row.id, cause, { act: 'change', changed: names });
      // Whoever was signed in under the previous account, or with a password of ours, signs in again.
      if (names.includes('subject')) await endSignIns(tx, row.id, clock.now());
    }
    if (active === false && row.active) await end(tx, row, 'directory', cause);
    if (active === true && !row.active) await restore(tx, row, cause);
    return userOf({ ...row, ...values, active: active ?? row.active });
  };

  /** Reactivates the employee of a user that the directory deleted earlier and now adds again. */
  const addAgain = async (tx: Db, changes: UserChanges & { externalId: string }, cause: Cause) => {
    const [row] = await tx
      .select()
      .from(employees)
      .where(and(hasExternalId(changes.externalId), eq(employees.inactiveBy, 'directoryDeletion')))
      .for('update');
    if (!row) return undefined;
    await tx.update(employees).set({ inactiveBy: 'directory' }).where(eq(employees.id, row.id));
    return apply(tx, { ...row, inactiveBy: 'directory' }, { active: true, ...changes }, cause);
  };

  return { userOf, hasExternalId, find, apply, addAgain, end };
};

/**
 * Employees as the insurer's user directory manages them (rule HOLD-11). `issuer` is the provider where they sign in, and
 * `externalId` their subject there. Roles are not its matter: the claim of each sign-in has them.
 */
export const createDirectory = ({
  db,
  clock,
  random,
  issuer,
}: {
  db: Db;
  clock: Clock;
  random: Random;
  issuer: string;
}) => {
  const { userOf, hasExternalId, find, apply, addAgain, end } = createChanges({ clock, issuer });
  return {
    /** @returns one page and the number of all users that match */
    list: async (
      filter: { attribute: 'userName' | 'externalId'; value: string } | undefined,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ total: number; users: DirectoryUser[] }> => {
      const condition =
        filter &&
        (filter.attribute === 'userName'
          ? eq(employees.username, filter.value.toLowerCase())
          : hasExternalId(filter.value));
      const matching = and(isKnown, condition);
      const rows = await db
        .select()
        .from(employees)
        .where(matching)
        .orderBy(asc(employees.id))
        .offset(offset)
        .limit(limit);
      return { total: await db.$count(employees, matching), users: rows.map(userOf) };
    },

    /** @throws ScimFault 404 */
    get: async (key: string): Promise<DirectoryUser> =>
      db.transaction(async (tx) => userOf(await find(tx, key))),

    /** Adds an employee, who has no role until they sign in. @throws ScimFault when a value is missing or taken */
    add: (changes: UserChanges, cause: Cause): Promise<DirectoryUser> =>
      db.transaction(async (tx) => {
        const { userName, externalId, active = true } = changes;
        if (userName === undefined || externalId === undefined)
          throw new ScimFault(400, 'userName and externalId are needed', 'invalidValue');
        const again = await addAgain(tx, { ...changes, externalId }, cause);
        if (again) return again;
        const email = changes.email ?? (userName.includes('@') ? userName : undefined);
        if (email === undefined) throw new ScimFault(400, 'an e-mail address is needed', 'invalidValue');
        const id = employeeId(createEmployeeKey(random));
        const [row] = await tx
          .insert(employees)
          .values({
            id,
            username: userName.toLowerCase(),
            fullName: changes.fullName ?? userName,
            email,
            roles: [],
            issuer,
            subject: externalId,
            active,
            inactiveBy: active ? null : 'directory',
          })
          .onConflictDoNothing()
          .returning();
        if (!row) throw new ScimFault(409, 'another user has this userName or externalId', 'uniqueness');
        await recordFromDirectory(tx, 'staff.addEmployee', id, cause, { active });
        return userOf(row);
      }),

    /** @throws ScimFault */
    change: (key: string, changes: UserChanges, cause: Cause): Promise<DirectoryUser> =>
      db.transaction(async (tx) => apply(tx, await find(tx, key), changes, cause)),

    /** Ends the employee's access. The record stays, since others refer to it. @throws ScimFault 404 */
    remove: (key: string, cause: Cause): Promise<void> =>
      db.transaction(async (tx) => {
        const row = await find(tx, key);
        await end(tx, row, 'directoryDeletion', cause);
      }),
  };
};
export type Directory = ReturnType<typeof createDirectory>;
