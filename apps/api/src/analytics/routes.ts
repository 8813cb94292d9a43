import type { analyticsCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import type { Handlers } from '../platform/registrar.ts';
import { withoutNumbers } from './analytics.ts';
import { createAnalyticsStore } from './store.ts';

export const analyticsHandlers = ({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Handlers<typeof analyticsCalls> => {
  const store = createAnalyticsStore(database.db);
  return {
    countEvent: async ({ body: { host, path } }) => {
      await store.countOutbound(dayOfInstant(clock.now()), host.toLowerCase(), withoutNumbers(path));
      return null;
    },
  };
};
