import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, isk } from './values.ts';

/** What of a customer's can be found by words. */
export const foundKind = z.enum(['policy', 'claim', 'document', 'transaction']);
export type FoundKind = z.infer<typeof foundKind>;

/** One thing that was found. */
export const found = z.object({
  kind: foundKind,
  id,
  title: z.string().describe('in the asked language'),
  detail: z
    .string()
    .nullable()
    .describe('what tells it from others of the same title: a number, what is insured'),
  date: day.nullable(),
  amount: isk.nullable(),
});
export type Found = z.infer<typeof found>;

export const searchCalls = defineCalls({
  search: {
    service: 'api',
    method: 'GET',
    path: '/api/search/v1',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary: 'What the subject has that holds every word asked for, accents or not: a few of each kind.',
    query: z.object({ q: z.string().trim().min(2).max(100) }),
    response: z.object({ items: z.array(found) }),
  },
});
