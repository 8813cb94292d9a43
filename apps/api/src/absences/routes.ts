import { randomUUID } from 'node:crypto';
import type { AbsenceList, absenceCalls } from '@hofn/contracts';
import { type CurrentEmployee, currentEmployees, type Database, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { auditStaff } from '../platform/audit.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeOf } from '../platform/caller.ts';
import { employeeIdOf, keyOfEmployee } from '../platform/employee-id.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Handlers } from '../platform/registrar.ts';
import { createAbsenceStore, deputiesOf, deskEmployees } from './store.ts';

const mayChangeOthers = ({ roles }: StaffMember): boolean =>
  roles.includes('supervisor') || roles.includes('admin');

/** Absences that have not ended, as an employee may see and change them. */
const listFor = async (employee: StaffMember, tx: Db, today: string): Promise<AbsenceList> => {
  const store = createAbsenceStore(tx);
  const [rows, everybody, people] = await Promise.all([
    store.from(today),
    currentEmployees(tx, today),
    deskEmployees(tx, today),
  ]);
  const away = deputiesOf(
    rows.filter(({ firstDay }) => firstDay <= today),
    people,
  );
  const personOf = (id: string) => {
    const found = everybody.find((one) => one.id === id);
    return { key: keyOfEmployee(id), name: found?.name ?? keyOfEmployee(id) };
  };
  return {
    // Former employees need no deputy.
    items: rows
      .filter(({ employeeId }) => everybody.some(({ id }) => id === employeeId))
      .map(({ id, employeeId, firstDay, lastDay, deputyId }) => ({
        id,
        employee: personOf(employeeId),
        from: firstDay,
        to: lastDay,
        deputy: deputyId === null ? null : personOf(deputyId),
        deputyAway:
          deputyId !== null && away.some((one) => one.employeeId === employeeId && one.deputy === null),
        mayChange: employeeId === employee.id || mayChangeOthers(employee),
      })),
    people: people.map(({ id }) => personOf(id)),
    you: keyOfEmployee(employee.id),
    mayChangeOthers: mayChangeOthers(employee),
  };
};

/** @throws Fault `validation` naming the field when nobody at the desk has the key */
const personIn = (people: readonly CurrentEmployee[], key: string, path: string): CurrentEmployee => {
  const found = people.find(({ id }) => id === employeeIdOf(key));
  if (!found) throw new Fault('validation', { fields: [{ path, reason: 'noColleague' }] });
  return found;
};

/** Absence of employees, with a deputy (rule DESK-5). */
export const absenceHandlers = ({
  database: { db },
  clock,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
}): Handlers<typeof absenceCalls> => {
  const store = createAbsenceStore(db);

  return {
    absences: ({ request }) => listFor(employeeOf(request), db, dayOf(clock.now())),

    addAbsence: async ({ body, request }) => {
      const employee = employeeOf(request);
      const context = { actor: { id: employee.id }, subject: { id: body.employee } };
      return idempotently({ context, body, request }, async (tx) => {
        const now = clock.now();
        const people = await deskEmployees(tx, dayOf(now));
        if (employeeIdOf(body.employee) !== employee.id && !mayChangeOthers(employee))
          throw new Fault('forbidden');
        const { id: employeeId } = personIn(people, body.employee, 'employee');
        const { from, to } = body;
        const deputyId = body.deputy === null ? null : personIn(people, body.deputy, 'deputy').id;
        if (to < dayOf(now)) throw new Fault('validation', { fields: [{ path: 'to', reason: 'dayPassed' }] });
        if (await store.overlaps(tx, employeeId, from, to))
          throw new Fault('validation', { fields: [{ path: 'from', reason: 'absenceOverlaps' }] });
        const id = randomUUID();
        await store.add(tx, {
          ...{ id, employeeId, firstDay: from, lastDay: to, deputyId },
          ...{ enteredBy: employee.name, enteredAt: now },
        });
        await auditStaff(
          tx,
          request,
          { actor: employee.id, object: { employee: employeeId }, after: { from, to, deputy: deputyId } },
          'staff.absence',
        );
        return listFor(employee, tx, dayOf(clock.now()));
      });
    },

    removeAbsence: async ({ params: { id }, request }) => {
      const employee = employeeOf(request);
      const context = { actor: { id: employee.id }, subject: { id } };
      return idempotently({ context, body: null, request }, async (tx) => {
        const row = await store.find(tx, id);
        if (!row || (row.employeeId !== employee.id && !mayChangeOthers(employee)))
          throw new Fault('notFound');
        await store.remove(tx, id);
        const { employeeId, firstDay: from, lastDay: to, deputyId: deputy } = row;
        await auditStaff(
          tx,
          request,
          { actor: employee.id, object: { employee: employeeId }, before: { from, to, deputy } },
          'staff.absence',
        );
        return listFor(employee, tx, dayOf(clock.now()));
      });
    },
  };
};
