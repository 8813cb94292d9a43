import { randomUUID } from 'node:crypto';
import { customers, type Db, privacyRequests } from '@hofn/database';
import { and, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import type { RequestRow, RequestState } from './privacy.ts';

type Kind = RequestRow['kind'];
type Change = Partial<typeof privacyRequests.$inferInsert>;

/** Requests about personal data. Customers' queries name the subject; staff and jobs use the request's id. */
export const createPrivacyStore = (db: Db) => {
  const row = privacyRequests;
  const columns = {
    id: row.id,
    customerId: row.customerId,
    kind: row.kind,
    state: row.state,
    language: row.language,
    requestedAt: row.requestedAt,
    dueAt: row.dueAt,
    extendedAt: row.extendedAt,
    reasons: row.reasons,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
    finishedAt: row.finishedAt,
    expiresAt: row.expiresAt,
    file: row.file,
    bytes: row.bytes,
    fetchedAt: row.fetchedAt,
    kept: sql<RequestRow['kept']>`${row.kept}`,
    failedAt: row.failedAt,
  };

  return {
    /** Locks requests of one kind until the transaction ends, so that a double click makes one request. */
    lockRequests: async (subject: Customer, kind: Kind): Promise<void> => {
      await db.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`privacy ${kind} ${subject.id}`}, 0))`,
      );
    },

    newest: async (subject: Customer, kind: Kind): Promise<RequestRow | undefined> =>
      (
        await db
          .select(columns)
          .from(row)
          .where(and(eq(row.customerId, subject.id), eq(row.kind, kind)))
          .orderBy(desc(row.requestedAt), desc(row.id))
          .limit(1)
      )[0],

    add: async (
      subject: Customer,
      request: Pick<RequestRow, 'kind' | 'language' | 'requestedAt' | 'dueAt'>,
    ): Promise<RequestRow | undefined> =>
      (
        await db
          .insert(row)
          .values({ ...request, customerId: subject.id, id: randomUUID() })
          .returning(columns)
      )[0],

    /** Records that the archive was downloaded. */
    fetched: async (subject: Customer, id: string, at: string): Promise<void> => {
      await db
        .update(row)
        .set({ fetchedAt: at })
        .where(and(eq(row.customerId, subject.id), eq(row.id, id)));
    },

    /** A request with its customer; `lock` locks it until the transaction ends. */
    find: async (
      id: string,
      { lock = false } = {},
    ): Promise<{ request: RequestRow; subject: Customer } | undefined> => {
      const query = db
        .select({ request: columns, subject: customerColumns })
        .from(row)
        .innerJoin(customers, eq(customers.id, row.customerId))
        .where(eq(row.id, id));
      return (await (lock ? query.for('update', { of: row }) : query))[0];
    },

    /** Changes a request that is in one of the states. @returns whether it was in one */
    change: async (id: string, from: readonly RequestState[], change: Change): Promise<boolean> =>
      (
        await db
          .update(row)
          .set(change)
          .where(and(eq(row.id, id), inArray(row.state, [...from])))
          .returning({ id: row.id })
      ).length > 0,

    /** Drops references to expired archives; the file store's garbage collection deletes them. */
    dropExpired: async (now: string): Promise<void> => {
      await db
        .update(row)
        .set({ file: null })
        .where(and(isNotNull(row.file), lte(row.expiresAt, now)));
    },

    /** Completed erasures, which may have retained data until later. */
    erased: async (): Promise<Array<{ request: RequestRow; subject: Customer }>> =>
      db
        .select({ request: columns, subject: customerColumns })
        .from(row)
        .innerJoin(customers, eq(customers.id, row.customerId))
        .where(and(eq(row.kind, 'erasure'), eq(row.state, 'done'))),
  };
};
export type PrivacyStore = ReturnType<typeof createPrivacyStore>;
