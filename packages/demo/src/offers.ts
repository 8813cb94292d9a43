import { noonOf } from '@hofn/database/seed/ids-and-instants.ts';
import { pricedOf } from '@hofn/database/seed/policy.ts';
import { tariffVersion } from '@hofn/database/seed/rating.ts';
import { addDays } from '@hofn/domain';
import { policyKey } from './policies.ts';
import type { Given, OfferDraft } from './story.ts';

/** The fact of one offer. @throws RangeError if the risk is not in the tariff */
export const offerFact = (customer: string, today: string, draft: OfferDraft): Given<'offers'> => {
  const { number, product, risk, instead, insured, needs } = draft;
  const { parts, premiumPerYear, sums, covers, terms } = pricedOf({ product, risk });
  return {
    ...{
      customer,
      number,
      product,
      insured,
      needs,
      covers,
      premiumPerYear,
      premiumParts: parts,
      ...sums,
      terms,
    },
    policy: instead === undefined ? null : policyKey(instead),
    instalmentsPerYear: risk.instalments,
    effectiveOn: addDays(today, draft.effectiveInDays),
    validTo: addDays(today, draft.validDays),
    tariff: tariffVersion,
    offeredAt: noonOf(addDays(today, -draft.madeDaysAgo)),
  };
};
