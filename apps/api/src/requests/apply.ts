import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { dayOfInstant } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import { createRequestStore } from './store.ts';
import { applyFigures } from './write-accepted.ts';
import { applyPolicyRequest } from './write-policy-request.ts';

/**
 * Writes accepted changes to their policies on the day that they take effect, each in its own transaction. A change whose
 * policy has ended since has nothing left to change.
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
  const today = dayOfInstant(now);
  for (const id of await createRequestStore(db).idsToApply(today)) {
    try {
      await db.transaction(async (tx) => {
        const store = createRequestStore(tx);
        const request = await store.lock(id);
        const { effectiveOn, premium } = request?.outcome ?? {};
        if (!request || request.applyOn === null || !effectiveOn || typeof premium !== 'number') return;
        const write = request.kind === null ? applyFigures : applyPolicyRequest;
        await write(tx, request, { effectiveOn, premium }, { now, today, language: 'is' });
        await store.change(id, { applyOn: null });
      });
    } catch (error) {
      logger.error({ err: error, request: id }, 'accepted change not applied');
      if (error instanceof Fault && error.code === 'policyNotInForce')
        await createRequestStore(db).change(id, { applyOn: null });
    }
  }
};
