import type { CoreRequest } from '@hofn/contracts';
import { addDays, addMonths, isCurrent, splitIsk } from '@hofn/domain';
import type { Lives } from '../lives.ts';
import type { AnyRecord, BookRecord } from '../record.ts';
import { life, type PolicyVersion, type PremiumCharge, toCharge } from './life.ts';

type Given = { today: string; records: readonly AnyRecord[]; accepted: readonly CoreRequest[] };

const isOf =
  <Type extends AnyRecord['type']>(wanted: Type) =>
  (record: AnyRecord): record is Extract<AnyRecord, { type: Type }> =>
    record.type === wanted;

/** The first version of a policy that was in the book before policies had any: as it is. */
const firstVersion = ({ key, facts }: BookRecord<'policies'>, { today }: Given): PolicyVersion => {
  const issue = { kind: 'issue', policy: facts } as const;
  const version = life.next([], issue, { from: facts.validFrom, recordedOn: today });
  return { ...version, policy: key, cause: 'opening', request: null };
};

/** The version of a change that was accepted for a later day before policies had versions. */
const waitingVersion = (
  versions: readonly PolicyVersion[],
  { id, kind, effectiveOn: from, premium, change, figures }: CoreRequest,
  { policy, today }: { policy: string; today: string },
): PolicyVersion => {
  const edit = {
    kind: 'edit',
    edit: { change, figures },
    premium: { becomes: premium, by: 'share' },
  } as const;
  const version = life.next(versions, edit, { from, recordedOn: today });
  return { ...version, policy, cause: kind === 'figures' ? kind : 'cover', request: id };
};

/** Until when the instalments that there are pay for a policy, and which of them. */
const planOf = (
  { key, facts }: BookRecord<'policies'>,
  { today, records }: Given,
): Pick<PremiumCharge, 'plan' | 'chargedTo'> => {
  const dues = (policy: string | null) =>
    records
      .filter(isOf('instalments'))
      .filter((each) => each.facts.customer === facts.customer && each.facts.policy === policy)
      .filter((each) => each.facts.cancelledAt === null)
      .map((each) => each.facts.dueDate)
      .toSorted();
  const lastShared = dues(null).at(-1);
  // Those of its own pay for its whole period, or the beginning of the next; those for all policies for a month each.
  const lastOwn = dues(key).at(-1) ?? '';
  if (lastShared !== undefined && isCurrent(facts, today) && lastOwn <= today)
    return { plan: 'shared', chargedTo: addMonths(lastShared, 1) };
  const months = Math.round(12 / facts.instalmentsPerYear);
  return {
    plan: 'own',
    chargedTo: lastOwn > facts.validTo ? addMonths(lastOwn, months) : addDays(facts.validTo, 1),
  };
};

/**
 * What policies without any charge had been charged by a day: nothing of it is known but the instalments still owed, so it
 * counts as what they had earned until the day that their instalments pay for. Instalments for all policies are shared by premium.
 */
const firstCharges = (
  policies: ReadonlyArray<{ policy: BookRecord<'policies'>; versions: readonly PolicyVersion[] }>,
  given: Given,
): PremiumCharge[] => {
  const { today, records } = given;
  const planned = policies.map(({ policy, versions }) => ({ policy, versions, ...planOf(policy, given) }));
  const owed = records
    .filter(isOf('instalments'))
    .filter(({ facts }) => facts.paidAt === null && facts.cancelledAt === null);
  const shares = new Map<string, Record<string, number>>();
  for (const { key, facts } of owed) {
    const payers = planned.filter(({ policy, plan }) =>
      facts.policy === null
        ? plan === 'shared' && policy.facts.customer === facts.customer
        : facts.policy === policy.key,
    );
    const weights = payers.map(({ policy }) => policy.facts.premiumPerYear);
    if (!weights.some((weight) => weight > 0)) continue;
    splitIsk(facts.amount, weights).forEach((amount, index) => {
      const of = payers[index]?.policy.key ?? '';
      shares.set(of, { ...shares.get(of), [key]: amount });
    });
  }
  return planned.map(({ policy: { key }, versions, plan, chargedTo }) => ({
    ...{ policy: key, number: 1, on: today, cause: 'opening', plan, chargedTo },
    amount: toCharge(versions, { charged: 0, to: chargedTo }),
    instalments: shares.get(key) ?? {},
  }));
};

/**
 * Versions and charges with which the policies begin that have none: policies of an opening, and of a core from before policies
 * had versions.
 */
export const firstLives = (stored: Lives, given: Given): Lives & { stray: readonly CoreRequest[] } => {
  const { today, records, accepted } = given;
  const known = new Set(stored.versions.map(({ policy }) => policy));
  const policies = records.filter(isOf('policies'));
  const versions: PolicyVersion[] = [];
  const begun = policies.filter(({ key }) => !known.has(key));
  for (const policy of begun) versions.push(firstVersion(policy, given));
  const versionsOf = (key: string) =>
    [...stored.versions, ...versions].filter(({ policy }) => policy === key);
  const stray: CoreRequest[] = [];
  for (const request of accepted) {
    const policy = policies.find(({ facts }) => facts.number === request.policy?.number)?.key;
    if (policy === undefined) stray.push(request);
    else versions.push(waitingVersion(versionsOf(policy), request, { policy, today }));
  }
  const lives = begun.map((policy) => ({ policy, versions: versionsOf(policy.key) }));
  return { versions, charges: firstCharges(lives, given), stray };
};
