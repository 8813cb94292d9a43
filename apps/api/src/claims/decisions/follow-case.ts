import type { ClaimAct } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOf } from '@hofn/domain';
import { lapseWaiting } from '../../authority/propose.ts';
import { addStep } from '../../work-items/history.ts';
import { openWorkItem } from '../../work-items/open-work-item.ts';
import { createWorkItemStore } from '../../work-items/store.ts';
import { beginWait } from '../../work-items/waiting.ts';
import { type ClaimActRow, createDecisionStore } from './store.ts';

/** Only used for new cases: reopening a case does not change its language. */
const anyLanguage = 'is' as const;

/**
 * Does to the case of a claim what follows from an act that is done: it waits for what the customer was asked for, and is open
 * again with a claim that was reopened. The end of a claim closes its case by itself.
 */
export const followCase = async (
  tx: Db,
  { caseId, customerId, claimId, act: asked, employeeId, employeeName }: ClaimActRow,
  now: Date,
): Promise<void> => {
  const act = asked as ClaimAct;
  const store = createWorkItemStore(tx);
  // In the order in which a proposal is decided: the claim, its case, the proposal. A claim whose facts came before the answer is not
  // locked by storing them again.
  await createDecisionStore(tx).lockClaim(tx, customerId, claimId);
  await store.lockForUpdate(tx, caseId);
  // Waiting proposals are for the previous version of the claim.
  await lapseWaiting(tx, { caseId, because: 'changed', now });
  if (act.kind === 'claim.reopen')
    await openWorkItem(tx, {
      ...{ kind: 'claim', matterId: claimId, customerId, language: anyLanguage, openedAt: now },
      reopenedAs: 'reopened',
    });
  // Nobody but an employee asks for papers.
  if (act.kind !== 'claim.ask' || employeeId === null || employeeName === null) return;
  const row = await store.lockForUpdate(tx, caseId);
  if (!row || row.state === 'closed') return;
  // The answer of the core may have come after the day.
  if (act.needsBy <= dayOf(now)) return;
  const wait = { for: 'customer', until: act.needsBy, note: '' } as const;
  await store.change(tx, caseId, { state: 'open', ...beginWait(row, wait, now) });
  await addStep(
    tx,
    caseId,
    { step: 'waiting', text: '', waitsFor: wait.for, waitsUntil: wait.until },
    { at: now.toISOString(), employeeId, employeeName },
  );
};
