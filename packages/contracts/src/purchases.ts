import { insuredThings } from '@hofn/domain/purchase.ts';
import { z } from 'zod';
import { defineCalls } from './call.ts';
import { price } from './prices.ts';
import { requestStatus, ruleDecision } from './requests.ts';
import { cardInfo } from './user.ts';
import { day, id, instant, isk, longestIdentifier, ssn } from './values.ts';

// Needs and who somebody is are the customer’s own to state, so nobody buys in another’s name.
const reader = { kind: 'customer', role: 'Readonly', self: true } as const;
const buyer = { kind: 'customer', role: 'Full', self: true, subject: 'persons' } as const;

/**
 * State of a purchase as its customer reads it. `processing`: the card service or the core has not answered; `inForce`: the
 * policy is issued; `referred`: staff decide; `refused`: they have refused; `ended`: after thirty days; `givenUp`: by the customer.
 */
export const purchaseState = z.enum([
  ...(['open', 'processing', 'inForce', 'referred', 'refused', 'ended', 'givenUp'] as const),
]);
export type ShownPurchaseState = z.infer<typeof purchaseState>;

const summary = {
  id,
  number: z.string(),
  name: z.string().describe('product name in the requested language'),
  state: purchaseState,
  startedAt: instant,
  openUntil: day.describe('last day on which it can be finished'),
};

export const purchaseSummary = z.object({ ...summary, perYear: isk });
export type PurchaseSummary = z.infer<typeof purchaseSummary>;

/** A question with its answer, in the words in which it was asked. */
export const purchasedAnswer = z.object({ question: z.string(), answer: z.string() });
export type PurchasedAnswer = z.infer<typeof purchasedAnswer>;

/** A purchase with everything that its steps show and ask. */
export const purchase = z.object({
  ...summary,
  thing: z.enum(insuredThings).describe('what a policy of the product insures'),
  price: price.describe('the price that was kept, or has been agreed to since'),
  answers: z.array(purchasedAnswer).describe('that the price was given for'),
  newPrice: price
    .nullable()
    .describe(
      'today’s price of the same answers, when the other has ended; to be agreed to before anything is paid',
    ),
  customer: z.object({ fullName: z.string(), ssn, address: z.string().describe('on file; empty without') }),
  insured: z
    .object({ plate: z.string().optional(), address: z.string().optional() })
    .nullable()
    .describe('null before that step'),
  existing: z
    .array(z.object({ id, number: z.string(), name: z.string(), validTo: day }))
    .describe('own policies of the same product and the same vehicle, home or person'),
  doubles: z
    .boolean()
    .describe('whether it would be a second compulsory insurance of the vehicle, which cannot be bought'),
  needs: z.record(z.string(), z.string()).nullable(),
  documentsRead: z.boolean(),
  firstDay: day.nullable(),
  firstDays: z.object({ from: day, to: day }),
  card: cardInfo.nullable().describe('the registered card, which is charged'),
  decision: ruleDecision
    .optional()
    .describe('what becomes of it when it is bought as shown, by the core; only of a complete one'),
  shown: z
    .string()
    .nullable()
    .describe('hash of all that is bought; sent back to buy exactly this; null before all steps are done'),
  payment: z
    .object({
      state: z
        .enum(['held', 'releasing', 'charged', 'notCharged'])
        .describe('`held`: not charged yet; `releasing`: will not be charged, but may still be held'),
      amount: isk,
      card: z.string(),
    })
    .nullable(),
  request: requestStatus.nullable(),
  offerId: id.nullable().describe('of the offer that the request accepts; questions are answered there'),
  policy: z.object({ id, number: z.string() }).nullable(),
  certificateId: id.nullable().describe('the certificate of the policy, once issued'),
  withdrawUntil: day.nullable().describe('last day to withdraw from the contract; null without that right'),
});
export type Purchase = z.infer<typeof purchase>;

const params = z.object({ id });

/** One answered step of a purchase. */
export const purchaseStep = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('price'),
    tariff: z.string().max(40).describe('edition of today’s price as shown'),
    perYear: isk.describe('today’s price as shown'),
  }),
  z.strictObject({
    step: z.literal('insured'),
    plate: z.string().max(longestIdentifier).default(''),
    address: z.string().max(200).default(''),
  }),
  z.strictObject({ step: z.literal('needs'), needs: z.record(z.string().max(40), z.string().max(40)) }),
  z.strictObject({ step: z.literal('documents'), read: z.boolean() }),
  z.strictObject({ step: z.literal('start'), firstDay: z.string().max(40) }),
]);

/** Buying insurance online (rules BUY-1 to BUY-4). */
export const purchaseCalls = defineCalls({
  purchases: {
    service: 'api',
    method: 'GET',
    path: '/api/purchases/v1/purchases',
    who: reader,
    rate: 'read',
    summary: 'Lists the open purchases, and those that wait for an answer, newest first.',
    response: z.object({ items: z.array(purchaseSummary) }),
  },
  startPurchase: {
    service: 'api',
    method: 'POST',
    path: '/api/purchases/v1/purchases',
    who: buyer,
    rate: 'write',
    summary:
      'Begins to buy at a kept price, or continues the purchase that began with it. Refused with `notSoldOnline`, `buyerUnderAge` or `identityDiffers`.',
    body: z.object({ reference: z.string().min(1).max(40) }),
    status: 201,
    response: z.object({ id }),
    audit: 'purchase.start',
    events: ['purchase.started'],
  },
  purchase: {
    service: 'api',
    method: 'GET',
    path: '/api/purchases/v1/purchases/{id}',
    who: reader,
    rate: 'read',
    summary: 'Returns a purchase with its steps, and what becomes of it when it is bought.',
    params,
    response: purchase,
  },
  savePurchaseStep: {
    service: 'api',
    method: 'POST',
    path: '/api/purchases/v1/purchases/{id}/steps',
    who: buyer,
    rate: 'write',
    summary: 'Stores the answers of one step, so that another device can continue.',
    params,
    body: purchaseStep,
    response: z.object({ saved: z.literal(true) }),
    audit: 'purchase.step',
    events: { none: 'nothing is bought yet' },
  },
  purchaseIpid: {
    service: 'api',
    method: 'GET',
    path: '/api/purchases/v1/purchases/{id}/ipid',
    who: reader,
    rate: 'costly',
    summary:
      'Downloads the insurance product information document (IPID) of a purchase, in the requested language; of a finished one, as it was delivered.',
    download: 'application/pdf',
    params,
    response: z.string().describe('the PDF'),
  },
  buy: {
    service: 'api',
    method: 'POST',
    path: '/api/purchases/v1/purchases/{id}/buy',
    who: buyer,
    rate: 'write',
    summary:
      'Buys and pays what was shown, once: the card is charged when the policy is issued, and nothing is held where staff decide. Refused with `purchaseChanged` when price or content differ from what was shown.',
    params,
    body: z.object({ shown: z.string().min(1).max(64) }),
    response: z.object({ state: purchaseState }),
    audit: 'purchase.buy',
    events: ['purchase.bought', 'offer.accepted', 'request.settled', 'payment.made', 'document.issued'],
  },
  giveUpPurchase: {
    service: 'api',
    method: 'DELETE',
    path: '/api/purchases/v1/purchases/{id}',
    who: buyer,
    rate: 'write',
    summary: 'Gives up an open purchase.',
    params,
    response: z.object({ givenUp: z.literal(true) }),
    audit: 'purchase.giveUp',
    events: ['purchase.ended'],
  },
});
