import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import { type Risk, totalOf, withTotal } from '@hofn/insurance/rating.ts';
import type { OfferedCover } from '../schema/changes.ts';
import type { claims } from '../schema/claims.ts';
import type { companyInvolvement, customers } from '../schema/customers.ts';
import type { instalments, transactions } from '../schema/payments.ts';
import type { ItemFacts, policies, policyCovers, policyItems, premiumParts } from '../schema/policies.ts';
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

/** A policy, from which its rows or its fact are derived. */
export type PolicyDraft = {
  id: string;
  number: string;
  product: string;
  risk: Risk;
  insured: Both | null;
  items: ItemDraft[];
  validFrom: string;
  validTo: string;
  /** Whether this is its first period: it was not charged before. */
  isFirstPeriod?: boolean;
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

/** Rows of generated customers by table, parents before children. */
export type Rows = {
  customers: (typeof customers.$inferInsert)[];
  companyInvolvement: (typeof companyInvolvement.$inferInsert)[];
  policies: (typeof policies.$inferInsert)[];
  policyItems: (typeof policyItems.$inferInsert)[];
  policyCovers: (typeof policyCovers.$inferInsert)[];
  premiumParts: (typeof premiumParts.$inferInsert)[];
  instalments: (typeof instalments.$inferInsert)[];
  transactions: (typeof transactions.$inferInsert)[];
  claims: (typeof claims.$inferInsert)[];
};

export const noRows = (): Rows => ({
  customers: [],
  companyInvolvement: [],
  policies: [],
  policyItems: [],
  policyCovers: [],
  premiumParts: [],
  instalments: [],
  transactions: [],
  claims: [],
});

/** The covers of a risk, with their sums. */
export const coversOf = (product: string, risk: Risk): OfferedCover[] =>
  (referenceProducts.get(product)?.covers ?? [])
    .filter(({ id, kind, optional }) => kind === 'cover' && (!optional || risk.covers?.includes(id)))
    .map(({ id }) => ({ id, ...coverSumsOf(product, id, sumsOf(product, risk).sumInsured) }));

/**
 * What a product and risk come to: premium parts, sums, covers, fee for instalments and terms.
 * @throws RangeError if product or risk is not in the tariff
 */
export const pricedOf = ({
  product,
  risk,
  premium,
  termsCodes,
}: Pick<PolicyDraft, 'product' | 'risk' | 'premium' | 'termsCodes'>) => {
  const reference = referenceProducts.get(product);
  if (!reference) throw new RangeError(`no product ${product}`);
  const rated = rate(product, risk);
  const parts = premium === undefined ? rated : withTotal(rated, premium);
  return {
    parts,
    premiumPerYear: totalOf(parts),
    sums: sumsOf(product, risk),
    covers: coversOf(product, risk),
    instalmentFeePercent: tariff.instalmentFeePercent[risk.instalments] ?? 0,
    terms: termsCodes ?? reference.termsCodes ?? [],
  };
};

/**
 * Adds the rows of one generated policy.
 * @returns its yearly premium
 * @throws RangeError if product or risk is not in the tariff
 */
export const addPolicy = (rows: Rows, customerId: string, draft: PolicyDraft): number => {
  const { id: policyId } = draft;
  const { parts, premiumPerYear, sums, covers, instalmentFeePercent, terms } = pricedOf(draft);
  rows.policies.push({
    customerId,
    id: policyId,
    number: draft.number,
    productId: draft.product,
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
    instalmentsPerYear: draft.risk.instalments,
    instalmentFeePercent,
    termsCodes: terms,
  });
  draft.items.forEach(({ kind, name, facts }, index) => {
    const id = String(index + 1);
    rows.policyItems.push({ customerId, policyId, id, kind, nameIs: name.is, nameEn: name.en, facts });
  });
  for (const cover of covers) rows.policyCovers.push({ customerId, policyId, ...cover });
  for (const part of parts) rows.premiumParts.push({ customerId, policyId, ...part });
  return premiumPerYear;
};
