import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, email, id, isk } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

export const transactionType = z.enum(['premium', 'payment', 'refund', 'fee', 'claim']);
export type TransactionType = z.infer<typeof transactionType>;

/** Sort order of entries: by day, or by absolute amount. */
export const transactionSort = z.enum(['newest', 'oldest', 'largest', 'smallest']);
export type TransactionSort = z.infer<typeof transactionSort>;

/** Policy reference in an entry. */
export const transactionPolicy = z.object({ id, number: z.string(), name: z.string() });

/** A ledger entry of a customer. */
export const transaction = z.object({
  id,
  date: day,
  type: transactionType,
  description: z.string().describe('in the requested language'),
  policy: transactionPolicy.nullable().describe('null when the entry concerns several policies or none'),
  amount: isk.describe('positive for charges, negative for payments'),
  balance: isk.describe('balance owed after the entry, regardless of the filters'),
});
export type Transaction = z.infer<typeof transaction>;

/** Totals over all pages of the list; the balances are those of the account at the start and end of the period. */
export const transactionSums = z.object({
  count: z.int(),
  charges: isk,
  payments: isk.describe('zero or negative'),
  openingBalance: isk,
  closingBalance: isk,
});
export type TransactionSums = z.infer<typeof transactionSums>;

export const transactionOverview = z.object({
  items: z.array(transaction),
  nextCursor: z.string().nullable(),
  sums: transactionSums,
  policies: z.array(transactionPolicy).describe('policies with at least one entry'),
});
export type TransactionOverview = z.infer<typeof transactionOverview>;

// Filters of both calls; `to` is inclusive and may not be before `from`.
const period = {
  from: day.optional(),
  to: day.optional(),
  type: transactionType.optional(),
  policy: id.optional().describe('id of one of the subject’s policies'),
};

export const transactionCalls = defineCalls({
  transactions: {
    service: 'api',
    method: 'GET',
    path: '/api/account/v1',
    who: customer,
    rate: 'read',
    summary:
      'Lists ledger entries by period, type and policy, with a running balance and totals, one page at a time; all pages as `text/csv` or `application/pdf`.',
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
    summary: 'E-mails the ledger entries of a period as PDF or CSV, by default to the address on file.',
    body: z.object({ ...period, format: z.enum(['pdf', 'csv']).default('pdf'), email: email.optional() }),
    status: 202,
    response: z.object({
      email: z
        .string()
        .describe('the recipient address; masked when it is on file for someone other than the caller'),
    }),
    audit: 'account.sendTransactionOverview',
    events: { none: 'e-mails what the customer can read already' },
  },
});
