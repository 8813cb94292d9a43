import {
  changeRequests,
  customers,
  type Db,
  hasPlate,
  payments,
  plateWords,
  policies,
  policyItems,
  products,
  purchaseNumbers,
  purchases,
} from '@hofn/database';
import { compactIdentifier } from '@hofn/domain';
import { motorInsurance } from '@hofn/domain/policy-requests.ts';
import { afterEvent, dutyOf, type PurchaseEvent } from '@hofn/domain/purchase.ts';
import { foldForSearch, type Language } from '@hofn/texts';
import { and, asc, desc, eq, getTableColumns, gte, inArray, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { customerColumns } from '../platform/customer.ts';
import { pick } from '../platform/language.ts';
import { isCurrentOn } from '../policies/query-parts.ts';

export type PurchaseRow = typeof purchases.$inferSelect;
type Subject = Pick<Customer, 'id'>;

/** Time for one attempt, call and storage together, before another process may repeat it. */
const attemptMs = 30_000;

const compulsory = [...motorInsurance];

/** Empties the answers of a purchase that was given up or has ended: its customer was told that they are deleted. */
export const nothingAnswered = {
  ...{ answers: {}, insured: null, needs: null, documentsReadAt: null, firstDay: null },
  ...{ bought: null, ipid: null },
} satisfies Partial<PurchaseRow>;

/** Policies in force, or that will be, on a day or after it. */
const currentPolicies = (db: Db, language: Language, today: string) =>
  db
    .select({
      ...{ id: policies.id, number: policies.number, customerId: policies.customerId },
      ...{ product: policies.productId, validTo: policies.validTo, renews: policies.renews },
      name: pick(language, products.nameIs, products.nameEn),
      facts: policyItems.facts,
    })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .leftJoin(
      policyItems,
      and(eq(policyItems.customerId, policies.customerId), eq(policyItems.policyId, policies.id)),
    )
    .where(isCurrentOn(sql`${today}::date`))
    .$dynamic();

/** Purchases of customers. Every query names the subject, except those of jobs. */
export const createPurchaseStore = (db: Db) => {
  const ofSubject = (subject: Subject, id: string) =>
    and(eq(purchases.customerId, subject.id), eq(purchases.id, id));

  return {
    nextNumber: async (tx: Db): Promise<string> => {
      const sequence = sql.raw(purchaseNumbers.seqName ?? 'purchase_numbers');
      const [row] = await tx
        .select({ next: sql<string>`nextval('${sequence}')` })
        .from(sql`(values (1)) as once`);
      return `T${row?.next ?? ''}`;
    },

    /** Adds a purchase, unless one with its price is open. @returns the id of the open one */
    add: async (tx: Db, row: typeof purchases.$inferInsert): Promise<{ id: string; isNew: boolean }> => {
      const [added] = await tx
        .insert(purchases)
        .values(row)
        .onConflictDoNothing()
        .returning({ id: purchases.id });
      if (added) return { id: added.id, isNew: true };
      const [open] = await tx
        .select({ id: purchases.id })
        .from(purchases)
        .where(
          and(
            eq(purchases.customerId, row.customerId),
            eq(purchases.reference, row.reference),
            inArray(purchases.state, ['open', 'holding', 'deciding']),
          ),
        );
      if (!open) throw new Error('The purchase was not added, and none is open');
      return { id: open.id, isNew: false };
    },

    one: async (subject: Subject, id: string): Promise<PurchaseRow | undefined> =>
      (await db.select().from(purchases).where(ofSubject(subject, id)))[0],

    /** Locks a purchase until the transaction ends. */
    lock: async (tx: Db, subject: Subject, id: string): Promise<PurchaseRow | undefined> =>
      (await tx.select().from(purchases).where(ofSubject(subject, id)).for('update'))[0],

    /** Those that are not finished, newest first; whether a referred one is decided, its request says. */
    unfinished: (subject: Subject) =>
      db
        .select()
        .from(purchases)
        .where(
          and(
            eq(purchases.customerId, subject.id),
            inArray(purchases.state, ['open', 'holding', 'deciding', 'referred']),
          ),
        )
        .orderBy(desc(purchases.startedAt), asc(purchases.id)),

    change: async (tx: Db, { customerId, id }: PurchaseRow, to: Partial<PurchaseRow>): Promise<void> => {
      await tx
        .update(purchases)
        .set(to)
        .where(and(eq(purchases.customerId, customerId), eq(purchases.id, id)));
    },

    /** A purchase with its customer and payment, for work that nobody waits for. */
    due: async (customerId: string, id: string) => {
      const [row] = await db
        .select({ purchase: purchases, subject: customerColumns, payment: payments })
        .from(purchases)
        .innerJoin(customers, eq(customers.id, purchases.customerId))
        .leftJoin(
          payments,
          and(eq(payments.customerId, purchases.customerId), eq(payments.id, purchases.paymentId)),
        )
        .where(and(eq(purchases.customerId, customerId), eq(purchases.id, id)));
      return row;
    },

    /** Open purchases that began before an instant. */
    openSince: (before: string) =>
      db
        .select()
        .from(purchases)
        .where(and(eq(purchases.state, 'open'), lt(purchases.startedAt, before)))
        .orderBy(asc(purchases.startedAt))
        .limit(500),

    /** The subject's current policies with the facts of what they insure, a row for each item. */
    ownPolicies: (subject: Subject, language: Language, today: string) =>
      currentPolicies(db, language, today)
        .where(and(isCurrentOn(sql`${today}::date`), eq(policies.customerId, subject.id)))
        .orderBy(asc(policies.number)),

    /** Whether anybody else has compulsory insurance of a vehicle here that has not ended on a day. */
    isInsuredByOthers: async (
      subject: Subject,
      plate: string,
      { today, from }: { today: string; from: string },
    ): Promise<boolean> => {
      const word = `'${foldForSearch(compactIdentifier(plate)).replaceAll("'", "''")}'`;
      const found = await currentPolicies(db, 'is', today)
        .where(
          and(
            isCurrentOn(sql`${today}::date`),
            ne(policies.customerId, subject.id),
            or(policies.renews, gte(policies.validTo, from)),
            inArray(policies.productId, compulsory),
            sql`(${policyItems.customerId}, ${policyItems.policyId}, ${policyItems.id}) in (select customer_id, policy_id, id from ${policyItems} where ${hasPlate} and ${plateWords} @@ ${word}::tsquery)`,
          ),
        )
        .limit(1);
      return found.length > 0;
    },

    /** The subject's other purchases that may still become a policy; of referred ones, those that nobody has decided. */
    othersUnderWay: (subject: Subject, id: string): Promise<PurchaseRow[]> =>
      db
        .select(getTableColumns(purchases))
        .from(purchases)
        .leftJoin(
          changeRequests,
          and(
            eq(changeRequests.customerId, purchases.customerId),
            eq(changeRequests.id, purchases.requestId),
          ),
        )
        .where(
          and(
            eq(purchases.customerId, subject.id),
            ne(purchases.id, id),
            or(
              inArray(purchases.state, ['holding', 'deciding']),
              and(eq(purchases.state, 'referred'), eq(changeRequests.state, 'pending')),
            ),
          ),
        ),
  };
};
export type PurchaseStore = ReturnType<typeof createPurchaseStore>;

/**
 * Stores what an event makes of a purchase that the caller has locked, and when its answer is asked for again.
 * @returns the changed purchase; undefined when the event comes too late, and nothing is stored
 */
export const advance = async (
  tx: Db,
  purchase: PurchaseRow,
  event: PurchaseEvent,
  { now, ...also }: Partial<PurchaseRow> & { now: Date },
): Promise<PurchaseRow | undefined> => {
  const { state, hold } = purchase;
  const progress = afterEvent({ state, hold }, event);
  if (!progress) return undefined;
  const isUnanswered = dutyOf(progress) !== undefined;
  const to = {
    ...also,
    ...progress,
    askAgainAt: isUnanswered ? new Date(now.getTime() + attemptMs).toISOString() : null,
    tries: 0,
  };
  await createPurchaseStore(tx).change(tx, purchase, to);
  return { ...purchase, ...to };
};

/** Claims the longest overdue unanswered purchase of any customer, in the transaction `tx`. */
export const takeUnanswered = async (
  tx: Db,
  now: Date,
): Promise<Pick<PurchaseRow, 'customerId' | 'id'> | undefined> => {
  const [due] = await tx
    .select({ customerId: purchases.customerId, id: purchases.id })
    .from(purchases)
    .where(lte(purchases.askAgainAt, now.toISOString()))
    .orderBy(asc(purchases.askAgainAt))
    .limit(1)
    .for('update', { skipLocked: true });
  if (due)
    await tx
      .update(purchases)
      .set({ askAgainAt: new Date(now.getTime() + attemptMs).toISOString() })
      .where(and(eq(purchases.customerId, due.customerId), eq(purchases.id, due.id)));
  return due;
};
