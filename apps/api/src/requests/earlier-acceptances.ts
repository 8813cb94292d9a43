import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@hofn/contracts';
import { type Db, policies, type RequestAct } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import { recordEvent } from '../platform/events.ts';
import { closeWorkItem, openWorkItem } from '../work-items/open-work-item.ts';
import { createRequestStore, type RequestRow } from './store.ts';

// Earlier releases accepted a request first and wrote it to its policy on its day. What still waits is an act of the core too.

/** Whether an earlier release has accepted the request, and it is not written to its policy yet. */
export const isEarlierAcceptance = ({ applyOn }: Pick<RequestRow, 'applyOn'>): boolean => applyOn !== null;

/** The agreed premium as it is now: what was agreed is the difference, which a renewal in between leaves as it is. */
const premiumNow = async (tx: Db, { customerId, policyId, outcome }: RequestRow): Promise<number | null> => {
  const { premium = null, premiumBefore } = outcome ?? {};
  const [policy] = await tx
    .select({ premium: policies.premiumPerYear })
    .from(policies)
    .where(and(eq(policies.customerId, customerId), eq(policies.id, policyId ?? '')));
  if (premium === null || premiumBefore === undefined || !policy) return premium;
  return Math.max(0, policy.premium + premium - premiumBefore);
};

const actOf = async (tx: Db, request: RequestRow, now: Date): Promise<RequestAct | undefined> => {
  const { outcome } = request;
  if (!outcome) return undefined;
  const { by, effectiveOn, texts } = outcome;
  return {
    ...{ key: randomUUID(), state: 'asked', askedAt: now.toISOString(), tries: 0 },
    ...{ edition: null, reasons: [], isAcknowledged: true },
    decided: { by, effectiveOn, premium: await premiumNow(tx, request), texts },
  };
};

/** Gives an acceptance that cannot be carried out an owner: its case is reopened, with the reason. */
export const reopenEarlierAcceptance = async (
  tx: Db,
  { id, customerId, language, applyProblem }: RequestRow,
  { reason, now }: { reason: ErrorCode; now: Date },
): Promise<void> => {
  if (applyProblem?.reportedOn) return;
  const today = dayOfInstant(now);
  await createRequestStore(tx).change(id, { applyProblem: { reason, since: today, reportedOn: today } });
  const about = { kind: 'change', matterId: id, customerId } as const;
  const caseId = await openWorkItem(tx, { ...about, language, openedAt: now, reopenedAs: 'reopened' });
  await recordEvent(tx, 'case.reopened', caseId, about);
};

/** Records that the core has carried out an acceptance of an earlier release, and closes the case that a failure reopened. */
export const endEarlierAcceptance = async (
  tx: Db,
  { id, applyProblem }: RequestRow,
  now: Date,
): Promise<void> => {
  await createRequestStore(tx).change(id, { applyOn: null, applyProblem: null });
  if (applyProblem?.reportedOn) await closeWorkItem(tx, 'change', id, now);
};

/**
 * Asks the core to carry out what earlier releases have accepted and not written yet, also what is for a later day: the core
 * keeps changes for their day (rule INS-2). Without a core it has an owner: its case is reopened.
 */
export const askAboutEarlierAcceptances = async ({
  db,
  clock,
  settings,
}: {
  db: Db;
  clock: Clock;
  settings: { CORE_URL?: string | undefined };
}): Promise<void> => {
  const now = clock.now();
  for (const id of await createRequestStore(db).earlierAcceptances())
    await db.transaction(async (tx) => {
      const store = createRequestStore(tx);
      const request = await store.lock(id);
      if (!request || !isEarlierAcceptance(request) || request.act !== null) return;
      const act = settings.CORE_URL === undefined ? undefined : await actOf(tx, request, now);
      if (act) await store.change(id, { act, askAgainAt: now.toISOString() });
      else await reopenEarlierAcceptance(tx, request, { reason: 'coreNotConnected', now });
    });
};
