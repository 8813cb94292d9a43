import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, isk } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/**
 * State of an instalment: `upcoming` before its due date, `due` until its final due date, `overdue` after that, and
 * `processing` while a payment is in progress.
 */
export const instalmentState = z.enum(['overdue', 'due', 'processing', 'upcoming', 'paid']);
export type InstalmentState = z.infer<typeof instalmentState>;

const method = z
  .enum(['ccard', 'bank', 'claim'])
  .describe('`ccard`: monthly card charge; `bank`: direct debit; `claim`: payment claim in the online bank');

/** The day of payment by payment method (rule LIFE-30). */
export const collection = z
  .object({ day, from: z.enum(['card', 'account', 'customer']) })
  .describe('day the card or bank account is charged, or the last day for the customer to pay');

export const nextPayment = z.object({ dueDate: day, amount: isk, method, collection });
export type NextPayment = z.infer<typeof nextPayment>;

export const instalment = z.object({
  id,
  sequence: z.int(),
  sequenceOf: z.int(),
  policy: z
    .object({ id, number: z.string(), name: z.string() })
    .nullable()
    .describe('policy it is for; null if it covers all policies of the customer'),
  dueDate: day,
  finalDueDate: day.describe('last day to pay without penalty interest'),
  amount: isk.describe('premium, excluding interest and fees'),
  penaltyInterest: isk,
  fees: isk,
  total: isk.describe('amount paid or payable'),
  method,
  collection: collection.nullable().describe('null once it is paid or being paid, or its day has passed'),
  state: instalmentState,
  paidOn: day.nullable(),
  refused: z.boolean().describe('whether the card or bank charge was refused on the due date'),
  lapsesOn: day.nullable().describe('day the policies lapse unless it is paid before'),
});
export type Instalment = z.infer<typeof instalment>;

const card = z.object({ brand: z.string(), cardNumberMasked: z.string(), expired: z.boolean() });

export const paymentStatus = z.object({
  items: z.array(instalment),
  nextCursor: z.string().nullable(),
  sums: z.object({ count: z.int(), total: isk }).describe('totals over all pages'),
  summary: z.object({
    dueNow: z.object({ amount: isk, items: z.array(instalment) }).describe('due and overdue instalments'),
    overdue: isk,
    next: nextPayment.nullable().describe('what is collected next, without overdue instalments'),
    checking: z
      .array(
        z.object({
          amount: isk,
          startedOn: day,
          by: z
            .enum(['system', 'staff'])
            .describe('`staff` once nobody has answered for a day and a member of staff looks into it'),
        }),
      )
      .describe('payments that the card service has not answered for; their instalments are `processing`'),
    paid: z
      .object({ year: z.int(), amount: isk, count: z.int(), of: z.int() })
      .describe('instalments of the current year'),
  }),
  credit: z
    .object({
      openBalance: isk.describe('due and unpaid'),
      instalmentCredit: isk.describe('in upcoming instalments'),
      limit: isk.nullable().describe('credit limit; null if none is set'),
    })
    .describe('rule DATA-10'),
  card: card.nullable().describe('the registered card, which payments are charged to'),
  refunds: z
    .array(
      z.object({
        id,
        amount: isk,
        card: z.string().describe('Visa •••• 4821'),
        refundedOn: day,
        paidOn: day,
      }),
    )
    .default([])
    .describe('card payments that were refunded, all or in part, newest first'),
});
export type PaymentStatus = z.infer<typeof paymentStatus>;

const periodSums = { paid: isk, due: isk, overdue: isk, upcoming: isk };

export const paymentPeriods = z.object({
  items: z.array(
    z.object({
      year: z.int(),
      ...periodSums,
      months: z.array(z.object({ month: z.int().describe('1 to 12'), ...periodSums })).length(12),
    }),
  ),
});
export type PaymentPeriods = z.infer<typeof paymentPeriods>;

export const payment = z.object({
  id,
  state: z
    .enum(['paid', 'processing'])
    .describe('`processing`: the card service has not answered yet; the outcome is sent by e-mail'),
  amount: isk,
  card: z.string().describe('Visa •••• 4821'),
  paidAt: instant.nullable(),
  instalmentIds: z.array(id),
});
export type Payment = z.infer<typeof payment>;

export const paymentCalls = defineCalls({
  instalmentsOverview: {
    service: 'api',
    method: 'GET',
    path: '/api/payment/v1/installmentsOverview',
    who: customer,
    rate: 'read',
    summary:
      'Lists instalments by year, state and search text, with amounts due, overdue and paid, one page at a time; all pages as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      year: z.coerce.number().int().min(1900).max(2200).optional().describe('year of the due date'),
      state: instalmentState.optional(),
      search: z.string().trim().max(100).optional(),
      sort: z
        .enum(['next', 'newest', 'oldest', 'largest'])
        .default('next')
        .describe('`next`: those to pay by due date, then those paid or being paid, newest first'),
      limit: z.coerce.number().int().min(1).max(100).default(24),
      cursor: z.string().max(200).optional(),
    }),
    response: paymentStatus,
  },
  paymentPeriods: {
    service: 'api',
    method: 'GET',
    path: '/api/payment/v1/periods',
    who: customer,
    rate: 'read',
    summary: 'Returns totals of instalments by year and month of the due date, newest year first.',
    response: paymentPeriods,
  },
  pay: {
    service: 'api',
    method: 'POST',
    path: '/api/payment/v1/pay',
    who: { kind: 'customer', role: 'Full' },
    rate: 'costly',
    summary: 'Charges the registered card for instalments, exactly once.',
    body: z.object({
      installmentIds: z
        .array(id)
        .min(1)
        .max(500)
        .refine((ids) => new Set(ids).size === ids.length),
      amount: isk.describe('total shown to the payer; refused if it differs from what is owed'),
    }),
    response: payment,
    audit: 'payment.pay',
    events: ['payment.made'],
  },
  receipt: {
    service: 'api',
    method: 'GET',
    path: '/api/payment/v1/receipt/{id}',
    who: customer,
    rate: 'read',
    summary: 'Downloads the receipt of a paid instalment as PDF.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
});
