import { addDays } from '@hofn/domain';
import {
  type CoverTerms,
  type EarlierCover,
  mostEarlier,
  type Suspension,
} from '@hofn/domain/cover-history.ts';
import {
  type LivingPolicy,
  type PolicyLife,
  type PolicyOnDay,
  standing,
  type Version,
} from './policy-life.ts';

type Insured = LivingPolicy & CoverTerms;

/** Days from `from` until `to`, without it, on which a policy is the same. */
type Stretch<Policy> = { from: string; to: string; state: PolicyOnDay<Policy> };

/** A policy from its first day until a day, in stretches that follow each other. */
const stretches = <Policy extends Insured, Edit>(
  life: PolicyLife<Policy, Edit>,
  versions: ReadonlyArray<Version<Policy, Edit>>,
  until: string,
): Stretch<Policy>[] => {
  const known = standing(versions);
  const starts = [...new Set(known.map(({ from }) => from))].filter((from) => from < until).toSorted();
  return starts.flatMap((from, index) => {
    const state = life.on(known, from);
    return state ? [{ from, to: starts[index + 1] ?? until, state }] : [];
  });
};

/** Suspensions that have ended before a day; one that goes on is what the policy says itself. */
const endedSuspensions = (list: readonly Stretch<Insured>[]): Suspension[] => {
  const ended: Suspension[] = [];
  let since: string | undefined;
  for (const { from, to, state } of list) {
    const { suspendedOn } = state.policy;
    const begins = suspendedOn !== null && suspendedOn < to ? suspendedOn : undefined;
    // A policy that is resumed and suspended again on one day begins another suspension.
    if (since !== undefined && since !== begins && since < from)
      ended.push({ from: since, to: addDays(from, -1) });
    since = begins;
  }
  return ended;
};

const termsOf = ({ deductible, sumInsured, covers }: CoverTerms): CoverTerms => ({
  deductible,
  sumInsured,
  covers,
});

const isSame = (one: CoverTerms, other: CoverTerms): boolean =>
  JSON.stringify(termsOf(one)) === JSON.stringify(termsOf(other));

/** Covers, sums and deductible of earlier days where they differ from those now. */
const earlierCover = (list: readonly Stretch<Insured>[], now: CoverTerms): EarlierCover[] => {
  const earlier: EarlierCover[] = [];
  for (const { from, to, state } of list) {
    if (isSame(state.policy, now)) continue;
    const [last, end] = [earlier.at(-1), addDays(to, -1)];
    if (last && addDays(last.to, 1) === from && isSame(last, state.policy)) last.to = end;
    else earlier.push({ from, to: end, ...termsOf(state.policy) });
  }
  return earlier;
};

/**
 * What a policy says about days before today, from its versions as they are known now: a version that was recorded later for an
 * earlier day counts too (rule INS-8).
 * @returns ended suspensions, undefined for a policy that never had any; and covers, sums and deductible of days on which they
 * were others than today’s, undefined where there are none. Each in order, the newest `mostEarlier`
 */
export const coverHistory = <Policy extends Insured, Edit>(
  life: PolicyLife<Policy, Edit>,
  versions: ReadonlyArray<Version<Policy, Edit>>,
  today: string,
): { suspensions: Suspension[] | undefined; earlierCover: EarlierCover[] | undefined } => {
  const list = stretches(life, versions, addDays(today, 1));
  const now = list.at(-1)?.state.policy;
  const earlier = now ? earlierCover(list, now).slice(-mostEarlier) : [];
  const [first] = versions;
  const isKnown =
    versions.some(({ change }) => change.kind === 'suspend') ||
    (first?.change.kind === 'issue' && first.change.policy.suspendedOn !== null);
  return {
    suspensions: isKnown ? endedSuspensions(list).slice(-mostEarlier) : undefined,
    earlierCover: earlier.length > 0 ? earlier : undefined,
  };
};
