import type { approvals, Db } from '@hofn/database';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import type { Language } from '@hofn/texts';
import type { StaffMember } from './authorization.ts';

export type ApprovalRow = typeof approvals.$inferSelect;

/** How a feature takes part in approvals with one of its acts (rule ROLE-3). */
export type ApprovableAct = {
  act: AuthorityAct;
  /** Locks the feature’s own row, which every writer locks before the work item and the proposal. */
  lock?(tx: Db, approval: ApprovalRow): Promise<unknown>;
  /** The version of what the proposal is about, as `propose` was given it; null when it is gone. */
  currentVersion(tx: Db, approval: ApprovalRow): Promise<number | null>;
  /** Whether what the version does not tell is as it was proposed, such as the account that is paid to. */
  isStillValid(tx: Db, approval: ApprovalRow): Promise<boolean>;
  /**
   * Does what was proposed, in the transaction of the approval. What it throws leaves the proposal waiting, and is the caller’s answer.
   * @param approver who has approved it; `approval.proposedBy` is who does it
   * @returns `after`, which runs after the transaction; it does not throw, and what it cannot do is tried again elsewhere
   */
  carryOut(tx: Db, approval: ApprovalRow, approver: StaffMember): Promise<{ after?: () => Promise<void> }>;
  /** What is proposed, in the words in which the case will say it. */
  describe(
    tx: Db,
    approval: ApprovalRow,
    language: Language,
  ): Promise<{ title: string; lines: { label: string; value: string }[] }>;
};

/** The acts of all features, by name. */
export type ApprovableActs = Partial<Record<string, ApprovableAct>>;
