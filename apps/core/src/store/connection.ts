import type { CloudEvent, CoreRequest } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import {
  insuranceConnection,
  insuranceCustomers,
  insuranceEvents,
  insuranceRequests,
} from '@hofn/database/schema/insurance.ts';
import { asc, desc, eq, lt, notInArray, sql } from 'drizzle-orm';

/** How far the core is with the front. */
export type Connection = Omit<typeof insuranceConnection.$inferSelect, 'one' | 'reachedAt'>;

const beginning: Connection = { cursor: null, settlesByRule: false, isOpening: false, opened: null };

export const readConnection = async (db: Db): Promise<Connection> => {
  const { cursor, settlesByRule, isOpening, opened } = insuranceConnection;
  const [row] = await db.select({ cursor, settlesByRule, isOpening, opened }).from(insuranceConnection);
  return row ?? beginning;
};

export const saveConnection = (
  db: Db,
  change: Partial<typeof insuranceConnection.$inferInsert>,
): Promise<unknown> =>
  db
    .insert(insuranceConnection)
    .values(change)
    .onConflictDoUpdate({ target: insuranceConnection.one, set: change });

/** Notes whether the front answers now. */
export const noteReached = (db: Db, isReached: boolean): Promise<unknown> => {
  const reachedAt = isReached ? sql`clock_timestamp()` : null;
  return db
    .insert(insuranceConnection)
    .values({ reachedAt })
    .onConflictDoUpdate({ target: insuranceConnection.one, set: { reachedAt } });
};

/** Whether the front has answered one of the replicas within the last minute. */
export const isReached = async (db: Db): Promise<boolean> => {
  const [row] = await db
    .select({
      isRecent: sql<boolean>`${insuranceConnection.reachedAt} > clock_timestamp() - interval '1 minute'`,
    })
    .from(insuranceConnection);
  return row?.isRecent ?? false;
};

/** The kennitala of the front's customer; undefined when it is not known yet. */
export const findByFrontId = async (db: Db, frontId: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ customer: insuranceCustomers.customer })
    .from(insuranceCustomers)
    .where(eq(insuranceCustomers.frontId, frontId));
  return row?.customer;
};

export const saveFrontId = (db: Db, customer: string, frontId: string): Promise<unknown> =>
  db.update(insuranceCustomers).set({ frontId }).where(eq(insuranceCustomers.customer, customer));

export const isHandled = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(insuranceEvents, eq(insuranceEvents.id, id))) > 0;

/** Notes an event as handled. @returns false when it was handled before */
export const noteEvent = async (tx: Db, { id, time, type, data }: CloudEvent): Promise<boolean> => {
  const added = await tx
    .insert(insuranceEvents)
    .values({ id, at: time, type, data })
    .onConflictDoNothing()
    .returning({ id: insuranceEvents.id });
  return added.length > 0;
};

/** Days for which events are kept, as in the front's feed. */
const keptDays = 90;

/** Deletes events that the feed does not deliver again. */
export const forgetEvents = (db: Db): Promise<unknown> =>
  db
    .delete(insuranceEvents)
    .where(lt(insuranceEvents.at, sql`clock_timestamp() - make_interval(days => ${keptDays})`));

/** The newest events that were handled. */
export const newestEvents = (db: Db, limit: number) =>
  db.select().from(insuranceEvents).orderBy(desc(insuranceEvents.place)).limit(limit);

/** The requests that wait for a decision, oldest first. */
export const openRequests = async (db: Db): Promise<CoreRequest[]> => {
  const rows = await db
    .select({ request: insuranceRequests.request })
    .from(insuranceRequests)
    .orderBy(asc(insuranceRequests.requestedAt), asc(insuranceRequests.id));
  return rows.map(({ request }) => request as unknown as CoreRequest);
};

export const findRequest = async (db: Db, id: string): Promise<CoreRequest | undefined> => {
  const [row] = await db
    .select({ request: insuranceRequests.request })
    .from(insuranceRequests)
    .where(eq(insuranceRequests.id, id));
  return row?.request as unknown as CoreRequest | undefined;
};

/** Replaces the requests that wait for a decision. */
export const replaceRequests = (db: Db, requests: readonly CoreRequest[]): Promise<void> =>
  db.transaction(async (tx) => {
    const ids = requests.map(({ id }) => id);
    await tx
      .delete(insuranceRequests)
      .where(ids.length > 0 ? notInArray(insuranceRequests.id, ids) : sql`true`);
    for (const request of requests) {
      const row = {
        customer: request.customer.ssn,
        requestedAt: request.requestedAt,
        request: { ...request },
      };
      await tx
        .insert(insuranceRequests)
        .values({ ...row, id: request.id })
        .onConflictDoUpdate({ target: insuranceRequests.id, set: row });
    }
  });

/** Removes a request that no longer waits. */
export const removeRequest = (db: Db, id: string): Promise<unknown> =>
  db.delete(insuranceRequests).where(eq(insuranceRequests.id, id));
