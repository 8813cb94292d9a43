import type { CoreOutcome, FactOutcome } from '@hofn/contracts';
import { type Db, putRows } from '@hofn/database';
import {
  insuranceAnswers,
  insuranceCustomers,
  insuranceOutbox,
  insuranceOutcomes,
} from '@hofn/database/schema/insurance.ts';
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { AnyRecord } from '../book.ts';
import type { Undo } from '../requests.ts';

/** A fact that the front has not answered. */
export type FactToSend = Pick<AnyRecord, 'type' | 'key' | 'version' | 'facts'> & {
  customer: string;
  acknowledges: string[] | null;
};

const order = [asc(insuranceOutbox.customer), asc(insuranceOutbox.rank), asc(insuranceOutbox.key)];
const asFacts = (rows: ReadonlyArray<typeof insuranceOutbox.$inferSelect>): FactToSend[] =>
  rows as unknown as FactToSend[];

/** Everything that a customer's facts say that the front has not answered, what others refer to first. */
export const factsOfCustomer = async (db: Db, customer: string): Promise<FactToSend[]> =>
  asFacts(
    await db
      .select()
      .from(insuranceOutbox)
      .where(eq(insuranceOutbox.customer, customer))
      .orderBy(...order),
  );

/** The first customer after another with facts to send; undefined at the end. */
export const nextCustomer = async (db: Db, after: string): Promise<string | undefined> => {
  const [row] = await db
    .select({ customer: insuranceOutbox.customer })
    .from(insuranceOutbox)
    .where(gt(insuranceOutbox.customer, after))
    .orderBy(asc(insuranceOutbox.customer))
    .limit(1);
  return row?.customer;
};

/** All facts to send, what others refer to first: for the opening, which is one import. */
export const allFacts = async (db: Db): Promise<FactToSend[]> =>
  asFacts(
    await db.select().from(insuranceOutbox).orderBy(asc(insuranceOutbox.rank), asc(insuranceOutbox.customer)),
  );

/** What the front answered to a fact. */
export type Answer = { at: string; answer: FactOutcome | 'refused'; fault?: string; frontId?: string };

/** Notes the front's answer to a fact, which is then not sent again until it changes. */
export const noteAnswer = (db: Db, fact: FactToSend, { frontId, ...answer }: Answer): Promise<void> =>
  db.transaction(async (tx) => {
    const { customer, type, key, version } = fact;
    // The customer first, as in everything that locks one.
    if (frontId !== undefined && type === 'customers')
      await tx.update(insuranceCustomers).set({ frontId }).where(eq(insuranceCustomers.customer, customer));
    await tx
      .delete(insuranceOutbox)
      .where(
        and(
          ...[
            eq(insuranceOutbox.customer, customer),
            eq(insuranceOutbox.type, type),
            eq(insuranceOutbox.key, key),
          ],
          lte(insuranceOutbox.version, version),
        ),
      );
    await tx
      .insert(insuranceAnswers)
      .values({ customer, type, key, version, fault: null, ...answer })
      .onConflictDoUpdate({
        target: [insuranceAnswers.customer, insuranceAnswers.type, insuranceAnswers.key],
        set: { version, fault: null, ...answer },
      });
  });

/** Notes that the front has answered an import of these facts, and which of them it refused. */
export const noteImported = (
  db: Db,
  facts: readonly FactToSend[],
  refused: ReadonlyArray<Answer & { fact: FactToSend }>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const sent = facts.map(({ customer, type, key, version }) => ({ customer, type, key, version }));
    await tx.execute(sql`
      delete from ${insuranceOutbox} as waiting
      using jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as sent(customer text, type text, key text, version bigint)
      where waiting.customer = sent.customer and waiting.type = sent.type and waiting.key = sent.key
        and waiting.version <= sent.version`);
    await putRows(
      tx,
      insuranceAnswers,
      refused.map(({ fact: { customer, type, key, version }, at, answer, fault }) => ({
        ...{ customer, type, key, version, at, answer },
        fault: fault ?? null,
      })),
      { key: ['customer', 'type', 'key'] },
    );
  });

/** The facts that the front answered last. */
export const newestAnswers = (db: Db, limit: number) =>
  db
    .select()
    .from(insuranceAnswers)
    .orderBy(desc(insuranceAnswers.at), asc(insuranceAnswers.key))
    .limit(limit);

/** How many facts and outcomes the front has not answered. */
export const countUnanswered = async (db: Db): Promise<number> =>
  (await db.$count(insuranceOutbox)) + (await db.$count(insuranceOutcomes));

/** An outcome that the front has not answered. */
export type OutcomeToSend = {
  customer: string;
  requestId: string;
  outcome: CoreOutcome;
  /** With the key of the act that it puts back; none where the front cannot refuse what was done. */
  undo: Undo & { act?: string };
};

/** Outcomes that the front has not answered: all, or of one request. */
export const outcomesToSend = async (db: Db, requestId?: string): Promise<OutcomeToSend[]> =>
  (await db
    .select()
    .from(insuranceOutcomes)
    .where(requestId === undefined ? sql`true` : eq(insuranceOutcomes.requestId, requestId))
    .orderBy(asc(insuranceOutcomes.customer))) as unknown as OutcomeToSend[];

/** Stores an outcome to send, in the transaction of the change. */
export const addOutcome = (tx: Db, { customer, requestId, outcome, undo }: OutcomeToSend): Promise<unknown> =>
  tx.insert(insuranceOutcomes).values({ customer, requestId, outcome: { ...outcome }, undo: { ...undo } });

/** Removes an outcome that the front has answered. @returns false when it was removed before */
export const removeOutcome = async (tx: Db, requestId: string): Promise<boolean> => {
  const removed = await tx
    .delete(insuranceOutcomes)
    .where(eq(insuranceOutcomes.requestId, requestId))
    .returning({ requestId: insuranceOutcomes.requestId });
  return removed.length > 0;
};
