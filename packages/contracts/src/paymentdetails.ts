import { z } from 'zod';
import { defineCalls } from './call.ts';
import { collection, nextPayment } from './payments.ts';
import { bankInfo, cardInfo } from './user.ts';
import { day, id, instant, isk } from './values.ts';

const self = { kind: 'customer', role: 'Readonly', self: true } as const;
/** Loose type, so that errors are reported by `errorCode` at the field. */
const typedPart = z.string().max(40);

export const cardStart = z.object({
  paymentLink: z.url().describe('page of the card service where the card is entered'),
  verificationId: id,
  expiresAt: instant,
});
export type CardStart = z.infer<typeof cardStart>;

/** Message posted by the card service's page to the window that opened it (rule PAY-8). */
export const verificationMessage = z.object({
  message: z.string().describe('`verificationSucceeded`, or the errorCode of the failure'),
  verificationId: z.string(),
  verificationData: z.string(),
  verificationHash: z.string(),
});
export type VerificationMessage = z.infer<typeof verificationMessage>;
export const verificationSucceeded = 'verificationSucceeded';

const method = z
  .enum(['ccard', 'bank', 'claim'])
  .describe('`ccard`: monthly card charge; `bank`: direct debit; `claim`: payment claim in the online bank');
export const paymentMethod = z.object({
  method: method.nullable(),
  ccardInfo: cardInfo.nullable().describe('null if none, or when acting for the customer'),
  bankInfo: bankInfo.nullable().describe('null if none, or when acting for the customer'),
  cardInUse: z
    .boolean()
    .describe('whether premiums, or instalments that are due already, are charged to the card'),
  next: nextPayment.nullable().describe('what is collected next'),
  change: z
    .object({
      dueDate: day,
      amount: isk,
      instalments: z.int().describe('how many it is collected by'),
      ccard: collection,
      bank: collection,
      claim: collection,
    })
    .nullable()
    .describe('first instalment that a change applies to, and its day of payment by each method'),
  claimFee: isk.describe('added to each claim in the online bank'),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const paymentDetailsCalls = defineCalls({
  bankInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/bankinfo',
    who: self,
    rate: 'read',
    summary: 'Returns the bank account that we pay into; null if none.',
    response: bankInfo.nullable(),
  },
  saveBankInfo: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/bankinfo',
    who: self,
    rate: 'write',
    needsFreshSignIn: true,
    summary:
      'Registers a bank account after the bank has confirmed that it is open and belongs to the customer.',
    body: z.strictObject({ bank: typedPart, ledger: typedPart, account: typedPart }),
    response: bankInfo,
    audit: 'bank.change',
    events: ['bankAccount.changed'],
  },
  cardInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/ccard/info',
    who: self,
    rate: 'read',
    summary: 'Returns the registered card, masked; null if none.',
    response: cardInfo.nullable(),
  },
  initCard: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/ccard/init',
    who: self,
    rate: 'write',
    summary: 'Starts the verification of a card with the card service.',
    body: z.strictObject({
      language: z.enum(['is', 'en']),
      origin: z
        .string()
        .max(200)
        .describe('origin of the page that opens the link, which the result is posted to'),
    }),
    response: cardStart,
    status: 201,
    audit: 'card.begin',
    events: { none: 'the card is not verified yet' },
  },
  verifyCard: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/ccard/verify',
    who: self,
    rate: 'read',
    summary: 'Returns the state of a verification.',
    query: z.object({ verificationId: id }),
    response: z.object({ state: z.enum(['pending', 'verified', 'failed', 'expired']) }),
  },
  registerCard: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/ccard/register',
    who: self,
    rate: 'write',
    needsFreshSignIn: true,
    summary: 'Registers a verified card, using the data signed by the card service.',
    body: z.strictObject({
      verificationId: id,
      verificationData: z.string().min(1).max(2000),
      verificationHash: z.string().min(1).max(100),
    }),
    response: cardInfo,
    audit: 'card.register',
    events: ['paymentCard.registered', 'paymentMethod.changed'],
  },
  removeCard: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/ccard/remove',
    who: self,
    rate: 'write',
    needsFreshSignIn: true,
    summary:
      'Removes the registered card. Refused with `cardInUse` while premiums or instalments that are due are charged to it, unless another method is chosen in the same call.',
    body: z.strictObject({ method: z.enum(['bank', 'claim']).optional() }),
    response: paymentMethod,
    audit: 'card.remove',
    events: ['paymentCard.removed', 'paymentMethod.changed'],
  },
  paymentMethod: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/paymentmethod',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary:
      'Returns how premiums are paid. The card and bank account are included only for the customer themselves.',
    response: paymentMethod,
  },
  savePaymentMethod: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/paymentmethod',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    needsFreshSignIn: true,
    summary: 'Changes how premiums are paid, from the next due date.',
    body: z.strictObject({ method }),
    response: paymentMethod,
    audit: 'paymentMethod.change',
    events: ['paymentMethod.changed'],
  },
});
