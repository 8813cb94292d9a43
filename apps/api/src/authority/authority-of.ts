import { authorities, type CurrentEmployee, currentEmployees, type Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import { type AuthorityAct, amountOf, mayHoldAct } from '@hofn/domain/authority.ts';
import type { Language } from '@hofn/texts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { ApprovalRow } from '../platform/approvals.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { employeeIdOf, keyOfEmployee } from '../platform/employee-id.ts';
import { whoMayOpen } from '../work-items/colleagues.ts';

/** An employee and the amount up to which they may do an act. */
type Holder = { employee: CurrentEmployee; upTo: number };

/** Who has authority for an act in a line on a day, and one of the roles without which it does not count. */
export const holdersOf = async (
  db: Db,
  { act, line, day }: { act: AuthorityAct; line: string | null; day: string },
): Promise<Holder[]> => {
  const counts = and(
    eq(authorities.act, act),
    isNotNull(authorities.confirmedAt),
    isNull(authorities.endedAt),
  );
  const given = await db.select().from(authorities).where(counts);
  if (given.length === 0) return [];
  return (await currentEmployees(db, day)).flatMap((employee) => {
    const own = given
      .filter(({ employeeId }) => employeeId === employee.id)
      .map(({ validFrom: from, validTo: to, ...row }) => ({ ...row, from, to }));
    const upTo = mayHoldAct(employee.given, act, line) ? amountOf(own, { act, line, day }) : null;
    return upTo === null ? [] : [{ employee, upTo }];
  });
};

/**
 * The amount up to which an employee may do an act in a line of insurance on a day (rule ROLE-3), read again for each act: what was
 * lowered or taken away, a role too, counts no more.
 * @param asked.employeeKey the id without its prefix
 * @param asked.line null for a claim without a line
 * @returns whole ISK; null without authority, when they may not
 */
export const authorityOf = async (
  db: Db,
  { employeeKey, ...asked }: { employeeKey: string; act: AuthorityAct; line: string | null; day: string },
): Promise<number | null> => {
  const id = employeeIdOf(employeeKey);
  return (await holdersOf(db, asked)).find(({ employee }) => employee.id === id)?.upTo ?? null;
};

/** What is decided about a proposal: who has the authority, and may open its case. */
export type Decided = Pick<ApprovalRow, 'line' | 'amount' | 'caseId' | 'proposedBy'> & { act: string };

/** Those who could decide a proposal today: with the authority, not its proposer, and able to open the case (rule ROLE-4). */
export const decidersOf = async (
  db: Db,
  { act, line, amount, caseId, proposedBy }: Decided,
  { now, language }: { now: Date; language: Language },
): Promise<StaffMember[]> => {
  const holders = await holdersOf(db, { act: act as AuthorityAct, line, day: dayOf(now) });
  const keys = holders
    .filter(({ employee, upTo }) => upTo >= amount && employee.id !== proposedBy)
    .map(({ employee }) => keyOfEmployee(employee.id));
  return keys.length === 0 ? [] : whoMayOpen(db, caseId, { language, now, keys });
};
