import { compareIcelandic, foldForSearch } from './collation.ts';

/** Filters and sort order of a list of access grants (rule PORT-19). Empty texts and missing days do not filter. */
export type GrantFilter = {
  search: string;
  state: '' | 'active' | 'ended';
  sort: 'newest' | 'ends' | 'name';
  from?: string | undefined;
  to?: string | undefined;
};

type Grant = {
  ssn: string;
  name: string;
  validFrom: string;
  validTo: string;
  endedOn: string | null;
  state: string;
};

/** Filters and sorts grants. A grant matches a period if it was in force on any of its days. */
export const filterGrants = <G extends Grant>(
  grants: readonly G[],
  { search, state, sort, from, to }: GrantFilter,
): G[] => {
  const term = foldForSearch(search.trim());
  const digits = search.normalize('NFKC').replace(/\D/g, '');
  const endOf = ({ endedOn, validTo }: G) => endedOn ?? validTo;
  const matches = grants.filter(
    (grant) =>
      (state === '' || (grant.state === 'active') === (state === 'active')) &&
      (to === undefined || grant.validFrom <= to) &&
      (from === undefined || endOf(grant) >= from) &&
      (foldForSearch(grant.name).includes(term) || (digits !== '' && grant.ssn.includes(digits))),
  );
  return matches.toSorted((a, b) => {
    if (sort === 'name') return compareIcelandic(a.name, b.name);
    return sort === 'ends'
      ? compareIcelandic(endOf(a), endOf(b))
      : compareIcelandic(b.validFrom, a.validFrom);
  });
};
