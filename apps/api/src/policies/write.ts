import { randomUUID } from 'node:crypto';
import {
  type Db,
  type OfferedCover,
  policies,
  policyCovers,
  policyFigures,
  policyItems,
  policyNumbers,
  premiumParts,
  type proposals,
} from '@hofn/database';
import { addDays, addMonths } from '@hofn/domain';
import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import { type Part, totalOf } from '@hofn/domain/rating.ts';
import { and, eq, sql } from 'drizzle-orm';

type PolicyKey = { customerId: string; policyId: string };

const isPolicy = ({ customerId, policyId }: PolicyKey) =>
  and(eq(policies.customerId, customerId), eq(policies.id, policyId));

const ofPolicy = (table: typeof premiumParts | typeof policyCovers, { customerId, policyId }: PolicyKey) =>
  and(eq(table.customerId, customerId), eq(table.policyId, policyId));

/** The next of our own numbers. */
const nextNumber = async (tx: Db): Promise<string> => {
  const [row] = await tx
    .select({ next: sql<string>`nextval('${sql.raw(policyNumbers.seqName ?? 'policy_numbers')}')::text` })
    .from(sql`(values (1)) as once`);
  return row?.next ?? '';
};

/** Inserts a policy under the next of our numbers that no policy has: another system may have given some of them. */
const insertNumbered = async (
  tx: Db,
  policy: Omit<typeof policies.$inferInsert, 'number'>,
): Promise<string> => {
  for (;;) {
    const number = await nextNumber(tx);
    const [inserted] = await tx
      .insert(policies)
      .values({ ...policy, number })
      .onConflictDoNothing({ target: policies.number })
      .returning({ number: policies.number });
    if (inserted) return inserted.number;
  }
};

/** Copies what is insured, and the figures it is rated by, to the policy that replaces the given one. */
const copyInsured = async (tx: Db, { customerId, policyId }: PolicyKey, to: string): Promise<void> => {
  const key = { customerId, policyId: to };
  const rowsOf = (table: typeof policyItems | typeof policyFigures) =>
    and(eq(table.customerId, customerId), eq(table.policyId, policyId));
  const items = await tx.select().from(policyItems).where(rowsOf(policyItems));
  if (items.length > 0) await tx.insert(policyItems).values(items.map((item) => ({ ...item, ...key })));
  const figures = await tx.select().from(policyFigures).where(rowsOf(policyFigures));
  if (figures.length > 0) await tx.insert(policyFigures).values(figures.map((row) => ({ ...row, ...key })));
};

/**
 * Writes policies for staff: the only code of the API that does (rule CORE-14). Premium and parts are always written
 * together, so that the parts add up.
 */
export const createPolicyWriter = (tx: Db) => {
  const insertParts = (key: PolicyKey, parts: readonly Part[]) =>
    tx.insert(premiumParts).values(parts.map((part) => ({ ...key, ...part })));
  const reprice = async (key: PolicyKey, parts: readonly Part[]): Promise<void> => {
    await tx
      .update(policies)
      .set({ premiumPerYear: totalOf([...parts]) })
      .where(isPolicy(key));
    await tx.delete(premiumParts).where(ofPolicy(premiumParts, key));
    await insertParts(key, parts);
  };
  return {
    /** Replaces a policy's rating figures and price. */
    changeFigures: async (
      key: PolicyKey,
      figures: CompanyFigures[keyof CompanyFigures],
      parts: Part[],
    ): Promise<void> => {
      await reprice(key, parts);
      await tx
        .insert(policyFigures)
        .values({ ...key, figures })
        .onConflictDoUpdate({
          target: [policyFigures.customerId, policyFigures.policyId],
          set: { figures },
        });
    },

    /** Issues the policy of an accepted proposal for one year. A replacement insures the items of the policy it replaces. */
    issue: async (
      proposal: typeof proposals.$inferSelect,
      instalmentFeePercent: number,
    ): Promise<{ id: string; number: string }> => {
      const { customerId, effectiveOn } = proposal;
      const id = randomUUID();
      const key = { customerId, policyId: id };
      const number = await insertNumbered(tx, {
        customerId,
        id,
        productId: proposal.productId,
        insuredIs: proposal.insuredIs,
        insuredEn: proposal.insuredEn,
        premiumPerYear: totalOf(proposal.parts),
        deductible: proposal.deductible,
        sumInsured: proposal.sumInsured,
        validFrom: effectiveOn,
        validTo: addDays(addMonths(effectiveOn, 12), -1),
        instalmentsPerYear: proposal.instalmentsPerYear,
        instalmentFeePercent,
        termsCodes: proposal.termsCodes,
      });
      await insertParts(key, proposal.parts);
      if (proposal.covers.length > 0)
        await tx.insert(policyCovers).values(proposal.covers.map((cover) => ({ ...key, ...cover })));
      if (proposal.policyId !== null) await copyInsured(tx, { customerId, policyId: proposal.policyId }, id);
      return { id, number };
    },

    /** Adds an optional cover. */
    addCover: async (key: PolicyKey, cover: OfferedCover): Promise<void> => {
      await tx
        .insert(policyCovers)
        .values({ ...key, ...cover })
        .onConflictDoNothing();
    },

    removeCover: async (key: PolicyKey, id: string): Promise<void> => {
      await tx.delete(policyCovers).where(and(ofPolicy(policyCovers, key), eq(policyCovers.id, id)));
    },

    /** Changes the deductible of a policy, and of its covers that have the same one. */
    changeDeductible: async (
      key: PolicyKey,
      { from, to }: { from: number | null; to: number },
    ): Promise<void> => {
      await tx.update(policies).set({ deductible: to }).where(isPolicy(key));
      if (from === null) return;
      await tx
        .update(policyCovers)
        .set({ deductible: to })
        .where(and(ofPolicy(policyCovers, key), eq(policyCovers.deductible, from)));
    },

    /** Replaces a policy's premium by other parts. */
    reprice,

    /** Suspends a policy from a day. */
    suspend: async (key: PolicyKey, from: string): Promise<void> => {
      await tx.update(policies).set({ suspendedOn: from }).where(isPolicy(key));
    },

    /** Ends a policy's suspension. */
    resume: async (key: PolicyKey): Promise<void> => {
      await tx.update(policies).set({ suspendedOn: null }).where(isPolicy(key));
    },

    /** Ends a policy after its last day of cover, as of a notice given on `noticeOn`. */
    end: async (key: PolicyKey, lastDay: string, noticeOn: string): Promise<void> => {
      await tx
        .update(policies)
        .set({ validTo: lastDay, renews: false, cancelledOn: noticeOn })
        .where(isPolicy(key));
    },
  };
};
