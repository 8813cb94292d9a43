import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, email, id, isk } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

export const transactionType = z.enum(['premium', 'payment', 'refund', 'fee', 'claim']);
export type TransactionType = z.infer<typeof transactionType>;

/** What an entry may be ordered by: its day, or its amount whichever way it went. */
export const transactionSort = z.enum(['newest', 'oldest', 'largest', 'smallest']);
export type TransactionSort = z.infer<typeof transactionSort>;

/** A policy as entries name it. */
export const transactionPolicy = z.object({ id, number: z.string(), name: z.string() });

/** An entry on the account of a customer. */
export const transaction = z.object({
  id,
  date: day,
  type: transactionType,
  description: z.string().describe('in the asked language'),
  policy: transactionPolicy.nullable().describe('null when the entry is for several policies, or for none'),
  amount: isk.describe('above zero what was charged, below zero what was paid'),
  balance: isk.describe('owed when the entry was booked, whatever the list is narrowed to'),
});
export type Transaction = z.infer<typeof transaction>;

/** Sums over the entries of the list on all its pages; the balances are the account's on the period's edges. */
export const transactionSums = z.object({
  count: z.int(),
  charges: isk,
  payments: isk.describe('zero or below'),
  openingBalance: isk,
  closingBalance: isk,
});
export type TransactionSums = z.infer<typeof transactionSums>;

export const transactionOverview = z.object({
  items: z.array(transaction),
  nextCursor: z.string().nullable(),
  sums: transactionSums,
  policies: z.array(transactionPolicy).describe('those that any entry of the account is for'),
});
export type TransactionOverview = z.infer<typeof transactionOverview>;

// What both calls narrow the list by; `to` is the last day, and may not be before `from`.
const period = {
  from: day.optional(),
  to: day.optional(),
  type: transactionType.optional(),
  policy: id.optional().describe('id of a policy of the subject'),
};

export const transactionCalls = defineCalls({
  transactions: {
    service: 'api',
    method: 'GET',
    path: '/api/account/v1',
    who: customer,
    rate: 'read',
    summary:
      'Entries of the account by period, type and policy with a running balance and sums, one page at a time; all of them as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      ...period,
      search: z.string().trim().max(100).optional(),
      sort: transactionSort.default('newest'),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(200).optional(),
    }),
    response: transactionOverview,
  },
  sendTransactionOverview: {
    service: 'api',
    method: 'POST',
    path: '/api/account/v1/sendtransactionoverview',
    who: customer,
    rate: 'costly',
    summary:
      'Sends the entries of a period as PDF or CSV to an e-mail address, by default to the one on file.',
    body: z.object({ ...period, format: z.enum(['pdf', 'csv']).default('pdf'), email: email.optional() }),
    status: 202,
    response: z.object({
      email: z
        .string()
        .describe('the address it goes to; masked when it is on file for another than who asks'),
    }),
    audit: 'account.sendTransactionOverview',
  },
});
