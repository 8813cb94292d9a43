import type { Approval } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import type { ApprovableActs, ApprovalRow } from '../platform/approvals.ts';
import { createApprovalStore } from './approval-store.ts';
import { holdersOf } from './authority-of.ts';
import { approvalOf, openable, type Reader } from './shown.ts';

const ownDays = 30;
const dayMs = 86_400_000;

/** The oldest first among those that wait, then what was decided, the newest first. */
const inOrder = (a: Approval, b: Approval): number => {
  if ((a.decided === null) !== (b.decided === null)) return a.decided === null ? -1 : 1;
  if (a.decided && b.decided) return a.decided.at < b.decided.at ? 1 : -1;
  return a.proposed.at < b.proposed.at ? -1 : 1;
};

/** Those that could concern the employee, by authority alone: the others are not even described. */
const concerning = async (
  rows: readonly ApprovalRow[],
  db: Db,
  { employee: { id, roles }, now }: Reader,
): Promise<ApprovalRow[]> => {
  if (roles.includes('supervisor')) return [...rows];
  const amounts = new Map<string, number>();
  for (const { act, line } of rows) {
    const key = `${act} ${line}`;
    if (amounts.has(key)) continue;
    const holders = await holdersOf(db, { act: act as AuthorityAct, line, day: dayOf(now) });
    amounts.set(key, holders.find(({ employee }) => employee.id === id)?.upTo ?? -1);
  }
  return rows.filter(
    ({ proposedBy, act, line, amount }) =>
      proposedBy === id || (amounts.get(`${act} ${line}`) ?? -1) >= amount,
  );
};

/**
 * The proposals that concern an employee: those that wait and they may decide, their own, and for supervisors those that nobody may
 * decide. Without what they say, so reading the list is not recorded.
 */
export const approvalsFor = async (db: Db, acts: ApprovableActs, reader: Reader): Promise<Approval[]> => {
  const store = createApprovalStore(db);
  const { employee, now } = reader;
  const waiting = await store.waiting();
  const since = new Date(now.getTime() - ownDays * dayMs).toISOString();
  const own = await store.own(employee.id, since);
  const rows = await concerning(
    [...new Map([...waiting, ...own].map((row) => [row.id, row])).values()],
    db,
    reader,
  );
  const open = await openable(
    db,
    rows.map(({ caseId }) => caseId),
    reader,
  );
  const shown: Approval[] = [];
  for (const row of rows) {
    const act = acts[row.act];
    const mayOpenCase = open.has(row.caseId);
    // Of what has become the employee’s own matter nothing is there, not even that somebody waits (rule ROLE-4).
    if (!act || (!mayOpenCase && employee.conflicts.customers.includes(row.customerId))) continue;
    const one = await approvalOf(db, act, row, reader, { inFull: false, mayOpenCase });
    if (one.own || one.mayDecide || one.nobodyMayDecide) shown.push(one);
  }
  return shown.toSorted(inOrder);
};
