import { type Authority, type AuthorityList, authorityLine } from '@hofn/contracts';
import { type CurrentEmployee, currentEmployees, type Db } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { type AuthorityAct, authorityActs, mayHoldAct, rolesOfAct } from '@hofn/domain/authority.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { keyOfEmployee } from '../platform/employee-id.ts';
import { isoInstant } from '../platform/instant.ts';
import { type AuthorityRow, createAuthorityStore } from './authority-store.ts';

/** Days for which authority that is over stays in the list; the audit log has all. */
const shownDays = 90;

const actsOf = ({ roles }: Pick<CurrentEmployee, 'roles'>): AuthorityAct[] =>
  authorityActs.filter((act) => roles.some((role) => rolesOfAct[act].includes(role)));

/** The state of authority on a day. */
export const stateOf = (row: AuthorityRow, today: string): Authority['state'] => {
  if (row.endedAt !== null) return 'ended';
  if (row.validTo !== null && row.validTo < today) return 'over';
  if (row.confirmedAt === null) return 'waiting';
  return row.validFrom > today ? 'coming' : 'holds';
};

const doneBy = (by: string | null, at: string | null) =>
  by === null || at === null ? null : { by, at: isoInstant(at) };

/** Whether one of the roles of an employee covers an act, in a line or, for all lines, in any. */
export const hasRoleFor = (employee: CurrentEmployee, act: AuthorityAct, line: string | null): boolean =>
  line === null ? actsOf(employee).includes(act) : mayHoldAct(employee.given, act, line);

const authorityIn = (
  { row, name }: { row: AuthorityRow; name: string },
  people: readonly CurrentEmployee[],
  caller: StaffMember,
  today: string,
): Authority[] => {
  const act = authorityActs.find((known) => known === row.act);
  const line = authorityLine.nullable().safeParse(row.line);
  // What only a later release knows is not there.
  if (act === undefined || !line.success) return [];
  const person = people.find(({ id }) => id === row.employeeId);
  const state = stateOf(row, today);
  const given = { by: row.givenByName, at: isoInstant(row.givenAt) };
  return [
    {
      ...{ id: row.id, act, line: line.data, upTo: row.upTo, from: row.validFrom, to: row.validTo },
      employee: { key: keyOfEmployee(row.employeeId), name },
      ...{ state, given },
      confirmed: doneBy(row.confirmedByName, row.confirmedAt),
      lowered: doneBy(row.loweredBy, row.loweredAt),
      ended: doneBy(row.endedBy, row.endedAt),
      withoutRole: !person || !hasRoleFor(person, act, line.data),
      mayConfirm: state === 'waiting' && row.givenBy !== caller.id && row.employeeId !== caller.id,
    },
  ];
};

/** Authority as an administrator sees it, and the employees who can be given authority. */
export const authoritiesFor = async (db: Db, caller: StaffMember, today: string): Promise<AuthorityList> => {
  const people = await currentEmployees(db, today);
  const rows = await createAuthorityStore(db).list(addDays(today, -shownDays));
  const others = people.filter(({ id }) => id !== caller.id);
  return {
    items: rows.flatMap((row) => authorityIn(row, people, caller, today)),
    people: others.flatMap((one) => {
      const acts = actsOf(one);
      return acts.length === 0 ? [] : { key: keyOfEmployee(one.id), name: one.name, roles: one.roles, acts };
    }),
    administrators: others.filter(({ roles }) => roles.includes('admin')).length,
  };
};
