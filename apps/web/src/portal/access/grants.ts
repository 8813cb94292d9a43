import type { AccessGrant } from '@hofn/contracts';
import { compare, foldForSearch } from '@hofn/texts';
import { type Period, wholeTime } from '../list/period.ts';

/** What a list of permits is narrowed to, and its order (rule PORT-19). */
export type GrantFilter = Period & {
  search: string;
  state: '' | 'active' | 'ended';
  sort: 'newest' | 'ends' | 'name';
};

export const noGrantFilter: GrantFilter = { ...wholeTime, search: '', state: '', sort: 'newest' };

/** Permits as they are asked for; a permit is of a period when it was in force on one of its days. */
export const narrowGrants = <Grant extends Omit<AccessGrant, 'role'>>(
  grants: readonly Grant[],
  { search, state, sort }: Pick<GrantFilter, 'search' | 'state' | 'sort'>,
  { from, to }: { from?: string; to?: string },
): Grant[] => {
  const wanted = foldForSearch(search.trim());
  const figures = search.replace(/\D/g, '');
  const endOf = ({ endedOn, validTo }: Grant) => endedOn ?? validTo;
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
