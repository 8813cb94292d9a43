import { refundReasonLimit } from '@hofn/domain/refunds.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { accountIsk, day, id, instant, isk, ssn } from './values.ts';

const finance = { kind: 'employee', roles: ['finance'] } as const;

/** A refund that was approved: `ordered` until the answer of the card service is known. */
export const refund = z.object({
  id: id.describe('the key by which the card service knows it'),
  state: z.enum(['ordered', 'refunded', 'refused']),
  amount: isk,
  reason: z.string(),
  proposedBy: z.string(),
  approvedBy: z.string(),
  orderedAt: instant,
  settledAt: instant.nullable().describe('when the answer of the card service was known'),
  reference: z.string().nullable().describe('the card service’s id of the refund'),
  fault: z.string().nullable().describe('why the card service refused, in the requested language'),
});
export type Refund = z.infer<typeof refund>;

/** A payment that a customer made by card in the portal, as finance reads it. Amounts are in whole ISK. */
export const cardPayment = z.object({
  id: id.describe('the key by which the card service knows it'),
  customer: z.object({ id, name: z.string(), ssn }),
  state: z.enum(['started', 'paid', 'declined', 'cancelled']),
  amount: isk,
  card: z.string().describe('Visa •••• 4821'),
  reference: z.string().nullable().describe('the card service’s id of the charge'),
  startedAt: instant,
  settledAt: instant.nullable(),
  instalments: z
    .array(z.object({ id, name: z.string(), dueDate: day, total: isk }))
    .describe('what it pays; empty when nothing was charged'),
  left: isk.describe('of a payment that was made: what is neither refunded nor ordered to be'),
  balance: isk.describe('of the customer’s account: positive for what they owe'),
  refunds: z.array(refund).describe('newest first'),
  waiting: z
    .object({ id, amount: isk, by: z.string(), at: instant, own: z.boolean() })
    .nullable()
    .describe('the proposal that waits for another person’s approval'),
  case: id.nullable().describe('its case, once there is one'),
});
export type CardPayment = z.infer<typeof cardPayment>;

/** Refunds of card payments, by two people (rule DESK-12). */
export const refundCalls = defineCalls({
  cardPayment: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/finance/payments/{customer}/{id}',
    who: finance,
    rate: 'read',
    summary:
      'Returns a card payment of a customer with its refunds. The customer can see that it was read. 404 where the caller has a conflict of interest.',
    params: z.object({ customer: id, id }),
    response: cardPayment,
    audit: 'finance.cardPayment',
  },
  proposeRefund: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/finance/payments/{customer}/{id}/refunds',
    who: finance,
    rate: 'write',
    summary:
      'Proposes to refund a card payment or part of it, which another person with the authority approves; the caller’s own proposal that waits makes way. 400 naming `amount` above what is left, 409 `refundPending` while the card service has not answered about another refund.',
    params: z.object({ customer: id, id }),
    body: z.object({
      amount: accountIsk.min(1),
      reason: z.string().trim().min(1).max(refundReasonLimit).describe('why, for colleagues'),
    }),
    response: cardPayment,
    audit: 'finance.refund',
    events: { none: 'a refund is a fact once the card service has made it' },
  },
});
