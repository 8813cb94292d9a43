import type { CoreAct, CoreRequest, Facts } from '@hofn/contracts';
import { addDays, isCurrent } from '@hofn/domain';
import { openingBook } from '../opening.ts';

const unchanged = {
  ...{ act: null, cover: null, coverName: null, deductible: null, text: null, product: null },
  ...{ productName: null, priceFrom: null, lastDay: null, refund: null, grounds: null, insurer: null },
} as const;

type Policy = Facts<'policies'>;

const requestAbout = (policy: Policy, today: string, changes: Partial<CoreRequest>): CoreAct => ({
  request: {
    ...{ id: 'from-the-demo', state: 'open', settledBy: 'core', customer: { ssn: policy.customer } },
    ...{ requestedAt: `${today}T08:00:00Z`, effectiveOn: addDays(today, 1), premium: policy.premiumPerYear },
    ...{ kind: 'suspend', tariff: 'demo', language: 'is', policy: { id: 'policy', number: policy.number } },
    ...{ figures: null, change: unchanged, offer: null, messages: [], outcome: null },
    ...changes,
  },
  decidedBy: null,
});

/**
 * Acts about the policies with which the demo begins on a day: one that issues a policy, four that change one, of which the
 * rules refer the last, and one that ends a policy.
 * @param offer number of the offer, of which a core issues one policy
 */
export const demoActs = (today: string, offer: string): CoreAct[] => {
  const policies = openingBook(today).records.flatMap(({ type, facts }) =>
    type === 'policies' && isCurrent(facts, today) && facts.suspendedOn === null ? [facts] : [],
  );
  const policyOf = (product: string): Policy => {
    const found = policies.find((policy) => policy.product === product);
    if (!found) throw new Error(`The demo has no policy of ${product}`);
    return found;
  };
  const kasko = policyOf('kasko');
  const home = policyOf('home');
  const premium = 24_000;
  return [
    requestAbout(home, today, {
      ...{ kind: 'offer', policy: null, change: null, premium },
      offer: {
        ...{
          number: offer,
          product: 'accident',
          insured: { is: 'Slys', en: 'Accident' },
          covers: [],
        },
        ...{ parts: [{ id: 'base', amount: premium }], instalmentsPerYear: 12, terms: [] },
        ...{ deductible: null, sumInsured: 5_000_000, shownHash: null },
      },
    }),
    requestAbout(kasko, today, {
      ...{ kind: 'cover', effectiveOn: today },
      premium: kasko.premiumPerYear - 1_200,
      change: { ...unchanged, act: 'deductible', deductible: (kasko.deductible ?? 0) + 50_000 },
    }),
    requestAbout(kasko, today, { kind: 'suspend', change: { ...unchanged, lastDay: today } }),
    requestAbout(kasko, today, { kind: 'resume', effectiveOn: addDays(today, 2) }),
    requestAbout(kasko, today, {
      kind: 'cover',
      change: { ...unchanged, act: 'other', text: 'Please tow the trailer too.' },
    }),
    requestAbout(home, today, { kind: 'withdraw', premium: 0, change: { ...unchanged, lastDay: today } }),
  ];
};
