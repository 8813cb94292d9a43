// A desk on which authority is given, and a claim of Anna's about which employees propose.
import type { Approval, Authority, AuthorityList, Problem } from '@hofn/contracts';
import {
  approvals,
  auditEvents,
  authorities,
  currentEmployees,
  type Database,
  employeeRoles,
  staffViews,
} from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { dayOf } from '@hofn/domain';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import { asc, eq } from 'drizzle-orm';
import { employeeIdOf } from '../platform/employee-id.ts';
import { fillWorkItem } from '../work-items/testing.ts';
import { came, type Name, startDesk } from '../work-items/testing-desk.ts';
import { type Proposal, propose } from './propose.ts';
import { freshSubjects, withExampleActs } from './testing.ts';

export const authoritiesPath = '/api/staff/v1/authorities';
export const approvalsPath = '/api/staff/v1/approvals';

/** The case of the claim. */
export const caseId = 'k1';

/** Katrín and Una administer, Bjarni too; Katrín, Bjarni and Stína may be given authority. */
const administrators = ['katrin', 'una', 'bjarni'] as const;

export const startAuthorityDesk = async (database: Database) => {
  const subjects = freshSubjects();
  const desk = await startDesk(
    database,
    withExampleActs(subjects, ['claim.decide', 'claim.pay', 'claim.reserve']),
  );
  const { db } = database;
  const role = (name: Name, given: string, lines: string[] | null = null) => ({
    ...{ employeeId: employeeIdOf(name), role: given, lines, validFrom: '2026-01-01', validTo: null },
    ...{ givenBy: null, givenAt: new Date(came) },
  });
  const rolesOf = await db.select().from(employeeRoles);
  const api = await inRoleOf('api', database);

  /** An answer of a call that ought to be accepted. */
  const accepted = async <Answer>(answer: Response): Promise<Answer> => {
    const read = await answer.json();
    if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(read)}`);
    return read as Answer;
  };
  const refused = async (answer: Response) => {
    const { errorCode, errors = {} } = (await answer.json()) as Problem;
    return { status: answer.status, errorCode, fields: Object.keys(errors) };
  };
  const list = async (as: Name) => accepted<AuthorityList>(await desk.get(as, authoritiesPath));
  const give = (as: Name, employee: Name, more: Partial<Authority> = {}) =>
    desk.send(as, authoritiesPath, {
      ...{ employee, act: 'claim.pay', line: null, upTo: 500_000, from: '2026-11-20', to: null },
      ...more,
    });
  /** The only one that an employee was given. */
  const newest = async (employee: Name): Promise<Authority> => {
    const found = (await list('una')).items.filter((one) => one.employee.key === employee).at(-1);
    if (!found) throw new Error(`${employee} was given no authority`);
    return found;
  };
  const confirm = (as: Name, id: string) => desk.send(as, `${authoritiesPath}/${id}/confirm`, {});
  const end = (as: Name, id: string, upTo: number | null = null) =>
    desk.send(as, `${authoritiesPath}/${id}/end`, { upTo });
  const approvalsOf = async (as: Name) =>
    (await accepted<{ items: Approval[] }>(await desk.get(as, approvalsPath))).items;

  return {
    desk,
    db,
    /** In the database role of the API. */
    api: api.db,
    subjects,
    ...{ accepted, refused, list, give, newest, confirm, end, approvalsOf, role },
    /** Gives authority by two administrators who are not the employee. */
    authorize: async (employee: Name, upTo: number, more: Partial<Authority> = {}): Promise<Authority> => {
      const [giver, confirmer] = administrators.filter((one) => one !== employee);
      await accepted(await give(giver ?? 'una', employee, { upTo, ...more }));
      const isOf = (one: Authority) => one.employee.key === employee;
      const waiting = (await list('una')).items.find((one) => isOf(one) && one.state === 'waiting');
      const { items } = await accepted<AuthorityList>(
        await confirm(confirmer ?? 'katrin', waiting?.id ?? 'none'),
      );
      const confirmed = items.find(({ id }) => id === waiting?.id);
      if (!confirmed) throw new Error(`${employee} was given no authority`);
      return confirmed;
    },
    /** Proposes as a feature does, in a transaction of the API. */
    propose: async (as: Name, amount: number, more: Partial<Proposal> = {}) => {
      const now = desk.clock.now();
      const people = await currentEmployees(api.db, dayOf(now));
      const employee = people.find(({ id }) => id === employeeIdOf(as));
      if (!employee) throw new Error(`${as} is no employee`);
      return api.db.transaction((tx) =>
        propose(tx, {
          ...{ act: 'claim.pay' as AuthorityAct, line: null, amount, customerId: 'anna', claimId: 'c1' },
          ...{ caseId, payload: { account: subjects.account }, subjectVersion: subjects.version ?? 0 },
          ...{ employee, language: 'is' as const, now, ...more },
        }),
      );
    },
    decide: (as: Name, id: string, decision: string, note = '', headers: Record<string, string> = {}) =>
      desk.send(as, `${approvalsPath}/${id}`, { decision, note }, 'POST', headers),
    read: (as: Name, id: string) => desk.get(as, `${approvalsPath}/${id}`),
    /** Deletes all authority and proposals, and opens the case again. */
    begin: async () => {
      await desk.begin();
      await db.delete(approvals);
      await db.delete(authorities);
      await db.delete(staffViews);
      await db.delete(employeeRoles);
      await db.insert(employeeRoles).values([...rolesOf, ...administrators.map((one) => role(one, 'admin'))]);
      await fillWorkItem(database);
      Object.assign(subjects, freshSubjects(), { refusal: undefined });
    },
    audited: async (action: string) =>
      db
        .select({ actor: auditEvents.actorId, object: auditEvents.object, details: auditEvents.details })
        .from(auditEvents)
        .where(eq(auditEvents.action, action))
        .orderBy(asc(auditEvents.id)),
  };
};
export type AuthorityDesk = Awaited<ReturnType<typeof startAuthorityDesk>>;
