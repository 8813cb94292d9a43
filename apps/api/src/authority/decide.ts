import type { ApprovalDecision, LapseReason } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import type { Language } from '@hofn/texts';
import type { ApprovableAct, ApprovalRow } from '../platform/approvals.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { keyOfEmployee } from '../platform/employee-id.ts';
import { Fault } from '../platform/fault.ts';
import { createWorkItemStore } from '../work-items/store.ts';
import { type ApprovalEnd, createApprovalStore } from './approval-store.ts';
import { authorityOf } from './authority-of.ts';
import { writeHistory } from './history.ts';
import { payloadHash } from './payload-hash.ts';

const stateOf = { approve: 'approved', refuse: 'refused', return: 'returned' } as const;

/** Whether the employee has the authority for a proposal today. */
export const hasAuthorityFor = async (
  db: Db,
  { act, line, amount }: Pick<ApprovalRow, 'act' | 'line' | 'amount'>,
  { id }: Pick<StaffMember, 'id'>,
  now: Date,
): Promise<boolean> => {
  const asked = { employeeKey: keyOfEmployee(id), act: act as AuthorityAct, line, day: dayOf(now) };
  const upTo = await authorityOf(db, asked);
  return upTo !== null && upTo >= amount;
};

/** Why a proposal can be decided no more; undefined if it can. */
const lapseOf = async (tx: Db, act: ApprovableAct, row: ApprovalRow): Promise<LapseReason | undefined> => {
  if (payloadHash(row.payload) !== row.payloadHash) return 'altered';
  if ((await act.currentVersion(tx, row)) !== row.subjectVersion) return 'changed';
  return (await act.isStillValid(tx, row)) ? undefined : 'account';
};

/** The work item gets another version if it waits: what it waited for has come, so its owner has it back. */
const endWait = async (tx: Db, caseId: string): Promise<void> => {
  const store = createWorkItemStore(tx);
  const row = await store.lockForUpdate(tx, caseId);
  if (row?.state === 'open' && row.waitsVersion === row.version) await store.change(tx, caseId, {});
};

/**
 * Decides a proposal (rule ROLE-3). One whose object, amount or account has changed since lapses instead, whatever was decided; that
 * is an answer and no error, so that it is stored. The caller has checked that the employee may open the case.
 * @returns what the proposal has become, and what runs after the transaction
 * @throws Fault `approvalDecided`, `ownProposal`, `authorityMissing`, `validation` naming `note`, and what carrying out throws
 */
export const decide = async (
  tx: Db,
  unlocked: ApprovalRow,
  {
    act,
    decision,
    note,
    employee,
    language,
    now,
  }: {
    act: ApprovableAct;
    decision: ApprovalDecision;
    note: string;
    employee: StaffMember;
    language: Language;
    now: Date;
  },
): Promise<{ state: ApprovalEnd['state']; after?: () => Promise<void> }> => {
  const store = createApprovalStore(tx);
  // In the order in which every writer locks: the feature’s own row, the work item, the proposal.
  await act.lock?.(tx, unlocked);
  await createWorkItemStore(tx).lockForUpdate(tx, unlocked.caseId);
  const row = await store.lock(tx, unlocked.id);
  if (!row) throw new Fault('notFound');
  if (row.state !== 'waiting') throw new Fault('approvalDecided');
  if (row.proposedBy === employee.id) throw new Fault('ownProposal');
  if (!(await hasAuthorityFor(tx, row, employee, now))) throw new Fault('authorityMissing');
  if (decision !== 'approve' && note === '')
    throw new Fault('validation', { fields: [{ path: 'note', reason: 'required' }] });
  const lapsedBecause = await lapseOf(tx, act, row);
  const state = lapsedBecause ? 'lapsed' : stateOf[decision];
  await store.decide(tx, row.id, {
    ...{ state, decidedBy: employee.id, decidedByName: employee.name, decidedAt: now.toISOString() },
    ...{ note: note || null, lapsedBecause: lapsedBecause ?? null },
  });
  await writeHistory(tx, row, { what: state, by: employee, note, language, now });
  await endWait(tx, row.caseId);
  if (state !== 'approved') return { state };
  return { state, ...(await act.carryOut(tx, row, employee)) };
};
