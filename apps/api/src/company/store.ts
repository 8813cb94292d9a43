import type { PendingChange } from '@hofn/contracts';
import {
  changeRequests,
  type Db,
  policies,
  policyCovers,
  policyFigures,
  premiumParts,
  products,
} from '@hofn/database';
import type { PolicyDays } from '@hofn/domain';
import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import type { InstalmentsPerYear, Part } from '@hofn/insurance/rating.ts';
import type { Language } from '@hofn/texts';
import { and, eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { listOf, utcSeconds } from '../platform/sql.ts';
import { onPolicy } from '../policies/query-parts.ts';

/** A company's policy, with everything that its premium depends on. */
export type RatedRow = PolicyDays & {
  id: string;
  number: string;
  name: string;
  insured: string | null;
  premiumPerYear: number;
  instalmentsPerYear: InstalmentsPerYear;
  parts: Part[];
  covers: { id: string }[];
  figures: CompanyFigures[keyof CompanyFigures] | null;
  pending: Omit<PendingChange, 'answerBy'>[];
};

/** Companies' policies. Every query names the subject. */
export const createCompanyStore = (db: Db) => ({
  /** The subject's policies of a product by number, including those that have ended. */
  rated: (subject: Pick<Customer, 'id'>, language: Language, product: string): Promise<RatedRow[]> => {
    return db
      .select({
        id: policies.id,
        number: policies.number,
        name: pick(language, products.nameIs, products.nameEn),
        insured: pick(language, policies.insuredIs, policies.insuredEn),
        premiumPerYear: policies.premiumPerYear,
        instalmentsPerYear: sql<InstalmentsPerYear>`${policies.instalmentsPerYear}`,
        validFrom: policies.validFrom,
        validTo: policies.validTo,
        renews: policies.renews,
        cancelledOn: policies.cancelledOn,
        lapsedOn: policies.lapsedOn,
        suspendedOn: policies.suspendedOn,
        parts: listOf(
          db
            .select({ id: premiumParts.id, amount: premiumParts.amount })
            .from(premiumParts)
            .where(onPolicy(premiumParts)),
        ),
        covers: listOf(db.select({ id: policyCovers.id }).from(policyCovers).where(onPolicy(policyCovers))),
        figures: policyFigures.figures,
        pending: listOf(
          db
            .select({
              id: changeRequests.id,
              requestedAt: utcSeconds(changeRequests.createdAt),
              effectiveOn: changeRequests.effectiveOn,
              estimatedPremium: changeRequests.premium,
            })
            .from(changeRequests)
            .where(and(onPolicy(changeRequests), eq(changeRequests.state, 'pending'))),
        ),
      })
      .from(policies)
      .innerJoin(products, eq(products.id, policies.productId))
      .leftJoin(
        policyFigures,
        and(eq(policyFigures.customerId, policies.customerId), eq(policyFigures.policyId, policies.id)),
      )
      .where(and(eq(policies.customerId, subject.id), eq(policies.productId, product)))
      .orderBy(policies.number, policies.id);
  },
});
export type CompanyStore = ReturnType<typeof createCompanyStore>;
