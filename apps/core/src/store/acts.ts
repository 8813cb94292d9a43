import type { Db } from '@hofn/database';
import { insuranceActs } from '@hofn/database/schema/insurance.ts';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Receipt } from '../acts/receipt.ts';

const receiptOf = ({
  ...row
}: Omit<typeof insuranceActs.$inferSelect, 'result' | 'edition' | 'decidedBy'>): Receipt =>
  row as unknown as Receipt;

/** The receipt of an act; undefined for an unknown key. */
export const findAct = async (db: Db, key: string): Promise<Receipt | undefined> => {
  const [row] = await db.select().from(insuranceActs).where(eq(insuranceActs.key, key));
  return row && receiptOf(row);
};

/** A customer's receipts, newest first. */
export const actsOf = async (db: Db, customer: string, limit: number): Promise<Receipt[]> => {
  const rows = await db
    .select()
    .from(insuranceActs)
    .where(eq(insuranceActs.customer, customer))
    .orderBy(desc(insuranceActs.at), desc(insuranceActs.key))
    .limit(limit);
  return rows.map(receiptOf);
};

/**
 * What has been done of a request.
 * @returns the act that has done it and was not put back, and how often one was
 */
export const doneOf = async (
  tx: Db,
  requestId: string,
): Promise<{ done: Receipt | undefined; round: number }> => {
  const rows = await tx
    .select()
    .from(insuranceActs)
    .where(and(eq(insuranceActs.requestId, requestId), inArray(insuranceActs.result, ['done', 'putBack'])));
  const round = rows.filter(({ result }) => result === 'putBack').length;
  const found = rows.find((row) => row.result === 'done' && row.round === round);
  return { done: found && receiptOf(found), round };
};

/** Adds a receipt. @returns false when its key was used meanwhile */
export const addAct = async (tx: Db, receipt: Receipt): Promise<boolean> => {
  const { input, known, answer, facts } = receipt;
  const added = await tx
    .insert(insuranceActs)
    .values({
      ...receipt,
      ...{ result: answer.result, edition: answer.edition, decidedBy: input.decidedBy?.name ?? null },
      ...{ input: { ...input }, known: { ...known }, answer: { ...answer }, facts },
    })
    .onConflictDoNothing({ target: insuranceActs.key })
    .returning({ key: insuranceActs.key });
  return added.length > 0;
};
