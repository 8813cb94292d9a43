import type { PolicyGroup, PolicyOverview, PolicySort, PolicyStatus } from '@hofn/contracts';
import { foldForSearch } from '@hofn/texts';
import { allTime, type Period } from '../../parts/list/period.ts';

type Group = PolicyOverview['groups'][number];
type Policy = Group['policies'][number];

/** Extra searchable text of a policy: the names of its status and group. */
export type SearchTexts = (policy: Policy) => string[];

/** Policies that contain every word of the query in their name, number, insured item or extra texts, ignoring accents and case. */
export const filterPolicies = (
  policies: Policy[],
  query: string,
  searchTexts: SearchTexts,
  isIncluded: (policy: Policy) => boolean = () => true,
): Policy[] => {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean);
  return policies.filter((policy) => {
    if (!isIncluded(policy)) return false;
    const text = foldForSearch(
      [policy.name, policy.number, policy.insured ?? '', ...searchTexts(policy)].join(' '),
    );
    return words.every((word) => text.includes(word));
  });
};

/** Filters the policies of groups. Drops groups without a match, and recalculates group premiums from the matches. */
export const findPolicies = (
  groups: Group[],
  ...filter: [query: string, searchTexts: SearchTexts, isIncluded?: (policy: Policy) => boolean]
): Group[] =>
  groups.flatMap((group) => {
    const policies = filterPolicies(group.policies, ...filter);
    const premiumPerYear = policies.reduce((sum, policy) => sum + policy.premiumPerYear, 0);
    return policies.length > 0 ? [{ ...group, policies, premiumPerYear }] : [];
  });

/** Filter and order of the list, as form field values; an empty string means no filter. */
export type Filter = Period & {
  search: string;
  group: '' | PolicyGroup;
  status: '' | PolicyStatus;
  sort: PolicySort;
};

export const noFilter: Filter = { ...allTime, search: '', group: '', status: '', sort: 'product' };

/** Whether a policy matches the group and status, and is in force at any time in the period. */
export const matchesFilter =
  ({ group, status }: Filter, { from, to }: { from?: string; to?: string }) =>
  (policy: Policy): boolean =>
    (group === '' || policy.group === group) &&
    (status === '' || policy.status === status) &&
    (from === undefined || policy.validTo >= from) &&
    (to === undefined || policy.validFrom <= to);

/** Sorts policies; by product they stay in the order they are in. */
export const sortPolicies = (policies: Policy[], sort: PolicySort): Policy[] => {
  if (sort === 'product') return policies;
  return policies.toSorted((a, b) =>
    sort === 'premium'
      ? b.premiumPerYear - a.premiumPerYear
      : a.validTo < b.validTo
        ? -1
        : Number(a.validTo > b.validTo),
  );
};
