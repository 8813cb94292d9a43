import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { communication } from '../communication.ts';
import { id, instant, ssn } from '../values.ts';
import { coreFileBytes, fileHash } from './document-facts.ts';
import { sourceKey } from './fact-values.ts';
import { customerAnswer, factAnswer, factBody, factTypes, newsBody } from './facts.ts';

const params = z.object({ key: sourceKey });
const put = { service: 'api', method: 'PUT', rate: 'core', params, response: factAnswer } as const;

/** A customer as other systems read them: after an event, which names the customer by id alone. */
export const coreCustomer = z.object({
  id,
  ssn,
  kind: z.enum(['person', 'company']),
  fullName: z.string(),
  language: z.enum(['is', 'en']),
  email: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  homePhone: z.string().nullable(),
  paymentMethod: z.enum(['ccard', 'bank', 'claim']).nullable(),
  bankAccount: z.object({ bank: z.string(), ledger: z.string(), account: z.string() }).nullable(),
  keys: z
    .array(z.object({ source: z.string(), key: z.string() }))
    .describe('keys the customer was sent with'),
  consents: communication.describe('to e-mail, text messages, post and electronic documents'),
  ownChanges: z
    .array(z.object({ id, part: z.enum(['contact', 'bankAccount', 'paymentMethod']), changedAt: instant }))
    .describe('changes by the customer that no version has acknowledged yet'),
});
export type CoreCustomer = z.infer<typeof coreCustomer>;

export const coreFactCalls = defineCalls({
  putCustomer: {
    ...put,
    path: '/api/core/v1/customers/{key}',
    who: { kind: 'service', scope: 'core.customers.write' },
    summary: 'Creates or replaces a person or company.',
    response: customerAnswer,
    body: factBody(factTypes.customers).extend({
      acknowledges: z
        .array(id)
        .max(100)
        .default([])
        .describe('ids of the customer’s own changes that this version contains or has decided against'),
    }),
    audit: 'core.putCustomer',
    events: { none: 'the system that sent it knows it' },
  },
  putPolicy: {
    ...put,
    path: '/api/core/v1/policies/{key}',
    who: { kind: 'service', scope: 'core.policies.write' },
    summary:
      'Creates or replaces a policy with its items, covers and premium parts. A version that ends a lapse is e-mailed to the customer.',
    body: newsBody(factTypes.policies),
    audit: 'core.putPolicy',
    events: ['document.issued'],
  },
  putInstalment: {
    ...put,
    path: '/api/core/v1/instalments/{key}',
    who: { kind: 'service', scope: 'core.billing.write' },
    summary: 'Creates or replaces an instalment.',
    body: factBody(factTypes.instalments),
    audit: 'core.putInstalment',
    events: ['document.issued'],
  },
  putLedgerEntry: {
    ...put,
    path: '/api/core/v1/ledger-entries/{key}',
    who: { kind: 'service', scope: 'core.billing.write' },
    summary: 'Creates or replaces an entry of a customer’s account.',
    body: factBody(factTypes['ledger-entries']),
    audit: 'core.putLedgerEntry',
    events: ['document.issued'],
  },
  putClaim: {
    ...put,
    path: '/api/core/v1/claims/{key}',
    who: { kind: 'service', scope: 'core.claims.write' },
    summary: 'Creates or replaces a claim with its timeline and payments.',
    body: newsBody(factTypes.claims),
    audit: 'core.putClaim',
    events: ['document.issued'],
  },
  putProduct: {
    ...put,
    path: '/api/core/v1/products/{key}',
    who: { kind: 'service', scope: 'core.products.write' },
    summary: 'Creates or replaces a product with its covers.',
    body: factBody(factTypes.products),
    audit: 'core.putProduct',
    events: { none: 'the system that sent it knows it' },
  },
  putTerms: {
    ...put,
    path: '/api/core/v1/terms/{key}',
    who: { kind: 'service', scope: 'core.products.write' },
    summary: 'Creates or replaces an edition of terms.',
    body: factBody(factTypes.terms),
    audit: 'core.putTerms',
    events: { none: 'the system that sent it knows it' },
  },
  putPremiumPartType: {
    ...put,
    path: '/api/core/v1/premium-part-types/{key}',
    who: { kind: 'service', scope: 'core.products.write' },
    summary: 'Creates or replaces a kind of premium part.',
    body: factBody(factTypes['premium-part-types']),
    audit: 'core.putPremiumPartType',
    events: { none: 'the system that sent it knows it' },
  },
  putItemFactType: {
    ...put,
    path: '/api/core/v1/item-fact-types/{key}',
    who: { kind: 'service', scope: 'core.products.write' },
    summary: 'Creates or replaces a kind of fact about insured items.',
    body: factBody(factTypes['item-fact-types']),
    audit: 'core.putItemFactType',
    events: { none: 'the system that sent it knows it' },
  },
  putTariff: {
    ...put,
    path: '/api/core/v1/tariffs/{key}',
    who: { kind: 'service', scope: 'core.products.write' },
    summary: 'Creates or replaces an edition of the rating tables.',
    body: factBody(factTypes.tariffs),
    audit: 'core.putTariff',
    events: { none: 'the system that sent it knows it' },
  },
  putOffer: {
    ...put,
    path: '/api/core/v1/offers/{key}',
    who: { kind: 'service', scope: 'core.policies.write' },
    summary: 'Creates or replaces an offer that the customer has not answered.',
    body: factBody(factTypes.offers),
    audit: 'core.putOffer',
    events: { none: 'the system that sent it knows it' },
  },
  putDocument: {
    ...put,
    path: '/api/core/v1/documents/{key}',
    who: { kind: 'service', scope: 'core.documents.write' },
    summary: 'Creates or replaces a document that the customer has not opened.',
    body: factBody(factTypes.documents),
    audit: 'core.putDocument',
    events: { none: 'the system that sent it knows it' },
  },
  putDocumentToSign: {
    ...put,
    path: '/api/core/v1/documents-to-sign/{key}',
    who: { kind: 'service', scope: 'core.documents.write' },
    summary: 'Creates or replaces a document that the customer is asked to sign.',
    body: newsBody(factTypes['documents-to-sign']),
    audit: 'core.putDocumentToSign',
    events: { none: 'the system that sent it knows it' },
  },
  putFile: {
    service: 'api',
    method: 'PUT',
    path: '/api/core/v1/files/{sha256}',
    who: { kind: 'service', scope: 'core.documents.write' },
    rate: 'core',
    summary: 'Stores a PDF, to be named by a document within a day.',
    params: z.object({ sha256: fileHash.describe('SHA-256 of the PDF, in hex') }),
    bytes: coreFileBytes,
    response: z.object({ sha256: fileHash, bytes: z.int() }),
    audit: 'core.putFile',
    events: { none: 'the system that sent it knows it' },
  },
  readCoreCustomer: {
    service: 'api',
    method: 'GET',
    path: '/api/core/v1/customers/by-id/{id}',
    who: { kind: 'service', scope: 'core.customers.read' },
    rate: 'core',
    summary: 'Returns the customer that an event or request names by id, with their own changes.',
    params: z.object({ id }),
    response: coreCustomer,
    audit: 'core.readCustomer',
  },
});
