import type { ClaimAct, CoreAct, CoreClaimAct, CoreRequest, Facts } from '@hofn/contracts';
import { addDays, isCurrent } from '@hofn/domain';
import { debtOf, dueBy } from '@hofn/insurance/billing/payment-plan.ts';
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

/** A customer of the demo who has had a reminder, and what they owe. */
const debtorOf = (today: string): { customer: string; total: number } => {
  const instalments = openingBook(today).records.flatMap((record) =>
    record.type === 'instalments' ? [record] : [],
  );
  const customer = instalments.find(({ facts }) => facts.lapsesOn !== null && facts.paidAt === null)?.facts
    .customer;
  if (customer === undefined) throw new Error('The demo has nobody who is behind');
  const theirs = instalments.filter(({ facts }) => facts.customer === customer);
  return { customer, total: debtOf(dueBy(theirs, today)).total };
};

/**
 * Acts about the policies with which the demo begins on a day: one that issues a policy, four that change one, of which the
 * rules refer the last, one that ends a policy, and one that gives a customer other days to pay.
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
    requestAbout({ ...home, customer: debtorOf(today).customer }, today, {
      ...{ kind: 'plan', policy: null, premium: 0, effectiveOn: today },
      change: { ...unchanged, plan: { choice: { kind: 'parts', count: 3 }, total: debtorOf(today).total } },
    }),
  ];
};

const because = { is: 'Prófun á tengingu.', en: 'A test of the connection.' };

/** What employees do with a demo's claims: each kind of act, one of them declined. */
export const demoClaimActs = (today: string): CoreClaimAct[] => {
  const { records } = openingBook(today);
  const claims = records.flatMap(({ type, facts }) => (type === 'claims' ? [facts] : []));
  const claimIn = (status: Facts<'claims'>['status']): Facts<'claims'> => {
    const found = claims.find((claim) => claim.status === status);
    if (!found) throw new Error(`The demo has no claim that is ${status}`);
    return found;
  };
  const bodyOf = ({ customer, number }: Facts<'claims'>, act: ClaimAct): CoreClaimAct => ({
    // The suite asks for the version of today.
    claim: { customer, number, version: 1 },
    act,
    decidedBy: act.kind === 'claim.settle' ? null : { name: 'Conformance suite' },
    approvedBy: null,
  });
  const [assessed, begun] = [claimIn('assessment'), claimIn('inProgress')];
  const policies = records.flatMap(({ type, facts }) => (type === 'policies' ? [facts] : []));
  const policy = policies.find(({ customer }) => customer === begun.customer)?.number;
  if (policy === undefined) throw new Error('The demo has a claim of a customer without a policy');
  const amounts = { claimed: 412_000, loss: 412_000, depreciation: 12_000, ownShare: 0, deductible: 90_000 };
  const payment = {
    ...{
      id: 'conformance-1',
      title: because,
      recipient: 'Conformance suite',
      recipientSsn: assessed.customer,
    },
    ...{ account: '0133-26-004821', amount: 310_000 },
  };
  return [
    bodyOf(assessed, { kind: 'claim.reserve', reserve: 400_000 }),
    bodyOf(assessed, { kind: 'claim.ask', needs: [because], needsBy: addDays(today, 14) }),
    bodyOf(assessed, {
      kind: 'claim.decide',
      covers: [{ id: 'collision-leaving-the-road-and-rollover', ...amounts }],
      reasons: because,
    }),
    bodyOf(assessed, { kind: 'claim.pay', payments: [{ ...payment, amount: 310_001 }] }),
    bodyOf(assessed, { kind: 'claim.pay', payments: [payment] }),
    bodyOf(begun, { kind: 'claim.close', note: because }),
    bodyOf(begun, { kind: 'claim.reopen', note: because }),
    bodyOf(begun, { kind: 'claim.policy', policy }),
    bodyOf(begun, { kind: 'claim.policy', policy: 'unknown' }),
    bodyOf(claimIn('received'), {
      ...{ kind: 'claim.settle', causes: ['storm'], answers: {}, loss: 50_000 },
      ...{ itemYears: [], papers: 1, payTo: null },
    }),
  ];
};

/** Days of the demo that have postings: acts post on the day on which they are tried. */
export const demoLedger = (today: string): { from: string; to: string } => ({
  from: addDays(today, -30),
  to: today,
});
