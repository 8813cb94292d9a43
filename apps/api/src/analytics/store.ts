import { type Db, outboundClicks } from '@hofn/database';
import { sql } from 'drizzle-orm';

/** Distinct targets counted per day, so that a flood of invented ones cannot fill the disk. */
export const targetsPerDay = 1000;

/** Click counts. The rows belong to nobody, so there is no subject to name. */
export const createAnalyticsStore = (db: Db) => ({
  /** Adds one to a target's count of a day, or to a common row when the day has too many targets. */
  countOutbound: async (day: string, host: string, path: string): Promise<void> => {
    const known = sql`exists (select from ${outboundClicks} where day = ${day}::date and host = ${host} and path = ${path})`;
    const room = sql`(select count(*) from ${outboundClicks} where day = ${day}::date) < ${targetsPerDay}`;
    await db.execute(sql`insert into ${outboundClicks} (day, host, path, count)
      select ${day}::date, case when fits then ${host}::text else '*' end, case when fits then ${path}::text else '/' end, 1
      from (select ${known} or ${room} as fits) as day
      on conflict (day, host, path) do update set count = ${outboundClicks}.count + 1`);
  },
});
