import { daysBetween } from '@hofn/domain';
import { z } from 'zod';
import { day, isk, ssn } from '../values.ts';
import { bothLanguages, code } from './fact-values.ts';

/** Longest period that postings are read of: a month. */
export const longestLedgerPeriod = 31;

/** Most groups of postings in a page. */
export const mostLedgerGroups = 1000;

const period = { from: day.describe('first day'), to: day.describe('last day') };

/** Checks that a period has a day, and not more than a month of them. */
const isPeriod = z.refine<{ from: string; to: string }>(
  ({ from, to }) => from <= to && daysBetween(from, to) < longestLedgerPeriod,
  { path: ['to'], error: `Not before \`from\`, and ${longestLedgerPeriod} days at most.` },
);

/** What a summary of the ledger is asked for. */
export const coreLedgerPeriod = z.strictObject(period).check(isPeriod);
export type CoreLedgerPeriod = z.infer<typeof coreLedgerPeriod>;

/** What a page of postings is asked for. */
export const coreLedgerPageOf = z
  .strictObject({
    ...period,
    after: z.string().max(1000).nullable().describe('`next` of the page before; null for the first'),
    limit: z.int().min(1).max(mostLedgerGroups).describe('groups at most'),
  })
  .check(isPeriod);
export type CoreLedgerPageOf = z.infer<typeof coreLedgerPageOf>;

const total = z.object({
  groups: z.int().min(0),
  debit: isk.min(0).describe('of all accounts; the credits are the same'),
});

/** Debits and credits of a period by account. */
export const coreLedgerSummary = z.object({
  accounts: z
    .array(z.object({ account: code, name: bothLanguages(100), debit: isk.min(0), credit: isk.min(0) }))
    .max(500)
    .describe('those with postings in the period, in the order of the books'),
  total,
});
export type CoreLedgerSummary = z.infer<typeof coreLedgerSummary>;

/** Postings of one event, which add up to zero. */
export const coreLedgerGroup = z.object({
  key: z.string().min(1).max(300).describe('one of the customer’s; never used again'),
  day,
  text: bothLanguages(200).describe('what happened'),
  customer: ssn.describe('kennitala'),
  policy: z.string().max(40).nullable().describe('number'),
  claim: z.string().max(40).nullable().describe('number'),
  reverses: z.string().max(300).nullable().describe('key of the customer’s group that it reverses'),
  postings: z
    .array(z.object({ account: code, amount: isk.describe('debits are positive, credits negative') }))
    .min(2)
    .max(50),
});
export type CoreLedgerGroup = z.infer<typeof coreLedgerGroup>;

/** A page of the postings of a period. */
export const coreLedgerPage = z.object({
  groups: z.array(coreLedgerGroup).max(mostLedgerGroups).describe('by day'),
  next: z.string().max(1000).nullable().describe('null on the last page'),
  total: total
    .nullable()
    .describe('of the whole period, on the last page: what was read is complete if it adds up to this'),
});
export type CoreLedgerPage = z.infer<typeof coreLedgerPage>;
