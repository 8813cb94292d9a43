import { z } from 'zod';
import { defineCalls } from './call.ts';
import { planChoice, requestFact, requestStatus, ruleDecision } from './requests.ts';
import { accountIsk, day, id, instant, isk } from './values.ts';

/** A payment on a new day. */
export const planPayment = z.object({
  dueDate: day.describe('the last day to pay it'),
  amount: accountIsk.min(1).describe('with interest and fees'),
});

const plan = {
  fee: isk.describe('added to what is due; 0 when it costs nothing'),
  total: accountIsk.describe('all payments together'),
  payments: z.array(planPayment).min(1),
};

/** What a customer who cannot pay on time can choose, and what happens otherwise (rule RIGHT-4). */
export const paymentChoices = z.object({
  due: accountIsk.min(0).describe('everything that is due and unpaid, with interest and fees'),
  later: z
    .object({ from: day, to: day, fee: isk })
    .nullable()
    .describe('days to choose another due day from; null when there is none'),
  plans: z.array(z.object({ count: z.int(), ...plan })).describe('by number of payments'),
  otherwise: z.array(z.string()).describe('what happens without either, in the requested language'),
  open: z
    .object({ id, requestedAt: instant })
    .nullable()
    .describe('a request that waits for an answer; no other can be sent meanwhile'),
  running: z
    .object({ agreedOn: day, payments: z.array(planPayment.extend({ paid: z.boolean() })) })
    .nullable()
    .describe('the payments that were agreed last, while one of them is unpaid'),
});
export type PaymentChoices = z.infer<typeof paymentChoices>;

const asked = {
  choice: planChoice,
  due: accountIsk
    .min(1)
    .describe('what was due as the customer read it: 409 `amountChanged` when it differs'),
};

/** What a choice leads to. */
export const paymentPlanPreview = z.object({
  decision: ruleDecision,
  ...plan,
  consequences: z.array(z.string()).describe('in plain words, in the requested language'),
  shown: z.string().describe('hash of all this, to confirm'),
});
export type PaymentPlanPreview = z.infer<typeof paymentPlanPreview>;

/** A choice that was sent, or done at once. */
export const sentPaymentPlan = z.object({
  request: requestStatus,
  payments: z.array(planPayment).describe('the new payments; empty until somebody has decided'),
  next: z.array(z.string()).describe('what happens next, in the requested language'),
  facts: z.array(requestFact),
});
export type SentPaymentPlan = z.infer<typeof sentPaymentPlan>;

export const paymentPlanCalls = defineCalls({
  paymentChoices: {
    service: 'api',
    method: 'GET',
    path: '/api/payment/v1/plan',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Returns what a customer who cannot pay what is due can choose, what it costs, and what happens otherwise; also payments that were agreed before.',
    response: paymentChoices,
  },
  previewPaymentPlan: {
    service: 'api',
    method: 'POST',
    path: '/api/payment/v1/plan/preview',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary: 'Returns what another due day or payments by instalments would lead to; nothing is stored.',
    body: z.strictObject(asked),
    response: paymentPlanPreview,
    audit: { none: 'a calculation, changes nothing' },
    events: { none: 'a calculation, changes nothing' },
  },
  requestPaymentPlan: {
    service: 'api',
    method: 'POST',
    path: '/api/payment/v1/plan',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary:
      'Asks to pay what is due on another day or by instalments. What the rules allow is done in this call. Confirmed by e-mail; 409 while another such request is open.',
    body: z.strictObject({
      ...asked,
      shown: z
        .string()
        .max(64)
        .describe('`shown` of the preview: 409 `previewChanged` when it would lead to something else now'),
    }),
    status: 201,
    response: sentPaymentPlan,
    audit: 'payment.plan',
    events: ['policy.changeRequested', 'request.settled', 'document.issued'],
  },
});
