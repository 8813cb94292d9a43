import { addDays } from '@hofn/domain';
import { type Risk, totalOf } from '@hofn/domain/rating.ts';
import { noonOf, opaqueId } from './ids-and-instants.ts';
import { type Both, coversOf, type Rows } from './policy.ts';
import { rate, sumsOf, tariffVersion } from './rating.ts';
import { referenceProducts } from './reference.ts';

/** A demo offer. */
export type OfferDraft = {
  number: string;
  product: string;
  risk: Risk;
  /** Number of the policy it would replace. */
  instead?: string;
  insured: Both | null;
  needs: Both[];
  /** Days before today when it was made, and days from today of its last day and its effective day. */
  madeDaysAgo: number;
  validDays: number;
  effectiveInDays: number;
};

/**
 * Adds the row of one offer.
 * @returns its yearly premium
 * @throws RangeError if the risk is not in the tariff
 */
export const addOffer = (rows: Rows, customerId: string, today: string, draft: OfferDraft): number => {
  const { number, product, risk, instead, insured, needs } = draft;
  const parts = rate(product, risk);
  rows.proposals.push({
    customerId,
    id: opaqueId('proposal', number),
    number,
    productId: product,
    policyId: instead === undefined ? null : opaqueId('policy', instead),
    insuredIs: insured?.is ?? null,
    insuredEn: insured?.en ?? null,
    needs,
    covers: coversOf(product, risk),
    parts,
    instalmentsPerYear: risk.instalments,
    ...sumsOf(product, risk),
    termsCodes: referenceProducts.get(product)?.termsCodes ?? [],
    effectiveOn: addDays(today, draft.effectiveInDays),
    validTo: addDays(today, draft.validDays),
    tariffVersion,
    createdAt: noonOf(addDays(today, -draft.madeDaysAgo)),
  });
  return totalOf(parts);
};
