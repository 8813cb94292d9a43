import type { ClaimAct } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { authorityOf } from '../../authority/authority-of.ts';
import type { StaffMember } from '../../platform/authorization.ts';
import { keyOfEmployee } from '../../platform/employee-id.ts';
import { needsAuthority } from './approvable.ts';
import { recentChange } from './staff-claim.ts';
import { createDecisionStore, type DecidedClaim } from './store.ts';

/** What is asked about an act that moves money, or says that it will. */
type Asked = {
  act: ClaimAct;
  /** ISK: of a payment with all that the claim has ordered before, so that nobody stays below their limit by paying in parts. */
  amount: number;
  employee: Pick<StaffMember, 'id'>;
  today: string;
};

/** Whether money goes to somebody other than the customer, or into an account that was changed lately (rule DESK-9). */
const isUnusual = async (
  tx: Db,
  { claim, customer }: DecidedClaim,
  act: ClaimAct,
  today: string,
): Promise<boolean> => {
  if (act.kind !== 'claim.pay') return false;
  if (act.payments.some(({ recipientSsn }) => recipientSsn !== customer.ssn)) return true;
  const changedAt = await createDecisionStore(tx).accountChangedAt(claim.customerId, tx);
  return recentChange(changedAt, today) !== null;
};

/**
 * Whether somebody else has to approve an act: it is above the employee’s authority (rule ROLE-3), or is a payment that always
 * needs a second look (rule DESK-9).
 */
export const needsSecondLook = async (tx: Db, of: DecidedClaim, asked: Asked): Promise<boolean> => {
  const { act, amount, employee, today } = asked;
  if (!needsAuthority(act)) return false;
  const { line } = of.claim;
  const upTo = await authorityOf(tx, {
    ...{ employeeKey: keyOfEmployee(employee.id), act: act.kind, line, day: today },
  });
  return upTo === null || upTo < amount || (await isUnusual(tx, of, act, today));
};
