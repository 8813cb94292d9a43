import { moneyKinds, moneyMethods, moneyStates } from '@hofn/domain/money-movements.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, isk, ssn } from './values.ts';

export const moneyKind = z.enum(moneyKinds);
export const moneyState = z.enum(moneyStates);
export const moneyDirection = z.enum(['in', 'out']);
export const moneyMethod = z.enum(moneyMethods);

/** A payment to or from a customer, as finance reads it. Amounts are in whole ISK. */
export const moneyMovement = z.object({
  key: z.string().describe('one of the list'),
  direction: moneyDirection,
  kind: moneyKind,
  state: moneyState,
  day: day.describe(
    'when it was made or refused, or a card payment began; of a claim’s that is not made yet, when the claim last changed',
  ),
  amount: isk,
  method: moneyMethod
    .nullable()
    .describe('of a regular charge: card, direct debit, or a bill in the online bank'),
  through: z
    .string()
    .nullable()
    .describe('the card that was charged, or the masked account that was paid into'),
  text: z.string().nullable().describe('what it is for, in the requested language'),
  reference: z
    .string()
    .nullable()
    .describe('the card service’s id of a payment by card or of its refund, or the number of a claim'),
  fault: z
    .string()
    .nullable()
    .describe('why the bank did not pay, why it came back, or why a refund was refused'),
  payment: id.nullable().describe('of a payment by card or its refund: the payment, see `cardPayment`'),
  customer: z.object({ id, name: z.string(), ssn }).nullable(),
  case: z.string().nullable().describe('id of its case, if the employee may open it'),
  withheld: z
    .boolean()
    .describe(
      'of a claim about an injury or somebody’s health, which the employee may not read: only state, day and amount are shown',
    ),
});
export type MoneyMovement = z.infer<typeof moneyMovement>;

const moneyFilter = z.object({
  direction: moneyDirection.optional(),
  state: z
    .enum([...moneyStates, 'hanging'])
    .optional()
    .describe('`hanging`: unanswered, failed or returned'),
  from: day.optional().describe('first day; with neither day, the last 31 days, or all days of what hangs'),
  to: day.optional().describe('last day'),
});

/** A page of payments. */
export const moneyPage = z.object({
  from: day.nullable().describe('first day of the list; null for all days'),
  to: day.nullable(),
  hanging: z.int().describe('payments of all days that stay until somebody sees to them'),
  sums: z
    .object({ count: z.int(), in: isk, out: isk })
    .describe('of all pages: how many payments, and what was paid in and out'),
  items: z.array(moneyMovement).describe('newest first'),
  nextCursor: z.string().nullable(),
});
export type MoneyPage = z.infer<typeof moneyPage>;

const ledgerAccount = z.object({
  account: z.string(),
  name: z.string().describe('in the requested language'),
  debit: isk,
  credit: isk,
});

/** What was posted in a period, by account. */
export const ledgerPeriod = z.object({
  from: day,
  to: day,
  accounts: z.array(ledgerAccount),
  groups: z.int().describe('events that were posted'),
  debit: isk.describe('of all accounts'),
  credit: isk.describe('of all accounts; the same'),
});
export type LedgerPeriod = z.infer<typeof ledgerPeriod>;

/** What finance sees of money (rule DESK-12). */
export const financeCalls = defineCalls({
  moneyMovements: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/finance/payments',
    who: { kind: 'employee', roles: ['finance'] },
    rate: 'read',
    summary:
      'Lists payments by customers and to them with their state at the card service and the bank, without those of people with whom the caller has a conflict of interest; one page at a time, all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: moneyFilter.extend({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(400).optional(),
    }),
    response: moneyPage,
    audit: 'finance.payments',
  },
  ledger: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/finance/ledger',
    who: { kind: 'employee', roles: ['finance', 'auditor'] },
    rate: 'costly',
    waitSeconds: 120,
    summary:
      'Returns debits and credits of a period of up to 31 days by account, from the insurance core; as `text/csv` every posting in double entry, as `application/pdf` the accounts. 409 `coreNotConnected` without a core, 503 `ledgerIncomplete` when its postings do not add up.',
    files: true,
    query: z.object({ from: day, to: day }),
    response: ledgerPeriod,
    audit: 'finance.ledger',
  },
});
