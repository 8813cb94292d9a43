import type { EmployeeAct, NewEmployee } from '@hofn/contracts';
import { type Db, employees, type Jobs } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, arrayContains, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { listEmployees, type StoredEmployee } from './employee-list.ts';
import { endSignIns } from './end-sign-ins.ts';
import { createEmployeeLinks } from './links.ts';

/** Why a change was refused. `taken` names a field whose value belongs to another employee. */
export type EmployeeRefusal =
  | { ok: false; errorCode: 'notFound' | 'lastAdministrator' | 'managedElsewhere' }
  | { ok: false; errorCode: 'taken'; field: 'username' | 'email' | 'ssn' | 'subject' };
export type EmployeeOutcome = { ok: true; employee: StoredEmployee } | EmployeeRefusal;

/** Records an accepted change of the employee `id` in its transaction. */
export type RecordChange = (tx: Db, id: string) => Promise<void>;

const isAdministrator = arrayContains(employees.roles, ['admin']);

const hasSameRoles = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join() === others.toSorted().join();

/** Makes changes wait for each other, so that two administrators cannot dismiss each other at the same moment. */
const lockAdministrators = async (tx: Db): Promise<void> => {
  await tx
    .select({ id: employees.id })
    .from(employees)
    .where(isAdministrator)
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

  const done = async (tx: Db, id: string): Promise<EmployeeOutcome> => {
    const [employee] = await listEmployees(tx, eq(employees.id, id));
    return employee ? { ok: true, employee } : { ok: false, errorCode: 'notFound' };
  };

  const change = (
    id: string,
    record: RecordChange,
    work: (tx: Db, row: typeof employees.$inferSelect) => Promise<EmployeeRefusal | undefined>,
  ): Promise<EmployeeOutcome> =>
    db.transaction(async (tx) => {
      await lockAdministrators(tx);
      const [row] = await tx.select().from(employees).where(eq(employees.id, id));
      if (!row) return { ok: false, errorCode: 'notFound' };
      const refusal = await work(tx, row);
      if (refusal) return refusal;
      await record(tx, id);
      return done(tx, id);
    });

  /** Whether somebody else is an administrator too. */
  const hasOtherAdministrator = async (tx: Db, id: string): Promise<boolean> =>
    (await tx.$count(employees, and(ne(employees.id, id), eq(employees.active, true), isAdministrator))) > 0;
  const isLastAdministrator = async (tx: Db, row: { id: string; active: boolean; roles: string[] }) =>
    row.active && row.roles.includes('admin') && !(await hasOtherAdministrator(tx, row.id));
  const lastAdministrator = { ok: false, errorCode: 'lastAdministrator' } as const;
  const managedElsewhere = { ok: false, errorCode: 'managedElsewhere' } as const;

  return {
    list: (): Promise<StoredEmployee[]> => listEmployees(db),

    /** Adds an employee and e-mails them the link. */
    add: (
      { username, fullName, email, ssn, roles }: NewEmployee,
      language: Language,
      record: RecordChange,
    ): Promise<EmployeeOutcome> =>
      db.transaction(async (tx) => {
        if (!allowsLocal) return managedElsewhere;
        await lockAdministrators(tx);
        const id = employeeId(username);
        const taken = await findTaken(tx, id, { username, email, ssn });
        if (taken) return taken;
        await tx.insert(employees).values({ id, username, fullName, email, ssn, roles });
        await links.mail(tx, id, language);
        await record(tx, id);
        return done(tx, id);
      }),

    act: (
      key: string,
      act: EmployeeAct,
      language: Language,
      record: RecordChange,
    ): Promise<EmployeeOutcome> =>
      change(employeeId(key), record, async (tx, row) => {
        const { id } = row;
        switch (act.act) {
          case 'change': {
            const { fullName, email, ssn, roles } = act;
            if (row.subject !== null && !hasSameRoles(roles, row.roles)) return managedElsewhere;
            if (!roles.includes('admin') && (await isLastAdministrator(tx, row))) return lastAdministrator;
            const taken = await findTaken(tx, id, { email, ssn });
            if (taken) return taken;
            await tx.update(employees).set({ fullName, email, ssn, roles }).where(eq(employees.id, id));
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
