import type { CoreLedgerGroup } from '@hofn/contracts';
import { claims, type Db, policies } from '@hofn/database';
import { and, eq, not } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { isHiddenFrom } from '../platform/sensitive-claims.ts';
import { anyOf } from '../platform/sql.ts';

/**
 * Finds the groups of postings that must not name their customer: those of people the employee has a conflict of interest with
 * (rule ROLE-4), and those of claims about injuries and health that the employee may not read (rule ROLE-2). Their amounts stay,
 * or the books would not balance. A claim that is not on file here counts as hidden.
 */
export const hiddenGroups = async (
  db: Db,
  employee: StaffMember,
  groups: readonly CoreLedgerGroup[],
): Promise<(group: CoreLedgerGroup) => boolean> => {
  const own = new Set(employee.conflicts.ssns);
  const isHidden = isHiddenFrom(employee, {
    line: claims.line,
    form: claims.form,
    productId: policies.productId,
  });
  const numbers = [...new Set(groups.flatMap(({ claim }) => (claim === null ? [] : [claim])))];
  const rows =
    numbers.length === 0
      ? []
      : await db
          .select({ number: claims.number })
          .from(claims)
          .leftJoin(
            policies,
            and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)),
          )
          .where(and(anyOf(claims.number, numbers), isHidden && not(isHidden)));
  const shown = new Set(rows.map(({ number }) => number));
  return ({ customer, claim }) => own.has(customer) || (claim !== null && !shown.has(claim));
};
