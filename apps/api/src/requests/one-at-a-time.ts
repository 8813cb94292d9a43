import { changeRequests, type Db, policies } from '@hofn/database';
import { formatDate, type Language } from '@hofn/texts';
import { and, desc, eq, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { closeWorkItem } from '../work-items/open-work-item.ts';

type Subject = { id: string };

/** Condition for the requests about a policy that are open, or were accepted and wait for their day. */
const isUnfinished = (subject: Subject, policyId: string) =>
  and(
    eq(changeRequests.customerId, subject.id),
    eq(changeRequests.policyId, policyId),
    or(eq(changeRequests.state, 'pending'), isNotNull(changeRequests.applyOn)),
  );

/**
 * Checks that a policy has no request that is open, or that was accepted and waits for its day (rule ACT-2a).
 * @throws Fault `changeAlreadyPending`, `changeWaiting`
 */
export const expectNoOther = async (
  db: Db,
  subject: Subject,
  policyId: string,
  language: Language,
): Promise<void> => {
  const [other] = await db
    .select({ applyOn: changeRequests.applyOn })
    .from(changeRequests)
    .where(isUnfinished(subject, policyId))
    .orderBy(desc(changeRequests.applyOn))
    .limit(1);
  if (!other) return;
  if (other.applyOn === null) throw new Fault('changeAlreadyPending');
  const params = { date: formatDate(language, other.applyOn) };
  throw new Fault('changeWaiting', { fields: [{ path: 'FORM', reason: 'changeWaitingUntil', params }] });
};

/**
 * Locks a policy until the transaction ends, so that of two acts on it the second sees what the first has done. Locked after
 * a request that exists already, and before one is added.
 */
export const lockPolicy = async (tx: Db, subject: Subject, policyId: string): Promise<void> => {
  await tx
    .select({ id: policies.id })
    .from(policies)
    .where(and(eq(policies.customerId, subject.id), eq(policies.id, policyId)))
    .for('update');
};

/** Condition for the unfinished requests that do not stand in the way of a withdrawal: all but another withdrawal. */
export const givesWayToWithdrawal = (subject: Subject, policyId: string) =>
  and(
    isUnfinished(subject, policyId),
    or(isNull(changeRequests.kind), ne(changeRequests.kind, 'withdraw')),
    // An accepted offer that replaces the policy is a contract of its own.
    isNull(changeRequests.proposalId),
  );

/**
 * Ends the requests that a withdrawal from the contract makes pointless: an open one counts as taken back, and one that waits
 * for its day is not written. The right lapses with its last day, so nothing may keep the customer waiting (rule RIGHT-1).
 */
export const endForWithdrawal = async (
  tx: Db,
  subject: Subject,
  policyId: string,
  now: Date,
): Promise<void> => {
  const rows = await tx
    .select({ id: changeRequests.id, state: changeRequests.state })
    .from(changeRequests)
    .where(givesWayToWithdrawal(subject, policyId))
    .for('update');
  for (const { id, state } of rows) {
    const isOpen = state === 'pending';
    await tx
      .update(changeRequests)
      .set(
        isOpen
          ? { state: 'retracted', settledAt: now.toISOString(), awaitsCustomer: false, askAgainAt: null }
          : { applyOn: null, applyProblem: null, askAgainAt: null },
      )
      .where(eq(changeRequests.id, id));
    await closeWorkItem(tx, 'change', id, now);
    if (isOpen) await recordEvent(tx, 'request.retracted', subject.id, { requestId: id, policyId });
  }
};
