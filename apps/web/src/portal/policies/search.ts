import type { PolicyOverview } from '@hofn/contracts';
import { foldForSearch } from '@hofn/texts';

type Group = PolicyOverview['groups'][number];
type Policy = Group['policies'][number];

/** Words that a policy is found by beside its own: the name of its state and of its group. */
export type WordsOf = (policy: Policy) => string[];

/**
 * The groups with only the policies that have every word of the query somewhere: in name, number, what is insured, or
 * the words given. Accents and case do not matter; a group without any is left out, and its sum is that of the found.
 */
export const findPolicies = (groups: Group[], query: string, wordsOf: WordsOf): Group[] => {
  const wanted = foldForSearch(query).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return groups;
  return groups.flatMap((group) => {
    const policies = group.policies.filter((policy) => {
      const text = foldForSearch(
        [policy.name, policy.number, policy.insured ?? '', ...wordsOf(policy)].join(' '),
      );
      return wanted.every((word) => text.includes(word));
    });
    const premiumPerYear = policies.reduce((sum, policy) => sum + policy.premiumPerYear, 0);
    return policies.length > 0 ? [{ ...group, policies, premiumPerYear }] : [];
  });
};
