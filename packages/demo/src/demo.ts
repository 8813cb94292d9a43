import { type Facts, type FactType, factTypes } from '@hofn/contracts/core/facts.ts';
import { ledgerOf, type Sharer } from '@hofn/database/seed/ledger.ts';
import type { Both } from '@hofn/database/seed/policy.ts';
import { addMonths, isCurrent } from '@hofn/domain';
import { withNextPeriod } from '@hofn/insurance/renewal-price.ts';
import { claimFact, claimKey } from './claims.ts';
import { offerFact } from './offers.ts';
import { policyFact, policyKey } from './policies.ts';
import { adalheidur, katla, sigurbjorg } from './stories/edges.ts';
import { birta, gudrun, jon, marta, tomas } from './stories/family.ts';
import { aron, einar, isver, sigridur, vesturvangur } from './stories/holdings.ts';
import { baldur, hjordis } from './stories/privacy.ts';
import type { Given, Story } from './story.ts';
import { toSignFact } from './to-sign.ts';

/** The source of the demo's facts: the insurance core of `npm start`. */
export const demoSource = 'demo-core';

const builders = [
  ...[gudrun, jon, tomas, aron, sigurbjorg, katla, sigridur, einar, isver, vesturvangur, birta],
  ...[adalheidur, marta, hjordis, baldur],
];

/** A demo customer that can sign in. */
export type DemoSignIn = { ssn: string; name: string; kind: 'person' | 'company'; story: Both };

/** The demo customers, independent of any day. */
export const demoSignIns = (): DemoSignIn[] =>
  builders
    .map((build) => build('2026-01-01'))
    .map(({ customer, story }) => ({
      ssn: customer.ssn,
      name: customer.fullName,
      kind: customer.kind,
      story,
    }));

/** The persons among them, with the phone number on file. */
export const demoPeople = (): Array<{ ssn: string; name: string; mobilePhone: string | null }> =>
  builders
    .map((build) => build('2026-01-01').customer)
    .filter(({ kind }) => kind === 'person')
    .map(({ ssn, fullName, mobilePhone }) => ({ ssn, name: fullName, mobilePhone: mobilePhone ?? null }));

/** A fact as the demo's core has it: its whole content under a key. */
export type DemoFact = { [Type in FactType]: { type: Type; key: string; facts: Facts<Type> } }[FactType];

/** A fact with its defaults filled in. @throws ZodError if it is not as the core connection wants it */
const fact = <Type extends FactType>(type: Type, key: string, given: Given<Type>): DemoFact =>
  ({ type, key, facts: factTypes[type].parse(given) }) as DemoFact;

/** The account of a customer: instalments, and the ledger entries that they led to. */
const accountOf = (
  place: number,
  { ssn, instalments }: { ssn: string; instalments: ReturnType<Story['instalments']> },
  sharers: readonly Sharer[],
  today: string,
): DemoFact[] => {
  const owed = instalments.map((row) => ({
    ...row,
    customerId: ssn,
    id: `instalment-${place}-${row.dueDate}`,
  }));
  return [
    ...owed.map(({ id, customerId: customer, ...row }) => fact('instalments', id, { customer, ...row })),
    ...ledgerOf(ssn, today, owed, sharers).map((entry) => {
      const { bookedOn, sequence, type, amount, policyId: policy = null } = entry;
      return fact('ledger-entries', `entry-${place}-${sequence}`, {
        ...{ customer: ssn, policy, bookedOn, sequence, type, amount },
        description: { is: entry.descriptionIs, en: entry.descriptionEn },
      });
    }),
  ];
};

/** The facts of one story. @param place from 1, which the keys contain */
const factsOf = (story: Story, place: number, today: string): DemoFact[] => {
  const { customer, companies = [] } = story;
  const { ssn } = customer;
  const issued = story.policies.map((draft) =>
    fact('policies', policyKey(draft.number), policyFact(ssn, draft)),
  ) as Array<Extract<DemoFact, { type: 'policies' }>>;
  const policies = issued.map((policy) => ({ ...policy, facts: withNextPeriod(policy.facts, today) }));
  const firstPeriods = new Set(
    story.policies.filter(({ isFirstPeriod }) => isFirstPeriod).map(({ number }) => number),
  );
  const sharers = policies
    .filter(({ facts }) => facts.lapsedOn !== null || isCurrent(facts, today))
    .map(({ key, facts }) => {
      const { number, premiumPerYear, validFrom, lapsedOn } = facts;
      // Unless it is new, its earlier period was charged too.
      const isNew = validFrom > today || firstPeriods.has(number);
      const chargedFrom = isNew ? validFrom : addMonths(validFrom, -12);
      return { id: key, premium: premiumPerYear, chargedFrom, lapsedOn };
    });
  const premium = sharers
    .filter(({ lapsedOn }) => lapsedOn === null)
    .reduce((sum, sharer) => sum + sharer.premium, 0);
  const instalments = story.instalments(premium, sharers);
  return [
    fact('customers', `customer-${place}`, { ...customer, companies }),
    ...policies,
    ...accountOf(place, { ssn, instalments }, sharers, today),
    ...story.claims.map((draft) => fact('claims', claimKey(draft.number), claimFact(customer, today, draft))),
    ...(story.offers ?? []).map((draft) =>
      fact('offers', `offer-${draft.number}`, offerFact(ssn, today, draft)),
    ),
    ...(story.toSign ?? []).map((draft) =>
      fact('documents-to-sign', `sign-${place}-${draft.terms.kind}`, toSignFact(ssn, today, draft)),
    ),
  ];
};

const order = Object.keys(factTypes) as FactType[];

/** Companies before the persons who name them, and every type after those that it refers to. */
const rankOf = ({ type, facts }: DemoFact): number =>
  order.indexOf(type) * 2 + Number(type === 'customers' && facts.kind === 'person');

/**
 * What the demo's core knows of its customers, as facts of the core connection: none refers to a later one.
 * @param today `YYYY-MM-DD`; days of the stories are relative to it
 */
export const demoFacts = (today: string): DemoFact[] =>
  builders
    .flatMap((build, index) => factsOf(build(today), index + 1, today))
    .toSorted((a, b) => rankOf(a) - rankOf(b));
