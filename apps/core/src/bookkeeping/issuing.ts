import { type CoreRequest, type Facts, policyFacts } from '@hofn/contracts';
import { policyFact } from '@hofn/demo/policies.ts';
import { addDays, addMonths } from '@hofn/domain';
import { monthlyDues } from '@hofn/insurance/billing/plan.ts';
import type { Book, BookRecord } from '../book.ts';
import { changePolicy } from './changes.ts';
import { planPremium } from './premium.ts';

type PolicyFacts = Facts<'policies'>;

/** Issues a policy under a key, and charges its period by instalments of its own. */
const issue = (
  book: Book,
  key: string,
  facts: PolicyFacts,
  { day, cause, request }: { day: string; cause: 'offer' | 'product'; request: string },
): string => {
  const { validFrom, validTo, instalmentsPerYear } = facts;
  const about = { from: validFrom, day, cause };
  changePolicy(book, key, { kind: 'issue', policy: facts }, { ...about, request });
  const to = addDays(validTo, 1);
  // The work of today is done: what falls due today would not be collected. Cover that began before is not due in the past.
  const dues = monthlyDues(validFrom, { count: instalmentsPerYear, before: to, earliest: addDays(day, 1) });
  planPremium(book, { policy: key, ...about }, { to, dues });
  return facts.number;
};

/** Issues the policy of an accepted offer for twelve months. @param replaced the policy that it replaces */
export const issueOffer = (
  book: Book,
  request: CoreRequest,
  { key, replaced, day }: { key: string; replaced: BookRecord<'policies'> | null; day: string },
): string => {
  const { offer, effectiveOn, premium } = request;
  if (!offer) throw new Error('The request has no offer');
  const { is, en } = offer.insured;
  // A purchase names what it insures; other offers are about what the replaced policy insures.
  const items = offer.items ?? replaced?.facts.items ?? [];
  const facts = {
    ...{ customer: request.customer.ssn, number: book.takePolicyNumber(), product: offer.product },
    ...{ insured: is && en ? { is, en } : null, premiumPerYear: premium },
    ...{ deductible: offer.deductible, sumInsured: offer.sumInsured },
    ...{ validFrom: effectiveOn, validTo: addDays(addMonths(effectiveOn, 12), -1), renews: true },
    ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null },
    instalmentsPerYear: offer.instalmentsPerYear as PolicyFacts['instalmentsPerYear'],
    ...{ instalmentFeePercent: 0, terms: offer.terms, items },
    ...{ covers: offer.covers, premiumParts: offer.parts, figures: null },
  };
  return issue(book, key, facts, { day, cause: 'offer', request: request.id });
};

/** Issues the policy of a product that a customer adds to what a policy insures, by the tariff and for that policy's items. */
export const issueProduct = (
  book: Book,
  request: CoreRequest,
  { key, product, beside, day }: { key: string; product: string; beside: PolicyFacts; day: string },
): string => {
  const { customer, instalmentsPerYear, sumInsured } = beside;
  // Nobody was covered before the answer.
  const [validFrom = day] = [request.effectiveOn, day].toSorted().toReversed();
  const choices = Object.fromEntries(
    beside.items.flatMap((item) =>
      Object.entries(item.facts).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
  );
  const sum = sumInsured ?? 0;
  const policy = policyFact(customer, {
    ...{ number: book.takePolicyNumber(), product, insured: beside.insured, items: [] },
    ...{ validFrom, validTo: addDays(addMonths(validFrom, 12), -1) },
    risk: {
      ...{ choices, instalments: instalmentsPerYear },
      measures: { value: sum, contents: sum, fireValue: sum, sum },
    },
  });
  const facts = policyFacts.parse({ ...policy, items: beside.items });
  return issue(book, key, facts, { day, cause: 'product', request: request.id });
};
