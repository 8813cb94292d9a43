import type { DocumentKind } from '@hofn/contracts';

/** What the list is narrowed to and ordered by, as the screen's fields have it: empty for all. */
export type Filter = {
  year: string;
  kind: string;
  policy: string;
  read: string;
  search: string;
  sort: string;
};

export const noFilter: Filter = { year: '', kind: '', policy: '', read: '', search: '', sort: 'newest' };

/** The filter as the call takes it. */
export const queryOf = ({ year, kind, policy, read, sort }: Filter, search: string) => ({
  ...(year && { year: Number(year) }),
  ...(kind && { kind: kind as DocumentKind }),
  ...(policy && { policy }),
  ...(read && { read: read === 'read' ? ('read' as const) : ('unread' as const) }),
  ...(search && { search }),
  sort: sort === 'oldest' ? ('oldest' as const) : ('newest' as const),
});
