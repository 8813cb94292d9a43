import type { DocumentKind } from '@hofn/contracts';

/** Filter and order of the list, as form field values; an empty string means no filter. */
export type Filter = {
  year: string;
  kind: string;
  policy: string;
  read: string;
  search: string;
  sort: string;
};

export const noFilter: Filter = { year: '', kind: '', policy: '', read: '', search: '', sort: 'newest' };

/** API query of a filter. */
export const queryOf = ({ year, kind, policy, read, sort }: Filter, search: string) => ({
  ...(year && { year: Number(year) }),
  ...(kind && { kind: kind as DocumentKind }),
  ...(policy && { policy }),
  ...(read && { read: read === 'read' ? ('read' as const) : ('unread' as const) }),
  ...(search && { search }),
  sort: sort === 'oldest' ? ('oldest' as const) : ('newest' as const),
});
