import { randomUUID } from 'node:crypto';
import type { ViewReason } from '@hofn/contracts';
import { customers, type Db, employees, staffReads, staffViews } from '@hofn/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Customer, OpenStaffView } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { type DatedFilter, datedList } from '../platform/dated-list.ts';
import { batchSize, repeatUntilDone } from '../platform/sweep.ts';

/** A view's position in a customer's list. */
export type Position = [openedAt: string, id: string];

export type ViewFilter = DatedFilter & { reason: ViewReason | undefined };

export type ViewRow = {
  id: string;
  employeeName: string;
  reason: ViewReason;
  openedAt: string;
  endsAt: string;
  endedAt: string | null;
  /** Names of the calls that returned data, without repetition. */
  calls: string[];
};

/** Staff's views of customers, and the data read in them. Instants are RFC 3339. */
export const createViewStore = (db: Db) => {
  const callsOfView = sql`array(
    select distinct ${staffReads.call} from ${staffReads}
    where ${staffReads.customerId} = ${staffViews.customerId} and ${staffReads.viewId} = ${staffViews.id}
  )`;
  // Nested in `sql` so that Drizzle keeps table prefixes in a single-table select.
  const calls = sql<string[]>`(${callsOfView})`;
  const dated = datedList(staffViews.openedAt, staffViews.id, sql`${staffViews.employeeName}`);
  const matches = (subject: Customer, { reason, ...filter }: ViewFilter) =>
    and(
      eq(staffViews.customerId, subject.id),
      reason && eq(staffViews.reason, reason),
      dated.matches(filter),
    );
  /** Ends the employee's open view of the customer, as of its scheduled end if that has passed. */
  const end = (tx: Db, employeeId: string, customerId: string, now: string) =>
    tx
      .update(staffViews)
      .set({ endedAt: sql`least(${staffViews.endsAt}, ${now}::timestamptz)` })
      .where(
        and(
          eq(staffViews.employeeId, employeeId),
          eq(staffViews.customerId, customerId),
          isNull(staffViews.endedAt),
        ),
      );
  return {
    customer: async (ssn: string): Promise<Customer | undefined> =>
      (await db.select(customerColumns).from(customers).where(eq(customers.ssn, ssn)))[0],

    /** Name of an employee, also of a former one. */
    employeeName: async (id: string): Promise<string | undefined> =>
      (await db.select({ name: employees.fullName }).from(employees).where(eq(employees.id, id)))[0]?.name,

    /**
     * Begins a view, replacing the one that the employee may have open of the customer.
     * @param onBegun called in the transaction, with the id of the view
     */
    begin: (
      employee: { id: string; name: string },
      customerId: string,
      view: { reason: ViewReason; openedAt: string; endsAt: string },
      onBegun: (tx: Db, id: string) => Promise<void>,
    ): Promise<OpenStaffView> =>
      db.transaction(async (tx) => {
        // Serialised, so that two tabs do not both open one.
        await tx.execute(
          sql`select pg_advisory_xact_lock(hashtextextended(${`view ${employee.id} ${customerId}`}, 0))`,
        );
        await end(tx, employee.id, customerId, view.openedAt);
        const id = randomUUID();
        await tx
          .insert(staffViews)
          .values({ customerId, id, employeeId: employee.id, employeeName: employee.name, ...view });
        // The response of the call itself names the customer, which is personal data too.
        await tx.insert(staffReads).values({
          customerId,
          id: randomUUID(),
          viewId: id,
          call: 'beginView',
          target: null,
          readAt: view.openedAt,
        });
        await onBegun(tx, id);
        return { id, reason: view.reason, endsAt: view.endsAt };
      }),

    /** Records a view that ends as it begins: of one piece of data that another call returned. */
    recordMomentaryView: async (
      tx: Db,
      employee: { id: string; name: string },
      customerId: string,
      { reason, call, target, at }: { reason: ViewReason; call: string; target: string; at: string },
    ): Promise<void> => {
      const id = randomUUID();
      const endsAt = new Date(Date.parse(at) + 1).toISOString();
      await tx.insert(staffViews).values({
        customerId,
        id,
        employeeId: employee.id,
        employeeName: employee.name,
        reason,
        openedAt: at,
        endsAt,
        endedAt: at,
      });
      await tx
        .insert(staffReads)
        .values({ customerId, id: randomUUID(), viewId: id, call, target, readAt: at });
    },

    end: async (employeeId: string, customerId: string, now: string): Promise<void> => {
      await end(db, employeeId, customerId, now);
    },

    /** Logs a read before its data is returned. */
    recordRead: async (
      subject: Customer,
      viewId: string,
      call: string,
      target: string | null,
      readAt: string,
    ) => {
      await db
        .insert(staffReads)
        .values({ customerId: subject.id, id: randomUUID(), viewId, call, target, readAt });
    },

    count: (subject: Customer, filter: ViewFilter) => db.$count(staffViews, matches(subject, filter)),

    /** Views of the subject, filtered and sorted, after a position. */
    list: (
      subject: Customer,
      filter: ViewFilter,
      { after, limit }: { after: Position | null; limit: number },
    ): Promise<ViewRow[]> =>
      db
        .select({
          id: staffViews.id,
          employeeName: staffViews.employeeName,
          reason: staffViews.reason,
          openedAt: staffViews.openedAt,
          endsAt: staffViews.endsAt,
          endedAt: staffViews.endedAt,
          calls,
        })
        .from(staffViews)
        .where(and(matches(subject, filter), dated.beyond(filter, after)))
        .orderBy(...dated.order(filter))
        .limit(limit),
  };
};
export type ViewStore = ReturnType<typeof createViewStore>;

/**
 * Deletes views, and the log of reads in them, that were opened before an instant. The API's role may not: a function of
 * the owner deletes them, and only those that have been kept long enough.
 */
export const deleteOldViews = async (db: Db, before: string): Promise<void> => {
  await repeatUntilDone(async () => {
    const { rows } = await db.execute<{ gone: number }>(
      sql`select delete_old_staff_views(${before}::timestamptz, ${batchSize}) as gone`,
    );
    return rows[0]?.gone ?? 0;
  });
};
