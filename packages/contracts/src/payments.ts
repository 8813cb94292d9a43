import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, id, instant, isk } from './values.ts';

const customer = { kind: 'customer', role: 'Readonly' } as const;

/**
 * How an instalment stands: `processing` while a payment of it is on its way, `overdue` after its final due date, `due`
 * from its due date until then, `upcoming` before.
 */
export const instalmentState = z.enum(['overdue', 'due', 'processing', 'upcoming', 'paid']);
export type InstalmentState = z.infer<typeof instalmentState>;

const method = z
  .enum(['ccard', 'bank', 'claim'])
  .describe('card each month, direct debit, claim in online bank');

export const instalment = z.object({
  id,
  sequence: z.int(),
  sequenceOf: z.int(),
  policy: z
    .object({ id, number: z.string(), name: z.string() })
    .nullable()
    .describe('the one it is for; null for all policies of the customer'),
  dueDate: day,
  finalDueDate: day.describe('last day to pay without penalty interest'),
  amount: isk.describe('premium, without interest and fees'),
  penaltyInterest: isk,
  fees: isk,
  total: isk.describe('what is paid or to be paid'),
  method,
  state: instalmentState,
  paidOn: day.nullable(),
  refused: z.boolean().describe('whether card or bank refused the charge when it was due'),
  lapsesOn: day.nullable().describe('day the policies fall unless it is paid before'),
});
export type Instalment = z.infer<typeof instalment>;

const card = z.object({ brand: z.string(), cardNumberMasked: z.string(), expired: z.boolean() });

export const paymentStatus = z.object({
  items: z.array(instalment),
  nextCursor: z.string().nullable(),
  sums: z.object({ count: z.int(), total: isk }).describe('over the list on all its pages'),
  summary: z.object({
    dueNow: z.object({ amount: isk, items: z.array(instalment) }).describe('due and overdue together'),
    overdue: isk,
    next: z
      .object({ dueDate: day, amount: isk, method })
      .nullable()
      .describe('the nearest that is yet to fall due'),
    paid: z.object({ year: z.int(), amount: isk, count: z.int(), of: z.int() }).describe('of this year'),
  }),
  credit: z
    .object({
      openBalance: isk.describe('due and unpaid'),
      instalmentCredit: isk.describe('in instalments that are yet to fall due'),
      limit: isk.nullable().describe('the most that may be; null where none was set'),
    })
    .describe('rule DATA-10'),
  card: card.nullable().describe('the registered card, which payments are charged to'),
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
    .describe('processing: the card service has not answered; what becomes of it comes by e-mail'),
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
      'Instalments by year, state and words, newest first unless asked otherwise, with what is due, overdue and paid; all of them as `text/csv` or `application/pdf`.',
    files: true,
    query: z.object({
      year: z.coerce.number().int().min(1900).max(2200).optional().describe('of the due date'),
      state: instalmentState.optional(),
      search: z.string().trim().max(100).optional(),
      sort: z.enum(['newest', 'oldest', 'largest']).default('newest'),
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
    summary: 'Sums of instalments by the year and month that they fall due in, newest year first.',
    response: paymentPeriods,
  },
  pay: {
    service: 'api',
    method: 'POST',
    path: '/api/payment/v1/pay',
    who: { kind: 'customer', role: 'Full' },
    rate: 'costly',
    summary: 'Charges the registered card for instalments, once.',
    body: z.object({
      installmentIds: z
        .array(id)
        .min(1)
        .max(500)
        .refine((ids) => new Set(ids).size === ids.length),
      amount: isk.describe('what the payer was shown; refused when it is not what is owed'),
    }),
    response: payment,
    audit: 'payment.pay',
  },
  receipt: {
    service: 'api',
    method: 'GET',
    path: '/api/payment/v1/receipt/{id}',
    who: customer,
    rate: 'read',
    summary: 'The receipt of a paid instalment as PDF.',
    download: 'application/pdf',
    params: z.object({ id }),
    response: z.string().describe('the PDF'),
  },
});
