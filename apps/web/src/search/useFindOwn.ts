import type { SearchResult } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { useCallback } from 'react';
import { useApi, useSession, useSubjectId } from '../session/index.ts';
import type { FindOwn } from './useSearch.ts';

/** Path of a result's page; ledger entries have no page, so they link to the list. */
const pathTo = ({ kind, id }: SearchResult, language: Language): string => {
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

const describeResult = ({ detail, date, amount }: SearchResult, language: Language): string =>
  [detail, date && formatDate(language, date, 'medium'), amount !== null && formatMoney(language, amount)]
    .filter(Boolean)
    .join(', ');

/**
 * Returns a search function over the subject's own data (rule PORT-20); undefined until the user is signed in and the
 * subject is known. Each subject gets its own function, so that one subject's results never show for another (rule HOLD-2).
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
        description: describeResult(item, language),
      }));
    },
    [api, language],
  );
  return status === 'authenticated' && subject !== undefined ? find : undefined;
};
