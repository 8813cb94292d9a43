import type { EmployeeAct, NewEmployee, RoleToGive } from '@hofn/contracts';
import { type Db, employees, type Jobs } from '@hofn/database';
import { type Clock, dayOf } from '@hofn/domain';
import { appliesOn } from '@hofn/domain/staff-roles.ts';
import type { Language } from '@hofn/texts';
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { listEmployees, type StoredEmployee } from './employee-list.ts';
import { endSignIns } from './end-sign-ins.ts';
import { createEmployeeLinks } from './links.ts';
import { areSameRoles, giveRoles, hasRole, rolesGivenTo } from './roles.ts';

/** Why a change was refused. `taken` names a field whose value belongs to another employee. */
export type EmployeeRefusal =
  | { ok: false; errorCode: 'notFound' | 'lastAdministrator' | 'managedElsewhere' | 'ownRoles' }
  | { ok: false; errorCode: 'taken'; field: 'username' | 'email' | 'ssn' | 'subject' };
export type EmployeeOutcome = { ok: true; employee: StoredEmployee } | EmployeeRefusal;

/** Records an accepted change of the employee `id` in its transaction. */
export type RecordChange = (tx: Db, id: string) => Promise<void>;

/** Makes changes wait for each other, so that two administrators cannot dismiss each other at the same moment. */
const lockAdministrators = async (tx: Db, today: string): Promise<void> => {
  await tx
    .select({ id: employees.id })
    .from(employees)
    .where(hasRole('admin', today))
    .orderBy(employees.id)
    .for('update');
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

/** What keeps an installation from losing its last administrator, and administrators from giving themselves roles. */
const administratorRules = (today: () => string) => {
  const lastAdministrator = { ok: false, errorCode: 'lastAdministrator' } as const;
  const managedElsewhere = { ok: false, errorCode: 'managedElsewhere' } as const;
  /** Whether somebody else is an administrator too. */
  const hasOtherAdministrator = async (tx: Db, id: string): Promise<boolean> =>
    (await tx.$count(
      employees,
      and(ne(employees.id, id), eq(employees.active, true), hasRole('admin', today())),
    )) > 0;
  const isLastAdministrator = async (tx: Db, { id, active }: { id: string; active: boolean }) => {
    if (!active || (await hasOtherAdministrator(tx, id))) return false;
    return (await tx.$count(employees, and(eq(employees.id, id), hasRole('admin', today())))) > 0;
  };
  /** Why an employee cannot be given these roles; undefined when they can, or when nothing changes. */
  const refuseRoles = async (
    tx: Db,
    row: typeof employees.$inferSelect,
    given: readonly RoleToGive[],
    by: string | undefined,
  ): Promise<EmployeeRefusal | undefined> => {
    if (areSameRoles(given, await rolesGivenTo(tx, row.id, today()))) return undefined;
    if (row.subject !== null) return managedElsewhere;
    if (row.id === by) return { ok: false, errorCode: 'ownRoles' };
    const staysAdministrator = given.some((role) => role.role === 'admin' && appliesOn(role, today()));
    return !staysAdministrator && (await isLastAdministrator(tx, row)) ? lastAdministrator : undefined;
  };
  return { lastAdministrator, managedElsewhere, isLastAdministrator, refuseRoles };
};

/** Administration of employees (rule HOLD-11). */
export const createEmployees = (parts: {
  db: Db;
  clock: Clock;
  random: Random;
  outbox: Pick<Jobs, 'send'>;
  issuer: string;
  /** Whether staff may sign in here, and not only at the insurer's own OpenID provider. */
  allowsLocal?: boolean;
}) => {
  const { db, clock, allowsLocal = true } = parts;
  const links = createEmployeeLinks(parts);
  const today = (): string => dayOf(clock.now());

  const done = async (tx: Db, id: string): Promise<EmployeeOutcome> => {
    const [employee] = await listEmployees(tx, today(), eq(employees.id, id));
    return employee ? { ok: true, employee } : { ok: false, errorCode: 'notFound' };
  };

  const change = (
    id: string,
    record: RecordChange,
    work: (tx: Db, row: typeof employees.$inferSelect) => Promise<EmployeeRefusal | undefined>,
  ): Promise<EmployeeOutcome> =>
    db.transaction(async (tx) => {
      await lockAdministrators(tx, today());
      const [row] = await tx.select().from(employees).where(eq(employees.id, id));
      if (!row) return { ok: false, errorCode: 'notFound' };
      const refusal = await work(tx, row);
      if (refusal) return refusal;
      await record(tx, id);
      return done(tx, id);
    });

  const { lastAdministrator, managedElsewhere, isLastAdministrator, refuseRoles } = administratorRules(today);

  return {
    list: (): Promise<StoredEmployee[]> => listEmployees(db, today()),

    /** Adds an employee and e-mails them the link. @param giver name of the administrator; null for a command */
    add: (
      { username, fullName, email, ssn, given }: NewEmployee,
      language: Language,
      record: RecordChange,
      giver: string | null = null,
    ): Promise<EmployeeOutcome> =>
      db.transaction(async (tx) => {
        if (!allowsLocal) return managedElsewhere;
        await lockAdministrators(tx, today());
        const id = employeeId(username);
        const taken = await findTaken(tx, id, { username, email, ssn });
        if (taken) return taken;
        await tx.insert(employees).values({ id, username, fullName, email, ssn });
        await giveRoles(tx, id, given, { name: giver, at: clock.now() });
        await links.mail(tx, id, language);
        await record(tx, id);
        return done(tx, id);
      }),

    /** @param by the administrator, who gives themselves no roles (rule ROLE-5); none for a command */
    act: (
      key: string,
      act: EmployeeAct,
      language: Language,
      record: RecordChange,
      by?: { id: string; name: string },
    ): Promise<EmployeeOutcome> =>
      change(employeeId(key), record, async (tx, row) => {
        const { id } = row;
        switch (act.act) {
          case 'change': {
            const { fullName, email, ssn, given } = act;
            const refused = await refuseRoles(tx, row, given, by?.id);
            if (refused) return refused;
            const taken = await findTaken(tx, id, { email, ssn });
            if (taken) return taken;
            await tx.update(employees).set({ fullName, email, ssn }).where(eq(employees.id, id));
            await giveRoles(tx, id, given, { name: by?.name ?? null, at: clock.now() });
            return undefined;
          }
          case 'dismiss':
            if (await isLastAdministrator(tx, row)) return lastAdministrator;
            await tx
              .update(employees)
              .set({ active: false, inactiveBy: 'staff' })
              .where(eq(employees.id, id));
            return void (await endSignIns(tx, id, clock.now()));
          case 'restore':
            await tx.update(employees).set({ active: true, inactiveBy: null }).where(eq(employees.id, id));
            return undefined;
          case 'endSessions':
            return void (await endSignIns(tx, id, clock.now()));
          case 'sendLink':
            if (!row.active) return { ok: false, errorCode: 'notFound' };
            if (!allowsLocal || row.subject !== null) return managedElsewhere;
            return void (await links.mail(tx, id, language));
        }
      }),

    /**
     * Links an employee to an account at the insurer's own OpenID provider, where alone they then sign in, or undoes that.
     */
    linkAccount: (
      key: string,
      account: { issuer: string; subject: string } | undefined,
      record: RecordChange,
    ): Promise<EmployeeOutcome> =>
      change(employeeId(key), record, async (tx, { id }) => {
        if (account) {
          const { issuer, subject } = account;
          const isSame = and(eq(employees.issuer, issuer), eq(employees.subject, subject));
          if ((await tx.$count(employees, and(ne(employees.id, id), isSame))) > 0)
            return { ok: false, errorCode: 'taken', field: 'subject' };
        }
        await tx
          .update(employees)
          .set(account ?? { issuer: null, subject: null })
          .where(eq(employees.id, id));
        return void (await endSignIns(tx, id, clock.now()));
      }),

    /** A link for the command line, which prints it: an installation may have no e-mail yet. */
    createLink: (key: string, language: Language) => links.create(db, employeeId(key), language),
    ownerOfLink: links.ownerOf,
    consumeLink: (token: string) => links.consume(db, token),

    /** Sets the password behind a link, and ends every sign-in. @returns false when the link has been used meanwhile */
    setPassword: (token: string, id: string, passwordHash: string, record: RecordChange): Promise<boolean> =>
      db.transaction(async (tx) => {
        if (!(await links.consume(tx, token))) return false;
        await tx.update(employees).set({ passwordHash }).where(eq(employees.id, id));
        await endSignIns(tx, id, clock.now());
        await record(tx, id);
        return true;
      }),
  };
};
export type Employees = ReturnType<typeof createEmployees>;
