import { changeRequests, type Db } from '@hofn/database';
import { isNotNull } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';

/** Registers the number of unanswered acts; omitted while the database does not answer. */
export const exposeUnanswered = (metrics: Registry, db: Db): void => {
  new Gauge({
    name: 'core_acts_unanswered',
    help: 'Requests that the insurance core was asked to carry out and has not answered.',
    registers: [metrics],
    async collect() {
      const count = await db
        .$count(changeRequests, isNotNull(changeRequests.askAgainAt))
        .catch(() => undefined);
      if (count === undefined) this.reset();
      else this.set(count);
    },
  });
};
