import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

export type QueueDepth = {
  queue: string;
  /** Jobs that are due and that nobody has begun. */
  waiting: number;
  /** Seconds that the oldest of those has been due; 0 without any. */
  oldestSeconds: number;
  /** Jobs under way. */
  active: number;
  /** Jobs that were given up and wait in `<queue>.dead`. */
  dead: number;
};

// States are in their order: `created`, `retry` and `active` come before all that has ended, which no index has.
const depthsOfQueues = sql`
  select queue.name as queue,
    coalesce(own.waiting, 0)::int as waiting,
    coalesce(own.oldest, 0)::float as "oldestSeconds",
    coalesce(own.active, 0)::int as active,
    coalesce(given_up.waiting, 0)::int as dead
  from jobs.queue as queue
  left join lateral (
    select count(*) filter (where due) as waiting,
      max(extract(epoch from now() - since)) filter (where due) as oldest,
      count(*) filter (where state = 'active') as active
    from (
      select state, since, state < 'active' and since <= now() as due
      from (select state, greatest(created_on, start_after) as since from jobs.job where name = queue.name and state <= 'active') as job
    ) as job
  ) as own on true
  left join lateral (
    select count(*) as waiting from jobs.job where name = queue.name || '.dead' and state < 'active'
  ) as given_up on true
  where queue.name not like '%.dead' and queue.name not like '\\_\\_pgboss%'
  order by queue.name`;

/** Counts the jobs of every queue that is worked off, also those of other services. */
export const readQueueDepths = async (db: Db): Promise<QueueDepth[]> =>
  (await db.execute<QueueDepth>(depthsOfQueues)).rows;
