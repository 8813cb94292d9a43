import { sql } from 'drizzle-orm';
import type { Db } from './open.ts';

export type QueueDepth = {
  queue: string;
  /** Jobs that are due and not started. */
  waiting: number;
  /** Seconds since the oldest of those became due; 0 if there is none. */
  oldestSeconds: number;
  /** Jobs in progress. */
  active: number;
  /** Jobs given up, now in `<queue>.dead`. */
  dead: number;
};

// The state enum is ordered: `created`, `retry` and `active` come before the ended states, which no index covers.
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

/** Counts the jobs of every queue, including those of other services. */
export const readQueueDepths = async (db: Db): Promise<QueueDepth[]> =>
  (await db.execute<QueueDepth>(depthsOfQueues)).rows;
