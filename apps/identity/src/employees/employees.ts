import { createHash } from 'node:crypto';
import type { Employee, EmployeeAct, NewEmployee } from '@hofn/contracts';
import { staffRoles } from '@hofn/contracts';
import {
  type Db,
  type EmployeeLinkJob,
  employeeLinkQueue,
  employeePasskeys,
  employees,
  type Jobs,
  oidcRecords,
} from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, arrayContains, desc, eq, gt, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';
import type { Random } from '../passwords.ts';

/** Lifetime of the link by which an employee sets up how they sign in. */
export const employeeLinkMs = 24 * 60 * 60_000;

const linkModel = 'EmployeeLink';
const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** An employee without the parts that depend on who asks. */
export type StoredEmployee = Omit<Employee, 'you'>;

/** Why a change was refused. `taken` names a field whose value belongs to another employee. */
export type EmployeeRefusal =
  | { ok: false; errorCode: 'notFound' | 'lastAdministrator' }
  | { ok: false; errorCode: 'taken'; field: 'username' | 'email' | 'ssn' };
export type EmployeeOutcome = { ok: true; employee: StoredEmployee } | EmployeeRefusal;

const keyOf = (id: string): string => id.slice(employeeId('').length);

/** Deletes an employee's sessions, tokens and links, and refuses tokens that are still valid (rule HOLD-11). */
const endSignIns = async (tx: Db, id: string, now: Date): Promise<void> => {
  await tx.update(employees).set({ sessionsEndedAt: now }).where(eq(employees.id, id));
  await tx.delete(oidcRecords).where(eq(sql`(${oidcRecords.payload} ->> 'accountId')`, id));
};

// Arbitrary, but the same in every replica.
const lockKey = 4_817_190_123;

