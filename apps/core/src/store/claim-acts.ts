import type { Db } from '@hofn/database';
import { insuranceClaimActs } from '@hofn/database/schema/insurance.ts';
import { addDays } from '@hofn/domain';
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { ClaimReceipt } from '../claim-acts/receipt.ts';

const receiptOf = (row: typeof insuranceClaimActs.$inferSelect): ClaimReceipt => {
  const { result: _result, decidedBy: _decidedBy, approvedBy: _approvedBy, ...receipt } = row;
  return receipt as unknown as ClaimReceipt;
};

/** The receipt of an act with a claim; undefined for an unknown key. */
export const findClaimAct = async (db: Db, key: string): Promise<ClaimReceipt | undefined> => {
  const [row] = await db.select().from(insuranceClaimActs).where(eq(insuranceClaimActs.key, key));
  return row && receiptOf(row);
};

/** A page of what rules decided on claims from a day to a day, in the order in which they did. */
export const claimsDecidedByRules = async (
  db: Db,
  { from, to, after, limit }: { from: string; to: string; after: ClaimReceipt | undefined; limit: number },
): Promise<ClaimReceipt[]> => {
  const { kind, result, at, key } = insuranceClaimActs;
  const rows = await db
    .select()
    .from(insuranceClaimActs)
    .where(
      and(
        eq(kind, 'claim.settle'),
        inArray(result, ['done', 'referred']),
        // Iceland's time is UTC all year.
        gte(at, `${from}T00:00:00Z`),
        lt(at, `${addDays(to, 1)}T00:00:00Z`),
        after && sql`(${at}, ${key}) > (${after.at}::timestamptz, ${after.key}::text)`,
      ),
    )
    .orderBy(asc(at), asc(key))
    .limit(limit);
  return rows.map(receiptOf);
};

/** Lets one transaction at a time decide on claims by rules, until it ends. */
export const lockPaidByRules = async (tx: Db): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('claims by rules', 0))`);
};

/** ISK that rules have paid for claims on a day of the core. */
export const paidByRulesOn = async (tx: Db, day: string): Promise<number> => {
  const { kind, result, known, answer } = insuranceClaimActs;
  const [row] = await tx
    .select({
      paid: sql<
        string | null
      >`sum((select sum((cover ->> 'payable')::bigint) from jsonb_array_elements(${answer} -> 'covers') as cover))`,
    })
    .from(insuranceClaimActs)
    .where(and(eq(kind, 'claim.settle'), eq(result, 'done'), sql`${known} ->> 'day' = ${day}`));
  return Number(row?.paid ?? 0);
};

/** Adds a receipt. @returns false when its key was used meanwhile */
export const addClaimAct = async (tx: Db, receipt: ClaimReceipt): Promise<boolean> => {
  const { input, known, answer, facts } = receipt;
  const { decidedBy, approvedBy } = input;
  const added = await tx
    .insert(insuranceClaimActs)
    .values({
      ...receipt,
      ...{ result: answer.result, decidedBy: decidedBy?.name ?? null, approvedBy: approvedBy?.name ?? null },
      ...{ input: { ...input }, known: { ...known }, answer: { ...answer }, facts },
    })
    .onConflictDoNothing({ target: insuranceClaimActs.key })
    .returning({ key: insuranceClaimActs.key });
  return added.length > 0;
};
