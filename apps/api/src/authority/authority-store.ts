import { type Db, employees, authorities as rows } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm';

export type AuthorityRow = typeof rows.$inferSelect;

const isOf = ({ employeeId, act, line }: Pick<AuthorityRow, 'employeeId' | 'act' | 'line'>) =>
  and(
    eq(rows.employeeId, employeeId),
    eq(rows.act, act),
    line === null ? isNull(rows.line) : eq(rows.line, line),
  );
const isOpen = isNull(rows.endedAt);

/** Authority of employees (table `authorities`). Only calls of administrators may use it. */
export const createAuthorityStore = (db: Db) => ({
  /** By employee, act and line, with the employee’s name; of those that are over, those of which the end is not before a day. */
  list: (since: string, tx: Db = db) =>
    tx
      .select({ row: rows, name: employees.fullName })
      .from(rows)
      .innerJoin(employees, eq(employees.id, rows.employeeId))
      .where(
        and(
          or(isOpen, gte(rows.endedAt, sql`${since}::timestamptz`)),
          or(isNull(rows.validTo), gte(rows.validTo, since)),
        ),
      )
      .orderBy(asc(employees.fullName), asc(rows.employeeId), asc(rows.act), asc(rows.givenAt), asc(rows.id)),
  /** Makes writers wait for each other: they are few, and each looks at what the others have given. */
  lock: async (tx: Db): Promise<void> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('authorities', 0))`);
  },
  find: async (tx: Db, id: string): Promise<AuthorityRow | undefined> =>
    (await tx.select().from(rows).where(eq(rows.id, id)))[0],
  /** Whether authority for the same act and line already waits for a second administrator. */
  isWaiting: async (tx: Db, of: Pick<AuthorityRow, 'employeeId' | 'act' | 'line'>): Promise<boolean> =>
    (await tx.$count(rows, and(isOf(of), isOpen, isNull(rows.confirmedAt)))) > 0,
  /** Ends what still waits for the same although its last day has passed: nobody can confirm it, and it would stand in the way. */
  endUnconfirmed: async (
    tx: Db,
    of: Pick<AuthorityRow, 'employeeId' | 'act' | 'line'>,
    { by, at, today }: { by: string; at: string; today: string },
  ): Promise<void> => {
    await tx
      .update(rows)
      .set({ endedBy: by, endedAt: at })
      .where(and(isOf(of), isOpen, isNull(rows.confirmedAt), lt(rows.validTo, today)));
  },
  add: async (tx: Db, row: typeof rows.$inferInsert): Promise<void> => {
    await tx.insert(rows).values(row);
  },
  confirm: async (tx: Db, id: string, by: { id: string; name: string }, at: string): Promise<void> => {
    const confirmed = { confirmedBy: by.id, confirmedByName: by.name, confirmedAt: at };
    await tx.update(rows).set(confirmed).where(eq(rows.id, id));
  },
  /**
   * Lets authority take the place of what was given before for the same employee, act and line: that ends at once, or on the day
   * before the new one begins. Otherwise lowering one would leave the other.
   */
  replaceOthers: async (
    tx: Db,
    row: AuthorityRow,
    { by, at, today }: { by: string; at: string; today: string },
  ): Promise<void> => {
    const others = and(isOf(row), isOpen, isNotNull(rows.confirmedAt), ne(rows.id, row.id));
    const firstDay = row.validFrom > today ? row.validFrom : today;
    if (firstDay > today)
      await tx
        .update(rows)
        .set({ validTo: sql`least(${rows.validTo}, ${addDays(firstDay, -1)}::date)` })
        .where(and(others, sql`${rows.validFrom} < ${firstDay}::date`));
    await tx
      .update(rows)
      .set({ endedBy: by, endedAt: at })
      .where(and(others, firstDay > today ? gte(rows.validFrom, firstDay) : undefined));
  },
  lower: async (tx: Db, id: string, upTo: number, by: string, at: string): Promise<void> => {
    await tx.update(rows).set({ upTo, loweredBy: by, loweredAt: at }).where(eq(rows.id, id));
  },
  end: async (tx: Db, id: string, by: string, at: string): Promise<void> => {
    await tx.update(rows).set({ endedBy: by, endedAt: at }).where(eq(rows.id, id));
  },
});
