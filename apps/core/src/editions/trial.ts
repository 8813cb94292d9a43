import type { Db } from '@hofn/database';
import { insuranceActs } from '@hofn/database/schema/insurance.ts';
import { addDays, addMonths } from '@hofn/domain';
import { type RuledAct, type RuleEdition, ruledActOf } from '@hofn/domain/settlement-rules.ts';
import { and, asc, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { decide } from '../acts/decide.ts';
import type { Receipt } from '../acts/receipt.ts';
import { judge } from '../claim-acts/judge.ts';
import type { ClaimReceipt } from '../claim-acts/receipt.ts';
import { claimsDecidedByRules } from '../store/claim-acts.ts';

/** Days from first to last. */
export type Period = { from: string; to: string };

/** How an act was decided, and is by the edition that is tried: reasons by their codes. */
type Decided = { result: string; reasons: readonly string[] };

/** What rules decide on: acts about policies, and small claims. */
export type Tried = RuledAct | 'settleClaim';

/** An act that the edition decides in another way. */
export type Difference = { key: string; at: string; act: Tried; before: Decided; after: Decided };

export type Counts = { asBefore: number; newlyDone: number; newlyReferred: number };

/** What an edition would have decided. */
export type Trial = Period & {
  acts: ReadonlyMap<Tried, Counts>;
  /** The first of those that would have been decided in another way. */
  first: readonly Difference[];
};

const shownDifferences = 20;
const pageSize = 500;

/** The month up to a day. */
export const monthTo = (today: string): Period => ({ from: addMonths(today, -1), to: today });

type ActRow = Pick<Receipt, 'key' | 'at' | 'input' | 'known' | 'answer'>;

/** A page of the acts that rules decided in a period, in the order in which they were decided. */
const pageOf = async (db: Db, { from, to }: Period, after: ActRow | undefined): Promise<ActRow[]> => {
  const { key, at, input, known, answer, decidedBy, result } = insuranceActs;
  const rows = await db
    .select({ key, at, input, known, answer })
    .from(insuranceActs)
    .where(
      and(
        // Iceland's time is UTC all year.
        gte(at, `${from}T00:00:00Z`),
        lt(at, `${addDays(to, 1)}T00:00:00Z`),
        isNull(decidedBy),
        inArray(result, ['done', 'referred']),
        after && sql`(${at}, ${key}) > (${after.at}::timestamptz, ${after.key}::text)`,
      ),
    )
    .orderBy(asc(at), asc(key))
    .limit(pageSize);
  return rows as unknown as ActRow[];
};

const decidedOf = ({
  result,
  reasons,
}: {
  result: string;
  reasons: ReadonlyArray<{ code: string }>;
}): Decided => ({
  result,
  reasons: reasons.map(({ code }) => code),
});

/** Decides again as if nothing but the edition referred. */
const decideBy = (
  edition: RuleEdition,
  { input, known: { refersEverything: _, ...known } }: ActRow,
): Decided => decidedOf(decide(input, known, edition));

/** The same for a claim, with what had been paid on its day. */
const decideClaimBy = ({ id, claims }: RuleEdition, { input, known }: ClaimReceipt): Decided => {
  const paidToday = known.byRules?.paidToday ?? 0;
  const byRules = { edition: id, rules: claims ?? null, refersEverything: false, paidToday };
  return decidedOf(judge(input, { ...known, byRules }));
};

/**
 * Decides the acts of a period again by an edition, from their receipts (rule ACT-4): those that rules decided, not people.
 * What a receipt does not have, because it is older, is not known. Nothing is stored.
 */
export const tryEdition = async (db: Db, edition: RuleEdition, period: Period): Promise<Trial> => {
  const acts = new Map<Tried, Counts>();
  const first: Difference[] = [];
  const count = (act: Tried, { key, at }: { key: string; at: string }, before: Decided, after: Decided) => {
    const counts = acts.get(act) ?? { asBefore: 0, newlyDone: 0, newlyReferred: 0 };
    acts.set(act, counts);
    if (before.result === after.result) {
      counts.asBefore += 1;
      return;
    }
    counts[after.result === 'done' ? 'newlyDone' : 'newlyReferred'] += 1;
    if (first.length < shownDifferences) first.push({ key, at, act, before, after });
  };
  let page: ActRow[] = [];
  do {
    page = await pageOf(db, period, page.at(-1));
    for (const row of page)
      count(ruledActOf(row.input.request), row, decidedOf(row.answer), decideBy(edition, row));
  } while (page.length === pageSize);
  let claims: ClaimReceipt[] = [];
  do {
    claims = await claimsDecidedByRules(db, { ...period, after: claims.at(-1), limit: pageSize });
    for (const receipt of claims)
      count('settleClaim', receipt, decidedOf(receipt.answer), decideClaimBy(edition, receipt));
  } while (claims.length === pageSize);
  return { ...period, acts, first };
};

/** The counts of all acts together. */
export const totalOf = ({ acts }: Trial): Counts => {
  const total = { asBefore: 0, newlyDone: 0, newlyReferred: 0 };
  for (const { asBefore, newlyDone, newlyReferred } of acts.values()) {
    total.asBefore += asBefore;
    total.newlyDone += newlyDone;
    total.newlyReferred += newlyReferred;
  }
  return total;
};
