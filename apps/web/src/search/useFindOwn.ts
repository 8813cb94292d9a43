import type { Found } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { useCallback } from 'react';
import { useApi, useSession, useSubjectId } from '../session/index.ts';
import type { FindOwn } from './useSearch.ts';

/** Where each kind of thing is seen; an entry of the account stands in the list of them. */
const pathTo = ({ kind, id }: Found, language: Language): string => {
  switch (kind) {
    case 'policy':
      return pathOf('portal.policy', language, { id });
    case 'claim':
      return pathOf('portal.claim', language, { id });
    case 'document':
      return pathOf('portal.document', language, { id });
    case 'transaction':
      return pathOf('portal.transactions', language);
  }
};

const described = ({ detail, date, amount }: Found, language: Language): string =>
  [detail, date && formatDate(language, date, 'medium'), amount !== null && formatMoney(language, amount)]
    .filter(Boolean)
    .join(', ');

/**
 * The search of what the subject has (rule PORT-20); nothing while nobody is signed in or the subject is not known. It
 * is another function for another subject, so that results are never taken for another's (rule HOLD-2).
 */
export const useFindOwn = (language: Language): FindOwn | undefined => {
  const api = useApi();
  const { status } = useSession();
  const subject = useSubjectId();
  const find = useCallback<FindOwn>(
    async (q, signal) => {
      const { items } = await api.get('/api/search/v1', { query: { q }, signal });
      return items.map((item) => ({
        path: pathTo(item, language),
        title: item.title,
        description: described(item, language),
      }));
    },
    [api, language],
  );
  return status === 'authenticated' && subject !== undefined ? find : undefined;
};
