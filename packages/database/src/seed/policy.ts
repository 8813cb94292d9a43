import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import { type Risk, totalOf, withTotal } from '@hofn/domain/rating.ts';
import type { accessGrants } from '../schema/access.ts';
import type { OfferedCover, policyFigures, proposals } from '../schema/changes.ts';
import type { claimDrafts, claimEvents, claimMessages, claimPayments, claims } from '../schema/claims.ts';
import type { companyInvolvement, customers } from '../schema/customers.ts';
import type { instalments, transactions } from '../schema/payments.ts';
import type { ItemFacts, policies, policyCovers, policyItems, premiumParts } from '../schema/policies.ts';
import type { documentsToSign } from '../schema/signing.ts';
import { coverSumsOf, rate, sumsOf, tariff } from './rating.ts';
import { referenceProducts } from './reference.ts';

/** A text in both languages. */
export type Both = { is: string; en: string };

/** The same text in both languages, for names. */
export const same = (text: string): Both => ({ is: text, en: text });

export type ItemDraft = {
  kind: (typeof policyItems.$inferInsert)['kind'];
  name: Both;
  facts: ItemFacts;
};

/** A policy to add, from which its rows are derived. */
export type PolicyDraft = {
  id: string;
  number: string;
  product: string;
  risk: Risk;
  insured: Both | null;
  items: ItemDraft[];
  validFrom: string;
  validTo: string;
  renews?: boolean;
  cancelledOn?: string;
  lapsedOn?: string;
  suspendedOn?: string;
  /** If the policy has earlier terms than those currently sold. */
  termsCodes?: string[];
  /** Figures reported by the company, if the product is rated by them. */
  figures?: CompanyFigures[keyof CompanyFigures];
  /** An agreed premium; the base part absorbs the difference from the tariff. */
  premium?: number;
};

/** Rows by table, parents before children. */
export type Rows = {
  customers: (typeof customers.$inferInsert)[];
  companyInvolvement: (typeof companyInvolvement.$inferInsert)[];
  accessGrants: (typeof accessGrants.$inferInsert)[];
  policies: (typeof policies.$inferInsert)[];
  policyItems: (typeof policyItems.$inferInsert)[];
  policyCovers: (typeof policyCovers.$inferInsert)[];
  premiumParts: (typeof premiumParts.$inferInsert)[];
  policyFigures: (typeof policyFigures.$inferInsert)[];
  proposals: (typeof proposals.$inferInsert)[];
  instalments: (typeof instalments.$inferInsert)[];
  transactions: (typeof transactions.$inferInsert)[];
  claims: (typeof claims.$inferInsert)[];
  claimEvents: (typeof claimEvents.$inferInsert)[];
  claimPayments: (typeof claimPayments.$inferInsert)[];
  claimMessages: (typeof claimMessages.$inferInsert)[];
  claimDrafts: (typeof claimDrafts.$inferInsert)[];
  documentsToSign: (typeof documentsToSign.$inferInsert)[];
};

export const noRows = (): Rows => ({
  customers: [],
  companyInvolvement: [],
  accessGrants: [],
  policies: [],
  policyItems: [],
  policyCovers: [],
  premiumParts: [],
  policyFigures: [],
  proposals: [],
  instalments: [],
  transactions: [],
  claims: [],
  claimEvents: [],
  claimPayments: [],
  claimMessages: [],
  claimDrafts: [],
  documentsToSign: [],
});

/** The covers of a risk, with their sums. */
export const coversOf = (product: string, risk: Risk): OfferedCover[] =>
  (referenceProducts.get(product)?.covers ?? [])
    .filter(({ id, kind, optional }) => kind === 'cover' && (!optional || risk.covers?.includes(id)))
    .map(({ id }) => ({ id, ...coverSumsOf(product, id, sumsOf(product, risk).sumInsured) }));

/**
 * Adds the rows of one policy.
 * @returns its yearly premium
 * @throws RangeError if product or risk is not in the tariff
 */
export const addPolicy = (rows: Rows, customerId: string, draft: PolicyDraft): number => {
  const { id: policyId, product, risk } = draft;
  const reference = referenceProducts.get(product);
  if (!reference) throw new RangeError(`no product ${product}`);

  const rated = rate(product, risk);
  const parts = draft.premium === undefined ? rated : withTotal(rated, draft.premium);
  const premiumPerYear = totalOf(parts);
  const sums = sumsOf(product, risk);

  rows.policies.push({
    customerId,
    id: policyId,
    number: draft.number,
    productId: product,
    insuredIs: draft.insured?.is ?? null,
    insuredEn: draft.insured?.en ?? null,
    premiumPerYear,
    ...sums,
    validFrom: draft.validFrom,
    validTo: draft.validTo,
    renews: draft.renews ?? true,
    cancelledOn: draft.cancelledOn ?? null,
    lapsedOn: draft.lapsedOn ?? null,
    suspendedOn: draft.suspendedOn ?? null,
    instalmentsPerYear: risk.instalments,
    instalmentFeePercent: tariff.instalmentFeePercent[risk.instalments] ?? 0,
    termsCodes: draft.termsCodes ?? reference.termsCodes ?? [],
  });
  draft.items.forEach(({ kind, name, facts }, index) => {
    const id = String(index + 1);
    rows.policyItems.push({ customerId, policyId, id, kind, nameIs: name.is, nameEn: name.en, facts });
  });
  for (const cover of coversOf(product, risk)) rows.policyCovers.push({ customerId, policyId, ...cover });
  if (draft.figures) rows.policyFigures.push({ customerId, policyId, figures: draft.figures });
  for (const part of parts) rows.premiumParts.push({ customerId, policyId, ...part });
  return premiumPerYear;
};
