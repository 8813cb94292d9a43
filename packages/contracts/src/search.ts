import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, isk } from './values.ts';

/** What a customer can search for. */
export const searchResultKind = z.enum(['policy', 'claim', 'document', 'transaction']);
export type SearchResultKind = z.infer<typeof searchResultKind>;

/** A search result. */
export const searchResult = z.object({
  kind: searchResultKind,
  id,
  title: z.string().describe('in the requested language'),
  detail: z
    .string()
    .nullable()
    .describe('distinguishes results with the same title: a number, what is insured'),
  date: day.nullable(),
  amount: isk.nullable(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchCalls = defineCalls({
  search: {
    service: 'api',
    method: 'GET',
    path: '/api/search/v1',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Finds the subject’s policies (also by covers and benefits), claims, documents and transactions that contain every word or one that means the same, ignoring accents; a few of each kind.',
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    response: z.object({ items: z.array(searchResult) }),
  },
});
