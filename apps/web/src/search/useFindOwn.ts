import type { SearchResult } from '@hofn/contracts';
import { formatDate, formatMoney, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { useCallback } from 'react';
import { portalMenuOf } from '../content/portal-menu.ts';
import type { Site } from '../content/site.ts';
import { useTexts } from '../engine/index.ts';
import { useApi, useSession, useSubjectId, useUser } from '../session/index.ts';
import { findScreensOf } from './portal-screens.ts';
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
 * Returns a search function over the subject's own data and the portal's screens (rules PORT-20 and LIFE-26); undefined
 * until the user is signed in and the subject is known. Policies come first, then screens. Each subject gets its own
 * function, so that one subject's results never show for another (rule HOLD-2).
 */
export const useFindOwn = (language: Language, { menu }: Pick<Site, 'menu'>): FindOwn | undefined => {
  const t = useTexts<'portal'>();
  const api = useApi();
  const { status } = useSession();
  const user = useUser().data?.currentProxyUser;
  const subject = useSubjectId();
  const audience = user?.isCompany ? 'company' : 'person';
  const role = user?.role;
  const find = useCallback<FindOwn>(
    async (q, signal) => {
      const screens = findScreensOf(t, portalMenuOf(menu, audience), role)(q);
      // Without an answer the screens can still be found.
      const { items } = await api
        .get('/api/search/v1', { query: { q }, signal })
        .catch(() => ({ items: [] as SearchResult[] }));
      const resultOf = (item: SearchResult) => ({
        path: pathTo(item, language),
        title: item.title,
        description: describeResult(item, language),
      });
      const isPolicy = ({ kind }: SearchResult) => kind === 'policy';
      return [
        ...items.filter(isPolicy).map(resultOf),
        ...screens,
        ...items.filter((item) => !isPolicy(item)).map(resultOf),
      ];
    },
    [api, audience, language, menu, role, t],
  );
  return status === 'authenticated' && subject !== undefined ? find : undefined;
};
