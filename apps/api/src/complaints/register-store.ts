import { complaints, type Db } from '@hofn/database';
import { and, count, desc, not, type SQL, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { anyOf } from '../platform/sql.ts';

const dayOf = (at: SQL | object): SQL => sql`(${at} at time zone 'UTC')::date`;
const days = sql`${dayOf(complaints.decidedAt)} - ${dayOf(complaints.receivedAt)}`;
/** Whether it was decided after its last day, or is still open after it. */
const isLate = (today: string): SQL<boolean> =>
  sql<boolean>`(coalesce(${dayOf(complaints.decidedAt)}, ${today}::date) > ${complaints.dueOn})`;

/** Iceland is on Greenwich time all year. */
const inYear = (year: number): SQL =>
  sql`(${complaints.receivedAt} >= ${`${year}-01-01T00:00:00Z`}::timestamptz and ${complaints.receivedAt} < ${`${year + 1}-01-01T00:00:00Z`}::timestamptz)`;

/** Position in the list: when it was received, and its id. */
export type RegisterPosition = [at: string, id: string];

/** The register of complaints (rule RIGHT-2). Only the staff call that reads it may use it. */
export const createRegisterStore = (db: Db) => ({
  /** Years in which complaints were received, newest first. */
  years: async (): Promise<number[]> => {
    const year = sql<number>`extract(year from ${complaints.receivedAt} at time zone 'UTC')::int`;
    const rows = await db.select({ year }).from(complaints).groupBy(year).orderBy(desc(year));
    return rows.map((row) => row.year);
  },

  figures: async (year: number, today: string) => {
    const countOf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`;
    const ended = (outcome: 'upheld' | 'partlyUpheld' | 'rejected') =>
      countOf(sql`${complaints.outcome} = ${outcome}`);
    const [found] = await db
      .select({
        received: sql<number>`count(*)::int`,
        decided: countOf(sql`${complaints.decidedAt} is not null`),
        upheld: ended('upheld'),
        partlyUpheld: ended('partlyUpheld'),
        rejected: ended('rejected'),
        late: countOf(isLate(today)),
        medianDays: sql<number | null>`(percentile_cont(0.5) within group (order by ${days}))::float8`,
      })
      .from(complaints)
      .where(inYear(year));
    if (!found) throw new Error('A count without groups returned no row');
    const causes = await db
      .select({ of: complaints.cause, count: count() })
      .from(complaints)
      .where(and(inYear(year), sql`${complaints.cause} is not null`))
      .groupBy(complaints.cause)
      .orderBy(desc(count()), complaints.cause);
    const subjects = await db
      .select({ of: complaints.about, count: count() })
      .from(complaints)
      .where(inYear(year))
      .groupBy(complaints.about)
      .orderBy(desc(count()), complaints.about);
    return {
      ...found,
      causes: causes.flatMap(({ of, count }) => (of === null ? [] : [{ of, count }])),
      subjects,
    };
  },

  /** Complaints of a year, newest first, without those of people the employee has a conflict of interest with (rule ROLE-4). */
  list: (
    year: number,
    { conflicts }: Pick<StaffMember, 'conflicts'>,
    { today, after, limit }: { today: string; after: RegisterPosition | null; limit: number },
  ) =>
    db
      .select({
        id: complaints.id,
        receivedAt: complaints.receivedAt,
        reference: complaints.reference,
        subject: complaints.about,
        receivedOn: sql<string>`${dayOf(complaints.receivedAt)}::text`,
        dueOn: complaints.dueOn,
        decidedOn: sql<string | null>`${dayOf(complaints.decidedAt)}::text`,
        days: sql<number | null>`${days}`,
        late: isLate(today),
        outcome: complaints.outcome,
        cause: complaints.cause,
      })
      .from(complaints)
      .where(
        and(
          inYear(year),
          conflicts.customers.length > 0 ? not(anyOf(complaints.customerId, conflicts.customers)) : undefined,
          after
            ? sql`(${complaints.receivedAt}, ${complaints.id}) < (${after[0]}::timestamptz, ${after[1]})`
            : undefined,
        ),
      )
      .orderBy(desc(complaints.receivedAt), desc(complaints.id))
      .limit(limit),

  /** Deletes a portion of the complaints received before a year; those not decided stay. @returns how many */
  forgetBefore: async (tx: Db, year: number, portion: number): Promise<string[]> => {
    const old = tx
      .select({ id: complaints.id })
      .from(complaints)
      .where(
        and(
          sql`${complaints.receivedAt} < ${`${year}-01-01T00:00:00Z`}::timestamptz`,
          sql`${complaints.decidedAt} is not null`,
        ),
      )
      .limit(portion);
    const deleted = await tx
      .delete(complaints)
      .where(sql`${complaints.id} in ${old}`)
      .returning({ id: complaints.id });
    return deleted.map(({ id }) => id);
  },
});
export type RegisterRow = Awaited<ReturnType<ReturnType<typeof createRegisterStore>['list']>>[number];
