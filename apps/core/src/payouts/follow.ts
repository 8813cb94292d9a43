import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { type BankAddress, httpBank } from './bank.ts';
import { createPayouts } from './payouts.ts';

/** How long payments wait for the next look at those that are due, also after a fault. */
const idleMs = 2000;

/**
 * Has payments of claims made by a bank until the core stops, beside all its other work: a bank may be slow.
 * @param parts.send sends the facts that have changed
 */
export const followPayouts = async (parts: {
  db: Db;
  bank: BankAddress;
  clock: Clock;
  logger: Logger;
  stopping: AbortSignal;
  send: () => Promise<unknown>;
}): Promise<void> => {
  const { stopping, logger, send } = parts;
  const payouts = createPayouts({ ...parts, bank: httpBank(parts.bank, stopping) });
  const pause = () => delay(idleMs, undefined, { signal: stopping }).catch(() => undefined);
  while (!stopping.aborted)
    try {
      if ((await payouts.work()) === 0) await pause();
      else await send();
    } catch (error) {
      if (stopping.aborted) return;
      logger.warn({ err: error }, 'payments of claims cannot go on, and are tried again');
      await pause();
    }
};
