import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { PrivacyJob } from './prepare.ts';
import { createPrivacyStore } from './store.ts';

/**
 * Worker of the queue: prepares the archive or erases, by the kind of request. The queue retries failures; staff see them
 * on the request, and can restart it once the queue has given up.
 */
export const createPrivacyWork = (parts: {
  db: Db;
  clock: Clock;
  prepare: (id: string) => Promise<void>;
  erase: (id: string) => Promise<void>;
}) => {
  const { db, clock, prepare, erase } = parts;
  const store = createPrivacyStore(db);
  return async ({ id }: PrivacyJob): Promise<void> => {
    const found = await store.one(id);
    if (!found) return;
    try {
      await (found.request.kind === 'overview' ? prepare(id) : erase(id));
    } catch (error) {
      await store.change(id, ['requested', 'processing', 'approved'], {
        failedAt: clock.now().toISOString(),
      });
      throw error;
    }
  };
};
