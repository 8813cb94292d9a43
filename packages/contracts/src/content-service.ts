import { z } from 'zod';
import { defineCalls } from './call.ts';

const anyone = { kind: 'public' } as const;

/** A readable state of the content: published (master) or drafts. */
export const contentRef = z.object({
  id: z.string(),
  ref: z.string(),
  label: z.string(),
  isMasterRef: z.boolean(),
});

/** The root of the content service. `refs[0]` is the published content (rule CALL-5). */
export const contentRoot = z.object({
  refs: z.array(contentRef).min(1),
  languages: z.array(z.object({ id: z.string(), name: z.string(), is_master: z.boolean() })),
  types: z.record(z.string(), z.string()),
  tags: z.array(z.string()),
  forms: z.record(z.string(), z.unknown()),
  bookmarks: z.record(z.string(), z.string()),
  experiments: z.unknown(),
  integrationFieldsRef: z.null(),
  oauth_initiate: z.string(),
  oauth_token: z.string(),
  version: z.string(),
  license: z.string(),
});

/** A link to a translation of a document. */
const translation = z.object({ id: z.string(), uid: z.string(), type: z.string(), lang: z.string() });

/** A search result. `data` contains the fields of the document's type. */
export const contentDocument = z.object({
  id: z.string(),
  uid: z.string(),
  url: z.null(),
  type: z.string(),
  href: z.url(),
  tags: z.array(z.string()),
  first_publication_date: z.string().nullable().describe('null for a draft that was never published'),
  last_publication_date: z.string().nullable(),
  slugs: z.array(z.string()),
  linked_documents: z.array(z.unknown()),
  lang: z.string(),
  alternate_languages: z.array(translation),
  data: z.record(z.string(), z.unknown()),
});

/** A page of search results. */
export const contentPage = z.object({
  page: z.int(),
  results_per_page: z.int(),
  results_size: z.int(),
  total_results_size: z.int(),
  total_pages: z.int(),
  next_page: z.url().nullable(),
  prev_page: z.url().nullable(),
  results: z.array(contentDocument),
  version: z.string(),
  license: z.string(),
});

/** A GraphQL response. Errors in the query are in `errors`, with status 200. */
export const contentAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string() }).loose()).optional(),
});

/** The public read API of the content service, compatible with Prismic's protocol. */
export const contentServiceCalls = defineCalls({
  contentRoot: {
    service: 'content',
    method: 'GET',
    path: '/api/v2',
    who: anyone,
    rate: 'read',
    summary: 'Returns the refs, languages and types of the content.',
    query: z.object({ access_token: z.string().optional() }),
    response: contentRoot,
  },
  contentSearch: {
    service: 'content',
    method: 'GET',
    path: '/api/v2/documents/search',
    who: anyone,
    rate: 'read',
    summary: 'Finds documents by predicates, one page at a time.',
    query: z.object({
      ref: z.string().optional().describe('default: the published content'),
      q: z.string().optional().describe('[[at(document.type, "product")]]'),
      lang: z.string().optional().describe('language code, or * for all; default: the master language'),
      page: z.int().min(1).optional(),
      pageSize: z.int().min(1).max(100).optional(),
      orderings: z.string().optional().describe('[my.article.date desc]'),
      fetchLinks: z.string().optional().describe('fields of linked documents to include: product.title'),
      access_token: z.string().optional(),
    }),
    response: contentPage,
  },
  contentGraphql: {
    service: 'content',
    method: 'GET',
    path: '/graphql',
    who: anyone,
    rate: 'read',
    summary:
      'Queries documents with GraphQL. The ref goes in the header Prismic-ref, in `ref`, or the same in both.',
    query: z.object({
      query: z.string(),
      variables: z.string().optional().describe('a JSON object'),
      operationName: z.string().optional(),
      ref: z.string().optional(),
    }),
    response: contentAnswer,
  },
});
