import type { PolicyGroup, PolicyOverview, PolicySort, PolicyStatus } from '@hofn/contracts';
import { foldForSearch } from '@hofn/texts';
import { type Period, wholeTime } from '../../parts/list/period.ts';

type Group = PolicyOverview['groups'][number];
type Policy = Group['policies'][number];

/** Words that a policy is found by beside its own: the name of its state and of its group. */
export type WordsOf = (policy: Policy) => string[];

/**
 * The groups with only the policies that have every word of the query somewhere: in name, number, what is insured, or
 * the words given. Accents and case do not matter; a group without any is left out, and its sum is that of the found.
 */
export const findPolicies = (
  groups: Group[],
  query: string,
  wordsOf: WordsOf,
  isWanted: (policy: Policy) => boolean = () => true,
): Group[] => {
  const wanted = foldForSearch(query).split(/\s+/).filter(Boolean);
  return groups.flatMap((group) => {
    const policies = group.policies.filter((policy) => {
      if (!isWanted(policy)) return false;
      const text = foldForSearch(
        [policy.name, policy.number, policy.insured ?? '', ...wordsOf(policy)].join(' '),
      );
      return wanted.every((word) => text.includes(word));
    });
    const premiumPerYear = policies.reduce((sum, policy) => sum + policy.premiumPerYear, 0);
    return policies.length > 0 ? [{ ...group, policies, premiumPerYear }] : [];
  });
};

/** What the list is narrowed to and ordered by, as the screen's fields have it: empty for all. */
export type Filter = Period & {
  search: string;
  group: '' | PolicyGroup;
  status: '' | PolicyStatus;
  sort: PolicySort;
};

export const noFilter: Filter = { ...wholeTime, search: '', group: '', status: '', sort: 'product' };

/** Whether a policy is in a group and state, and in force on one of the days. */
export const matches =
  ({ group, status }: Filter, { from, to }: { from?: string; to?: string }) =>
  (policy: Policy): boolean =>
    (group === '' || policy.group === group) &&
    (status === '' || policy.status === status) &&
    (from === undefined || policy.validTo >= from) &&
    (to === undefined || policy.validFrom <= to);

/** The policies of each group in an order; the groups stay in theirs. */
export const inOrder = (groups: Group[], sort: PolicySort): Group[] => {
  if (sort === 'product') return groups;
  const compare = (a: Policy, b: Policy): number =>
    sort === 'premium' ? b.premiumPerYear - a.premiumPerYear : a.validTo < b.validTo ? -1 : 1;
  return groups.map((group) => ({ ...group, policies: group.policies.toSorted(compare) }));
};
