import { z } from 'zod';
import { accountIsk, day, id, instant, ssn } from '../values.ts';
import { bothLanguages, factIssue, reference } from './fact-values.ts';

const customer = ssn.describe('kennitala of the policyholder');

/** One instalment. It covers all policies of the customer, or one. */
export const instalmentFacts = z
  .strictObject({
    customer,
    policy: reference.nullable().default(null),
    sequence: z.int().min(1).max(1000).describe('11 of “payment 11 of 12”'),
    sequenceOf: z.int().min(1).max(1000),
    dueDate: day,
    finalDueDate: day.describe('last day to pay without penalty interest'),
    amount: accountIsk.min(1),
    penaltyInterest: accountIsk.min(0).default(0),
    fees: accountIsk.min(0).default(0),
    method: z.enum(['ccard', 'bank', 'claim']),
    paidAt: instant.nullable().default(null),
    refusedAt: instant.nullable().default(null).describe('when the card or bank charge was last refused'),
    cancelledAt: instant.nullable().default(null),
    lapsesOn: day.nullable().default(null).describe('day the policies lapse unless it is paid before'),
  })
  .check(({ value, issues }) => {
    const fault = (path: string, message: string) => issues.push(factIssue(value, [path], message));
    if (value.finalDueDate < value.dueDate)
      fault('finalDueDate', 'The final due date is before the due date.');
    if (value.sequence > value.sequenceOf) fault('sequence', 'The instalment comes after the last one.');
  });
export type InstalmentFacts = z.infer<typeof instalmentFacts>;

/** Largest number of a source's ledger entry; the entries that Höfn books itself are numbered above it. */
export const lastSourceSequence = 999_999_999;

/** An entry of a customer's account. A charge or refund is positive, a payment or credit negative. */
export const ledgerFacts = z
  .strictObject({
    customer,
    policy: reference.nullable().default(null),
    bookedOn: day,
    sequence: z
      .int()
      .min(1)
      .max(lastSourceSequence)
      .describe('orders the customer’s entries of one day; no two entries of a customer have the same'),
    type: z.enum(['premium', 'payment', 'refund', 'fee', 'claim']),
    description: bothLanguages(200),
    amount: accountIsk.describe('positive for charges and refunds, negative for payments and credits'),
    payment: id
      .nullable()
      .default(null)
      .describe(
        'id of the portal payment, or of the refund of one, that this entry books; replaces the entry that the portal showed meanwhile',
      ),
  })
  .check(({ value, issues }) => {
    if (value.amount === 0) issues.push(factIssue(value, ['amount'], 'An entry is never zero.'));
  });
export type LedgerFacts = z.infer<typeof ledgerFacts>;
