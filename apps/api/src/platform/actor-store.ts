import {
  accessGrants,
  actingChoices,
  companyInvolvement,
  createConflictCheck,
  createEmployeeCheck,
  customers,
  type Db,
  staffViews,
} from '@hofn/database';
import { and, eq, gt, gte, isNull, lt, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Customer, OpenStaffView, Role, StaffMember } from './authorization.ts';
import { customerColumns } from './customer.ts';
import { isoInstant } from './instant.ts';
import { createHiddenClaims } from './sensitive-claims.ts';
import { parameter } from './sql.ts';
import { sweep } from './sweep.ts';

/** A customer and the actor's role for them today; null when the actor may no longer act. */
export type ActingChoice = { subject: Customer; role: Role | null };

export type ActorStore = ReturnType<typeof createActorStore>;

type Day = SQLWrapper | string;

/** Whether an involvement with a company is registered on a day. */
export const isRegisteredOn = (day: Day) =>
  and(
    lte(companyInvolvement.registeredOn, day),
    or(isNull(companyInvolvement.endedOn), gte(companyInvolvement.endedOn, day)),
  );

/** Whether a grant is valid on a day. */
export const isGrantedOn = (day: Day) =>
  and(isNull(accessGrants.endedAt), lte(accessGrants.validFrom, day), gte(accessGrants.validTo, day));

/**
 * What a person may do for another customer on a day, or null: everything for a company whose procuration they have
 * (rule ACC-4), else the role of the grant valid that day (rule ACC-2).
 */
export const roleOn = (actor: SQLWrapper, subject: SQLWrapper, today: SQLWrapper): SQL<Role | null> => {
  const role = sql`case
    when exists (
      select 1 from ${companyInvolvement}
      where ${companyInvolvement.customerId} = ${actor} and ${companyInvolvement.companyId} = ${subject}
        and ${companyInvolvement.involvement} = 'procuration' and ${isRegisteredOn(today)}
    ) then 'Admin'
    else (
      select ${accessGrants.role}::text from ${accessGrants}
      where ${accessGrants.customerId} = ${subject} and ${accessGrants.holderId} = ${actor}
        and ${isGrantedOn(today)}
    )
  end`;
  // Nested in `sql` so that Drizzle keeps table prefixes in a single-table select.
  return sql<Role | null>`(${role})`;
};

/** The employee or customer behind a token, the customer they act for, and those they may act for. Days are `YYYY-MM-DD`. */
export const createActorStore = (db: Db) => {
  const byId = db
    .select(customerColumns)
    .from(customers)
    .where(eq(customers.id, sql.placeholder('id')))
    .prepare('actor_by_id');
  const today = parameter('today', 'date');
  const actingChoice = db
    .select({
      subject: customerColumns,
      role: roleOn(actingChoices.actorId, actingChoices.subjectId, today),
    })
    .from(actingChoices)
    .innerJoin(customers, eq(customers.id, actingChoices.subjectId))
    .where(
      and(
        eq(actingChoices.actorId, sql.placeholder('actorId')),
        eq(actingChoices.session, sql.placeholder('session')),
      ),
    )
    .prepare('acting_choice');
  const findEmployee = createEmployeeCheck(db);
  const findConflicts = createConflictCheck(db);
  const findHiddenClaims = createHiddenClaims(db);
  const view = db
    .select({
      subject: customerColumns,
      view: { id: staffViews.id, reason: staffViews.reason, endsAt: staffViews.endsAt },
    })
    .from(staffViews)
    .innerJoin(customers, eq(customers.id, staffViews.customerId))
    .where(
      and(
        eq(customers.ssn, sql.placeholder('ssn')),
        eq(staffViews.employeeId, sql.placeholder('employeeId')),
        isNull(staffViews.endedAt),
        gt(staffViews.endsAt, sql.placeholder('now')),
      ),
    )
    .prepare('open_view');
  const ofSession = (actorId: string, session: string) =>
    and(eq(actingChoices.actorId, actorId), eq(actingChoices.session, session));
  return {
    customer: async (id: string): Promise<Customer | undefined> => (await byId.execute({ id }))[0],
    /** The employee, unless dismissed, without a role today, or signed in (ms since 1970) before their sessions were ended. */
    employee: async (id: string, signedInAt: number, day: string): Promise<StaffMember | undefined> => {
      const [employee, conflicts] = await Promise.all([
        findEmployee(id, signedInAt, day),
        findConflicts(id, day),
      ]);
      return employee && { ...employee, conflicts };
    },
    /**
     * The customer, by kennitala, that an employee has an open view of, with the claims that the employee may not see in it. A
     * conflict of interest that has arisen since ends the view. `now` as RFC 3339.
     */
    view: async (
      employee: StaffMember,
      ssn: string,
      now: string,
    ): Promise<{ subject: Customer; view: OpenStaffView } | undefined> => {
      const [row] = await view.execute({ employeeId: employee.id, ssn, now });
      if (!row || employee.conflicts.customers.includes(row.subject.id)) return undefined;
      const hiddenClaims = await findHiddenClaims(employee, row.subject);
      return {
        subject: { ...row.subject, hiddenClaims },
        view: { ...row.view, endsAt: isoInstant(row.view.endsAt) },
      };
    },
    /** The customer the actor has chosen to act for in a session. */
    chosen: async (actorId: string, session: string, day: string): Promise<ActingChoice | undefined> =>
      (await actingChoice.execute({ actorId, session, today: day }))[0],
    /** The customer with a kennitala, if the actor may act for them. */
    findSubject: async (
      actorId: string,
      ssn: string,
      day: string,
    ): Promise<{ subject: Customer; role: Role } | undefined> => {
      const [row] = await db
        .select({
          subject: customerColumns,
          role: roleOn(sql`${actorId}`, customers.id, sql`${day}::date`),
        })
        .from(customers)
        .where(eq(customers.ssn, ssn));
      return row && row.role !== null ? { subject: row.subject, role: row.role } : undefined;
    },
    choose: async (actorId: string, session: string, subjectId: string, chosenAt: string): Promise<void> => {
      await db
        .insert(actingChoices)
        .values({ actorId, session, subjectId, chosenAt })
        .onConflictDoUpdate({
          target: [actingChoices.actorId, actingChoices.session],
          set: { subjectId, chosenAt },
        });
    },
    /** Makes the actor act for themselves again. */
    endChoice: async (actorId: string, session: string): Promise<void> => {
      await db.delete(actingChoices).where(ofSession(actorId, session));
    },
  };
};

/** Choices are deleted after this time; their sessions have ended long before. */
const retentionMs = 90 * 24 * 3_600_000;

/** Deletes choices of sessions that have ended. */
export const deleteOldChoices = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionMs).toISOString();
  await sweep(db, actingChoices, lt(actingChoices.chosenAt, before));
};
