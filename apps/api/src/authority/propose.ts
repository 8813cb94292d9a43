import { randomUUID } from 'node:crypto';
import type { LapseReason } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { type AuthorityAct, mayHoldAct } from '@hofn/domain/authority.ts';
import type { Language } from '@hofn/texts';
import type { ApprovalRow } from '../platform/approvals.ts';
import type { StaffMember } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { createWorkItemStore } from '../work-items/store.ts';
import { createApprovalStore } from './approval-store.ts';
import { decidersOf } from './authority-of.ts';
import { writeHistory } from './history.ts';
import { payloadHash } from './payload-hash.ts';

/** What an employee proposes, because it is above their authority. */
export type Proposal = {
  act: AuthorityAct;
  /** Line of insurance; null when it is unknown. */
  line: string | null;
  /** Whole ISK for which authority is needed. */
  amount: number;
  customerId: string;
  claimId: string | null;
  caseId: string;
  /** What is carried out, as the feature reads it again. */
  payload: Record<string, unknown>;
  /** Version of what it is about, as the act’s `currentVersion` tells it. */
  subjectVersion: number;
  employee: Pick<StaffMember, 'id' | 'name' | 'given'>;
  /** The proposer's note to the approver. */
  note?: string;
  language: Language;
  now: Date;
};

/** Whether it is what waits already, so that proposing it again changes nothing. */
const isSame = (row: ApprovalRow, { employee, amount, subjectVersion }: Proposal, hash: string): boolean =>
  row.proposedBy === employee.id &&
  row.amount === amount &&
  row.subjectVersion === subjectVersion &&
  row.payloadHash === hash;

/**
 * Why a proposal that waits makes way for a new one: its own proposer’s newer one, or it could be carried out no more.
 * @throws Fault `approvalWaiting` for a colleague’s that somebody may still approve
 */
const madeWay = async (tx: Db, row: ApprovalRow, proposal: Proposal): Promise<LapseReason> => {
  if (row.proposedBy === proposal.employee.id) return 'replaced';
  if (row.subjectVersion !== proposal.subjectVersion) return 'changed';
  if ((await decidersOf(tx, row, proposal)).length > 0) throw new Fault('approvalWaiting');
  return 'replaced';
};

/**
 * Proposes an act that somebody else with the authority has to approve (rule ROLE-3). Of each case and act one proposal waits; the
 * proposer’s own earlier one lapses, and proposing the same again changes nothing. The caller has locked the feature’s own row.
 * @returns the proposal that waits
 * @throws Fault `forbidden` without a role for the act, `nobodyApproves` when nobody else could approve it, `approvalWaiting` when a
 * colleague’s proposal of the act waits, `notFound`
 */
export const propose = async (tx: Db, proposal: Proposal): Promise<ApprovalRow> => {
  const { employee, act, line, amount, customerId, claimId, caseId, payload, subjectVersion } = proposal;
  if (!mayHoldAct(employee.given, act, line)) throw new Fault('forbidden');
  if (!(await createWorkItemStore(tx).lockForUpdate(tx, caseId))) throw new Fault('notFound');
  const store = createApprovalStore(tx);
  const hash = payloadHash(payload);
  const waiting = await store.lockWaiting(tx, caseId, act);
  if (waiting && isSame(waiting, proposal, hash)) return waiting;
  const at = proposal.now.toISOString();
  if (waiting) {
    const because = await madeWay(tx, waiting, proposal);
    await store.decide(tx, waiting.id, { state: 'lapsed', decidedAt: at, lapsedBecause: because });
  }
  const asked = { act, line, amount, caseId, proposedBy: employee.id };
  if ((await decidersOf(tx, asked, proposal)).length === 0) throw new Fault('nobodyApproves');
  const row = await store.add(tx, {
    ...{ id: randomUUID(), act, line, amount, customerId, claimId, caseId, payload, subjectVersion },
    ...{ payloadHash: hash, proposedBy: employee.id, proposedByName: employee.name, proposedAt: at },
    proposedNote: proposal.note ?? '',
  });
  await writeHistory(tx, row, { what: 'proposed', by: employee, note: row.proposedNote, ...proposal });
  return row;
};

/**
 * Ends what waits for approval about a work item, because it is closed or was done otherwise. The caller has locked it.
 * @param acts only these; by default all
 */
export const lapseWaiting = async (
  tx: Db,
  { caseId, acts, because, now }: { caseId: string; acts?: AuthorityAct[]; because: LapseReason; now: Date },
): Promise<void> => {
  const store = createApprovalStore(tx);
  for (const row of await store.ofCase(tx, caseId))
    if (row.state === 'waiting' && (acts === undefined || acts.some((act) => act === row.act)))
      await store.decide(tx, row.id, {
        ...{ state: 'lapsed', decidedAt: now.toISOString(), lapsedBecause: because },
      });
};

/** The proposals about a work item, the newest first. Only for employees who may open it. */
export const approvalsOfCase = (db: Db, caseId: string): Promise<ApprovalRow[]> =>
  createApprovalStore(db).ofCase(db, caseId);
