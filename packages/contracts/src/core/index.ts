import { coreAnswerCalls } from './answers.ts';
import { coreClientCalls } from './client.ts';
import { coreDigestCalls } from './digest-calls.ts';
import { coreFactCalls } from './fact-calls.ts';
import { coreFeedCalls } from './feed.ts';
import { coreImportCalls } from './import-calls.ts';
import { coreReadCalls } from './read-calls.ts';
import { coreRequestCalls } from './requests.ts';
import { coreWebhookCalls } from './webhooks.ts';

export * from './acts.ts';
export * from './answers.ts';
export * from './billing-facts.ts';
export * from './claim-acts.ts';
export * from './claim-cover-facts.ts';
export * from './claim-facts.ts';
export * from './client.ts';
export * from './customer-facts.ts';
export * from './digest-calls.ts';
export * from './document-facts.ts';
export type { CloudEvent } from './events.ts';
export * from './fact-calls.ts';
export * from './fact-values.ts';
export * from './facts.ts';
export * from './feed.ts';
export * from './import-calls.ts';
export * from './ledger.ts';
export * from './offer-facts.ts';
export * from './policy-facts.ts';
export * from './product-facts.ts';
export * from './read-calls.ts';
export * from './requests.ts';
export * from './scopes.ts';
export * from './webhooks.ts';

/** The calls of the core connection: other systems make them, with an access token of their own (rule CORE-1). */
export const coreCalls = {
  ...coreClientCalls,
  ...coreFactCalls,
  ...coreImportCalls,
  ...coreDigestCalls,
  ...coreReadCalls,
  ...coreRequestCalls,
  ...coreAnswerCalls,
  ...coreFeedCalls,
  ...coreWebhookCalls,
};
