/**
 * What a client of the core connection may be allowed to do (rule CORE-1): each call of other systems requires one of
 * these scopes. The sentences are in the documentation and in the help of `npm run core:client`.
 */
export const coreScopes = {
  'core.customers.write': 'Write persons and companies, and who may act for a company.',
  'core.customers.read':
    'Read a customer’s personal data, for example after an event that names the customer by id.',
  'core.policies.write': 'Write policies with their items, covers and premium parts, and offers.',
  'core.billing.write': 'Write instalments and ledger entries.',
  'core.claims.read': 'Read claims that customers and visitors have filed, with their messages.',
  'core.claims.write': 'Write claims with their events and payments.',
  'core.billing.read': 'Read payments that customers have made.',
  'core.documents.read': 'Download documents issued to customers, and those they have signed.',
  'core.documents.write': 'Write documents and documents to sign.',
  'core.products.write': 'Write products with their covers, terms and tariffs.',
  'core.imports': 'Import files of any of these facts, and compare what both sides store.',
  'core.files.read': 'Download files that customers and visitors have added to claims, messages and forms.',
  'core.messages.read': 'Read messages of customers, and forms that visitors have sent.',
  'core.messages.answer': 'Answer messages of customers, and forms that visitors have sent.',
  'core.events.read': 'Read events: what customers, employees and jobs have done.',
  'core.requests.read': 'Read requests that need a decision.',
  'core.requests.settle': 'Record the outcome of a request.',
  'core.webhooks': 'Manage webhooks and their deliveries.',
} as const;

export type CoreScope = keyof typeof coreScopes;

export const coreScopeNames = Object.keys(coreScopes) as [CoreScope, ...CoreScope[]];
