import { type PolicyDraft, pricedOf } from '@hofn/database/seed/policy.ts';
import type { Given } from './story.ts';

/** The key of a policy, from its number. */
export const policyKey = (number: string): string => `policy-${number}`;

/** The fact of one policy. @throws RangeError if product or risk is not in the tariff */
export const policyFact = (customer: string, draft: Omit<PolicyDraft, 'id'>): Given<'policies'> => {
  const { number, product, risk, insured, items, validFrom, validTo } = draft;
  const { parts, premiumPerYear, sums, covers, instalmentFeePercent, terms } = pricedOf(draft);
  return {
    ...{ customer, number, product, insured, premiumPerYear, ...sums, validFrom, validTo },
    renews: draft.renews ?? true,
    cancelledOn: draft.cancelledOn ?? null,
    lapsedOn: draft.lapsedOn ?? null,
    suspendedOn: draft.suspendedOn ?? null,
    ...{ instalmentsPerYear: risk.instalments, instalmentFeePercent, terms, covers, premiumParts: parts },
    items: items.map((item, index) => ({ id: String(index + 1), ...item })),
    figures: (draft.figures ?? null) as Given<'policies'>['figures'],
  };
};
