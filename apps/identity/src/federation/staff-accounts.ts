import { newEmployee } from '@hofn/contracts';
import { type Db, employees, recordAuditEvent } from '@hofn/database';
import { type Clock, dayOf } from '@hofn/domain';
import { appliesOn, type StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, eq, ne } from 'drizzle-orm';
import { employeeId } from '../accounts.ts';
import { endSignIns } from '../employees/end-sign-ins.ts';
import { giveRoles, rolesGivenTo } from '../employees/roles.ts';
import type { Random } from '../passwords.ts';

const emailSchema = newEmployee.shape.email;

/** Who signed in at the insurer's OpenID provider. Only `issuer` and `subject` identify the employee. */
export type OutsideIdentity = {
  issuer: string;
  subject: string;
  username: string | undefined;
  name: string | undefined;
  email: string | undefined;
  roles: StaffRole[];
};

/** `incomplete`: a new employee's name or e-mail address is missing. */
export type StaffRefusal = 'dismissed' | 'noRole' | 'incomplete';
export type StaffOutcome = { ok: true; sub: string } | { ok: false; reason: StaffRefusal; sub?: string };

/** Who caused a change that no employee made, for the audit. */
export type Cause = { by: 'federation' | 'scim'; address: string; requestId: string };

/** Records a change of an employee that the insurer's user directory made (rule HOLD-14). */
export const recordFromDirectory = (
  tx: Db,
  action: 'staff.addEmployee' | 'staff.actOnEmployee',
  object: string,
  { by, address, requestId }: Cause,
  details: object,
): Promise<void> =>
  recordAuditEvent(tx, {
    action,
    actorKind: 'system',
    authority: 'system',
    object,
    details: { ...details, by },
    address,
    requestId,
  });

/** A key that says nothing about the employee: names and user names of the directory change. */
export const createEmployeeKey = (random: Random): string => random(10).toString('hex');

/** The user name if it is free, else the key, which is unique. */
export const freeUsername = async (
  tx: Db,
  wanted: string | undefined,
  { id, key }: { id: string; key: string },
): Promise<string> => {
  const username = wanted?.toLowerCase();
  if (username === undefined || username.length > 100) return key;
  const isTaken =
    (await tx.$count(employees, and(eq(employees.username, username), ne(employees.id, id)))) > 0;
  return isTaken ? key : username;
};

/** Gives an employee the roles that the directory names, from today; those that they had keep their first day. @returns those before */
const giveNamed = async (tx: Db, id: string, roles: readonly StaffRole[], at: Date): Promise<StaffRole[]> => {
  const today = dayOf(at);
  const before = (await rolesGivenTo(tx, id, today)).filter((given) => appliesOn(given, today));
  const given = roles.map((role) => ({
    ...{ role, lines: null, to: null },
    from: before.find((other) => other.role === role)?.from ?? today,
  }));
  await giveRoles(tx, id, given, { name: null, at });
  return before.map(({ role }) => role);
};

const addressOf = (identity: OutsideIdentity): string | undefined =>
  [identity.email, identity.username].find((text) => emailSchema.safeParse(text).success);

/**
 * Finds or creates the employee of an identity, and gives them the roles that it has now (rule HOLD-11). An employee is
 * created only with a role; one whose last role is gone loses their sessions too.
 */
export const admitStaff = (
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  identity: OutsideIdentity,
  cause: Cause,
): Promise<StaffOutcome> =>
  db.transaction(async (tx): Promise<StaffOutcome> => {
    const { issuer, subject, roles } = identity;
    const find = async () =>
      (
        await tx
          .select()
          .from(employees)
          .where(and(eq(employees.issuer, issuer), eq(employees.subject, subject)))
          .for('update')
      )[0];
    let row = await find();
    if (!row) {
      if (roles.length === 0) return { ok: false, reason: 'noRole' };
      const email = addressOf(identity);
      if (identity.name === undefined || email === undefined) return { ok: false, reason: 'incomplete' };
      const key = createEmployeeKey(random);
      const id = employeeId(key);
      const username = await freeUsername(tx, identity.username, { id, key });
      const added = await tx
        .insert(employees)
        .values({ id, username, fullName: identity.name, email, issuer, subject })
        // Signing in twice at once creates one employee.
        .onConflictDoNothing({ target: [employees.issuer, employees.subject] })
        .returning({ id: employees.id });
      if (added.length > 0) {
        await giveNamed(tx, id, roles, clock.now());
        await recordFromDirectory(tx, 'staff.addEmployee', id, cause, { roles });
        return { ok: true, sub: id };
      }
      row = await find();
      if (!row) throw new Error('The employee was deleted while they signed in');
    }
    const { id: sub } = row;
    if (!row.active) return { ok: false, reason: 'dismissed', sub };
    const fullName = identity.name ?? row.fullName;
    const email = addressOf(identity) ?? row.email;
    await tx.update(employees).set({ fullName, email }).where(eq(employees.id, sub));
    const rolesBefore = await giveNamed(tx, sub, roles, clock.now());
    if (rolesBefore.toSorted().join() !== roles.toSorted().join())
      await recordFromDirectory(tx, 'staff.actOnEmployee', sub, cause, {
        act: 'change',
        roles,
        rolesBefore,
      });
    if (roles.length > 0) return { ok: true, sub };
    await endSignIns(tx, sub, clock.now());
    return { ok: false, reason: 'noRole', sub };
  });
