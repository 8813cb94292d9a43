import type { DocumentType } from '@hofn/content-types/field.ts';
import { z } from 'zod';
import { defaultLang, isLang } from '../languages.ts';
import { ofLang } from '../reading/conditions.ts';
import { linkedIds } from '../reading/links.ts';
import type { ContentDocument, Store } from '../reading/store.ts';
import type { View } from '../reading/views.ts';
import { restDocument } from './document.ts';
import { createFilters } from './filters.ts';
import { parseOrderings, parsePredicates, SearchError } from './predicates.ts';

const stringOrList = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) => (typeof value === 'string' ? [value] : value));

/** Query parameters of a search by `@prismicio/client`. */
export const searchQuery = z.object({
  ref: z.string().min(1).optional(),
  q: stringOrList,
  lang: z.string().default(defaultLang),
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  orderings: z.string().default(''),
  fetchLinks: z.string().default(''),
  after: z.string().optional(),
  graphQuery: z.string().optional(),
  fetch: z.string().optional(),
  routes: z.string().optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

// Refuse these rather than silently ignore them.
const unsupported = ['after', 'graphQuery', 'fetch', 'routes'] as const;

/** `product.title,product.lead` by type. */
const linkedFieldsOf = (text: string): Map<string, string[]> => {
  const fields = new Map<string, string[]>();
  for (const part of text.split(',').map((entry) => entry.trim())) {
    const [type, name] = part.split('.');
    if (type && name) fields.set(type, [...(fields.get(type) ?? []), name]);
  }
  return fields;
};

const groupBy = <Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
};

/** The REST search: three queries, however many documents match. */
export const createSearch = (types: readonly DocumentType[], store: Store) => {
  const filters = createFilters(types);
  const typeOf = new Map(types.map((type) => [type.id, type]));

  const loadRelated = async (view: View, documents: readonly ContentDocument[], fetchLinks: string) => {
    const ids = documents.flatMap(({ type, data }) => {
      const declared = typeOf.get(type);
      return declared ? linkedIds(declared.fields, data) : [];
    });
    const linkedFields = linkedFieldsOf(fetchLinks);
    const unique = [...new Set(ids)];
    const linked =
      linkedFields.size > 0 ? await store.byIds(view, unique) : await store.headersByIds(view, unique);
    const translations = await store.translations(view, [
      ...new Set(documents.map(({ groupId }) => groupId)),
    ]);
    return {
      linked: new Map(linked.map((document) => [document.id, document])),
      translations: groupBy(translations, ({ groupId }) => groupId),
      linkedFields,
    };
  };

  /**
   * @param options `path` is the request's own, for the URLs of the next and previous page
   * @throws SearchError
   */
  return async (view: View, query: SearchQuery, { base, path }: { base: string; path: string }) => {
    const unknown = unsupported.find((name) => query[name] !== undefined);
    if (unknown) throw new SearchError(`${unknown} is not supported`);
    if (query.lang !== '*' && !isLang(query.lang)) throw new SearchError(`Unknown language ${query.lang}`);

    const { documents, total } = await store.find(view, {
      where: [
        ...filters.conditions(parsePredicates(query.q)),
        ...(query.lang === '*' ? [] : [ofLang(query.lang)]),
      ],
      orderBy: filters.order(parseOrderings(query.orderings)),
      limit: query.pageSize,
      offset: (query.page - 1) * query.pageSize,
    });
    const related = await loadRelated(view, documents, query.fetchLinks);
    const pages = Math.ceil(total / query.pageSize);
    const pageAt = (page: number): string | null => {
      if (page < 1 || page > pages) return null;
      const url = new URL(path, base);
      url.searchParams.set('page', String(page));
      return url.href;
    };
    return {
      page: query.page,
      results_per_page: query.pageSize,
      results_size: documents.length,
      total_results_size: total,
      total_pages: pages,
      next_page: pageAt(query.page + 1),
      prev_page: pageAt(query.page - 1),
      results: documents.flatMap((document) => {
        const type = typeOf.get(document.type);
        return type ? [restDocument(type, document, related, base)] : [];
      }),
      version: '2',
      license: 'All Rights Reserved',
    };
  };
};
