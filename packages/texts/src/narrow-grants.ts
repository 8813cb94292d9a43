import { compare, foldForSearch } from './collation.ts';

/** What a list of access permits is narrowed to, and its order (rule PORT-19). Empty texts and missing days narrow nothing. */
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

/** The permits that a filter asks for, in its order. A permit matches a period when it was in force on one of its days. */
export const narrowGrants = <G extends Grant>(
  grants: readonly G[],
  { search, state, sort, from, to }: GrantFilter,
): G[] => {
  const wanted = foldForSearch(search.trim());
  const figures = search.replace(/\D/g, '');
  const endOf = ({ endedOn, validTo }: G) => endedOn ?? validTo;
  const found = grants.filter(
    (grant) =>
      (state === '' || (grant.state === 'active') === (state === 'active')) &&
      (to === undefined || grant.validFrom <= to) &&
      (from === undefined || endOf(grant) >= from) &&
      (foldForSearch(grant.name).includes(wanted) || (figures !== '' && grant.ssn.includes(figures))),
  );
  return found.toSorted((a, b) => {
    if (sort === 'name') return compare(a.name, b.name);
    return sort === 'ends' ? compare(endOf(a), endOf(b)) : compare(b.validFrom, a.validFrom);
  });
};