/** Administration of employees (rule HOLD-11). */
export const createEmployees = (parts: {
  db: Db;
  clock: Clock;
  random: Random;
  outbox: Pick<Jobs, 'send'>;
  issuer: string;
}) => {
  const { db, clock, random, outbox, issuer } = parts;

  const read = async (from: Db, condition?: SQL): Promise<StoredEmployee[]> => {
    const rows = await from
      .select({
        id: employees.id,
        username: employees.username,
        fullName: employees.fullName,
        email: employees.email,
        ssn: employees.ssn,
        roles: employees.roles,
        active: employees.active,
        password: sql<boolean>`${employees.passwordHash} is not null`,
      })
      .from(employees)
      .where(condition)
      .orderBy(desc(employees.active), employees.fullName, employees.id);
    const passkeys = await from.select({ id: employeePasskeys.employeeId }).from(employeePasskeys);
    return rows.map(({ id, password, roles, ...row }) => ({
      key: keyOf(id),
      ...row,
      roles: staffRoles.filter((role) => roles.includes(role)),
      signIn: {
        password,
        passkeys: passkeys.filter((key) => key.id === id).length,
      },
    }));
  };

  const done = async (tx: Db, id: string): Promise<EmployeeOutcome> => {
    const [employee] = await read(tx, eq(employees.id, id));
    return employee ? { ok: true, employee } : { ok: false, errorCode: 'notFound' };
  };

  /** Finds a field whose value another employee has. A dismissed employee's address may be used again. */
  const findTaken = async (
    tx: Db,
    id: string,
    { username, email, ssn }: { username?: string; email: string; ssn: string | null },
  ): Promise<EmployeeRefusal | undefined> => {
    const others = (condition: SQL | undefined) => tx.$count(employees, and(ne(employees.id, id), condition));
    if (
      username !== undefined &&
      (await tx.$count(employees, or(eq(employees.username, username), eq(employees.id, id)))) > 0
    )
      return { ok: false, errorCode: 'taken', field: 'username' };
    if (ssn !== null && (await others(eq(employees.ssn, ssn))) > 0)
      return { ok: false, errorCode: 'taken', field: 'ssn' };
    const sameAddress = sql`lower(${employees.email}) = lower(${email})`;
    if ((await others(and(sameAddress, eq(employees.active, true)))) > 0)
      return { ok: false, errorCode: 'taken', field: 'email' };
    return undefined;
  };

  /** Runs a change alone, so that two administrators cannot dismiss each other at the same moment. */
  const change = (
    id: string,
    work: (tx: Db, row: typeof employees.$inferSelect) => Promise<EmployeeRefusal | undefined>,
  ): Promise<EmployeeOutcome> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
      const [row] = await tx.select().from(employees).where(eq(employees.id, id));
      if (!row) return { ok: false, errorCode: 'notFound' };
      return (await work(tx, row)) ?? done(tx, id);
    });

  /** Whether somebody else is an administrator too. */
  const hasOtherAdministrator = async (tx: Db, id: string): Promise<boolean> =>
    (await tx.$count(
      employees,
      and(ne(employees.id, id), eq(employees.active, true), arrayContains(employees.roles, ['admin'])),
    )) > 0;
  const isLastAdministrator = async (tx: Db, row: { id: string; active: boolean; roles: string[] }) =>
    row.active && row.roles.includes('admin') && !(await hasOtherAdministrator(tx, row.id));
  const lastAdministrator = { ok: false, errorCode: 'lastAdministrator' } as const;

  /** Creates a link by which the employee sets up how they sign in. */
  const createLink = async (tx: Db, id: string, language: Language) => {
    const token = random(32).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + employeeLinkMs);
    await tx
      .insert(oidcRecords)
      .values({ model: linkModel, id: hashed(token), payload: { accountId: id }, expiresAt });
    const link = new URL('staff-setup', issuer);
    link.search = String(new URLSearchParams({ key: token, language }));
    return { link: link.href, expiresAt };
  };
  const mailLink = async (tx: Db, id: string, language: Language): Promise<void> => {
    const { link, expiresAt } = await createLink(tx, id, language);
    const job: EmployeeLinkJob = {
      employeeId: id,
      link,
      language,
      expiresAt: expiresAt.toISOString(),
    };
    await outbox.send(tx, employeeLinkQueue.name, job);
  };

  const validLink = (token: string) =>
    and(
      eq(oidcRecords.model, linkModel),
      eq(oidcRecords.id, hashed(token)),
      isNull(oidcRecords.consumedAt),
      gt(oidcRecords.expiresAt, clock.now()),
    );

  return {
    list: (): Promise<StoredEmployee[]> => read(db),

    /** Adds an employee and e-mails them the link. */
    add: (
      { username, fullName, email, ssn, roles }: NewEmployee,
      language: Language,
    ): Promise<EmployeeOutcome> =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${lockKey}::bigint)`);
        const id = employeeId(username);
        const taken = await findTaken(tx, id, { username, email, ssn });
        if (taken) return taken;
        await tx.insert(employees).values({ id, username, fullName, email, ssn, roles });
        await mailLink(tx, id, language);
        return done(tx, id);
      }),

    act: (key: string, act: EmployeeAct, language: Language): Promise<EmployeeOutcome> =>
      change(employeeId(key), async (tx, row) => {
        const { id } = row;
        switch (act.act) {
          case 'change': {
            const { fullName, email, ssn, roles } = act;
            if (!roles.includes('admin') && (await isLastAdministrator(tx, row))) return lastAdministrator;
            const taken = await findTaken(tx, id, { email, ssn });
            if (taken) return taken;
            await tx.update(employees).set({ fullName, email, ssn, roles }).where(eq(employees.id, id));
            return undefined;
          }
          case 'dismiss':
            if (await isLastAdministrator(tx, row)) return lastAdministrator;
            await tx.update(employees).set({ active: false }).where(eq(employees.id, id));
            return void (await endSignIns(tx, id, clock.now()));
          case 'restore':
            await tx.update(employees).set({ active: true }).where(eq(employees.id, id));
            return undefined;
          case 'endSessions':
            return void (await endSignIns(tx, id, clock.now()));
          case 'sendLink':
            if (!row.active) return { ok: false, errorCode: 'notFound' };
            return void (await mailLink(tx, id, language));
        }
      }),

    /** A link for the command line, which prints it: an installation may have no e-mail yet. */
    createLink: (key: string, language: Language) => createLink(db, employeeId(key), language),

    /** The current employee whom an unused link belongs to. */
    ofLink: async (token: string) => {
      const [found] = await db
        .select({
          id: employees.id,
          fullName: employees.fullName,
          username: employees.username,
          ssn: employees.ssn,
        })
        .from(oidcRecords)
        .innerJoin(employees, eq(employees.id, sql`(${oidcRecords.payload} ->> 'accountId')`))
        .where(and(validLink(token), eq(employees.active, true)));
      return found;
    },

    /** Marks a link as used. @returns true for exactly one of several concurrent callers */
    consumeLink: async (tx: Db, token: string): Promise<boolean> =>
      (
        await tx
          .update(oidcRecords)
          .set({ consumedAt: clock.now() })
          .where(validLink(token))
          .returning({ id: oidcRecords.id })
      ).length > 0,

    /** Sets the password behind a link, and ends every sign-in. @returns false when the link has been used meanwhile */
    setPassword(token: string, id: string, passwordHash: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        if (!(await this.consumeLink(tx, token))) return false;
        await tx.update(employees).set({ passwordHash }).where(eq(employees.id, id));
        await endSignIns(tx, id, clock.now());
        return true;
      });
    },
  };
};
export type Employees = ReturnType<typeof createEmployees>;
