import { z } from 'zod';
import { defineCalls } from './call.ts';
import { bankInfo, cardInfo } from './user.ts';
import { id, instant } from './values.ts';

const self = { kind: 'customer', role: 'Readonly', self: true } as const;
/** As it is typed: what is wrong with it is told by `errorCode`, at its field. */
const typedPart = z.string().max(40);

export const cardStart = z.object({
  paymentLink: z.url().describe('page of the card service, where the card is entered'),
  verificationId: id,
  expiresAt: instant,
});
export type CardStart = z.infer<typeof cardStart>;

/** What the page of the card service says of a verification to the window that opened it (rule PAY-8). */
export const verificationMessage = z.object({
  message: z.string().describe('`verificationSucceeded`, or the errorCode of what went wrong'),
  verificationId: z.string(),
  verificationData: z.string(),
  verificationHash: z.string(),
});
export type VerificationMessage = z.infer<typeof verificationMessage>;
export const verificationSucceeded = 'verificationSucceeded';

const method = z
  .enum(['ccard', 'bank', 'claim'])
  .describe('card each month, direct debit, claim in online bank');
export const paymentMethod = z.object({
  method: method.nullable(),
  ccardInfo: cardInfo.nullable().describe('null for none, and for whoever acts for the customer'),
  bankInfo: bankInfo.nullable().describe('null for none, and for whoever acts for the customer'),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const paymentDetailsCalls = defineCalls({
  bankInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/bankinfo',
    who: self,
    rate: 'read',
    summary: 'The bank account that we pay into; null for none.',
    response: bankInfo.nullable(),
  },
  saveBankInfo: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/bankinfo',
    who: self,
    rate: 'write',
    summary: 'Registers a bank account once the bank says that it is open and the customer’s own.',
    body: z.strictObject({ bank: typedPart, ledger: typedPart, account: typedPart }),
    response: bankInfo,
    audit: 'bank.change',
  },
  cardInfo: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/ccard/info',
    who: self,
    rate: 'read',
    summary: 'The registered card, masked; null for none.',
    response: cardInfo.nullable(),
  },
  initCard: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/ccard/init',
    who: self,
    rate: 'write',
    summary: 'Begins the verification of a card with the card service.',
    body: z.strictObject({
      language: z.enum(['is', 'en']),
      origin: z.string().max(200).describe('of the page that opens the link, and hears what came of it'),
    }),
    response: cardStart,
    status: 201,
    audit: 'card.begin',
  },
  verifyCard: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/ccard/verify',
    who: self,
    rate: 'read',
    summary: 'How a verification stands.',
    query: z.object({ verificationId: id }),
    response: z.object({ state: z.enum(['pending', 'verified', 'failed', 'expired']) }),
  },
  registerCard: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/ccard/register',
    who: self,
    rate: 'write',
    summary: 'Registers the card of a verification, by what the card service signed.',
    body: z.strictObject({
      verificationId: id,
      verificationData: z.string().min(1).max(2000),
      verificationHash: z.string().min(1).max(100),
    }),
    response: cardInfo,
    audit: 'card.register',
  },
  paymentMethod: {
    service: 'api',
    method: 'GET',
    path: '/api/user/v1/settings/paymentmethod',
    who: { kind: 'customer', role: 'Readonly' },
    rate: 'read',
    summary: 'How premiums are paid; for the customer alone with the card and the account on file.',
    response: paymentMethod,
  },
  savePaymentMethod: {
    service: 'api',
    method: 'POST',
    path: '/api/user/v1/settings/paymentmethod',
    who: { kind: 'customer', role: 'Full' },
    rate: 'write',
    summary: 'Chooses how premiums are paid from the next due date on.',
    body: z.strictObject({ method }),
    response: paymentMethod,
    audit: 'paymentMethod.change',
  },
});
