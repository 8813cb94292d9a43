import type { ErrorCode } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import { closeWorkItem, openWorkItem } from '../work-items/open-work-item.ts';
import { isOnFile } from './outcome-facts.ts';
import { createRequestStore, type RequestRow } from './store.ts';
import { applyFigures } from './write-accepted.ts';
import { applyPolicyRequest } from './write-policy-request.ts';

type Occasion = { now: Date; today: string };

/** Nights to wait for a policy's renewal, which the core system may send late, before staff have to look at it. */
const nightsToWait = 3;
const notInForce: ErrorCode = 'policyNotInForce';

/** Writes one accepted change to its policy, and closes the case that an earlier failure reopened. */
const applyOne = async (tx: Db, request: RequestRow, { now, today }: Occasion): Promise<void> => {
  const { id, outcome, applyProblem } = request;
  const { effectiveOn, premium, premiumBefore } = outcome ?? {};
  if (!outcome || !effectiveOn || typeof premium !== 'number')
    throw new Error(`Request ${id} waits for its day without a day or premium`);
  // Another system may have written what we promised.
  if (!(await isOnFile(tx, request, outcome))) {
    const write = request.kind === null ? applyFigures : applyPolicyRequest;
    await write(tx, request, { effectiveOn, premium, premiumBefore }, { now, today, language: 'is' });
  }
  await createRequestStore(tx).change(id, { applyOn: null, applyProblem: null });
  if (applyProblem?.reportedOn) await closeWorkItem(tx, 'change', id, now);
};

/**
 * Whether a fault is reported: a policy that is not in force once its renewal has been awaited for some nights, any other
 * once the attempt before has failed too, so that a fault that passes troubles nobody.
 */
const isConfirmed = (
  { reason, before }: { reason: string; before: RequestRow['applyProblem'] },
  { today, applyOn }: { today: string; applyOn: string },
): boolean =>
  reason === notInForce
    ? today >= addDays(applyOn, nightsToWait)
    : before !== null && before.reason !== notInForce;

/** Records why a change could not be written, and reopens its case once that is confirmed. */
const reportProblem = async (tx: Db, id: string, error: unknown, { now, today }: Occasion): Promise<void> => {
  const store = createRequestStore(tx);
  const request = await store.lock(id);
  if (!request || request.applyOn === null) return;
  const reason = error instanceof Fault ? error.code : 'unknownError';
  const { since = today, reportedOn = null } = request.applyProblem ?? {};
  const { applyOn, applyProblem: before } = request;
  const isNew = reportedOn === null && isConfirmed({ reason, before }, { today, applyOn });
  await store.change(id, { applyProblem: { reason, since, reportedOn: isNew ? today : reportedOn } });
  if (!isNew) return;
  const { customerId, language } = request;
  const about = { kind: 'change', matterId: id, customerId } as const;
  const caseId = await openWorkItem(tx, { ...about, language, openedAt: now, reopenedAs: 'reopened' });
  await recordEvent(tx, 'case.reopened', caseId, about);
};

/**
 * Writes accepted changes to their policies on the day that they take effect, each in its own transaction. What fails is tried
 * again in half an hour and every night. When that fails too it has an owner: its case is reopened with the reason until it is
 * written, or staff close it.
 */
export const applyAccepted = async ({
  db,
  clock,
  logger,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
}): Promise<void> => {
  const now = clock.now();
  const occasion = { now, today: dayOfInstant(now) };
  for (const id of await createRequestStore(db).idsToApply(occasion.today)) {
    try {
      await db.transaction(async (tx) => {
        const request = await createRequestStore(tx).lock(id);
        if (request && request.applyOn !== null) await applyOne(tx, request, occasion);
      });
    } catch (error) {
      logger.warn({ err: error, request: id }, 'accepted change not applied');
      await db.transaction((tx) => reportProblem(tx, id, error, occasion));
    }
  }
};
