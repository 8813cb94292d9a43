import { z } from 'zod';
import { id } from '../values.ts';
import { instalmentFacts, ledgerFacts } from './billing-facts.ts';
import { claimFacts } from './claim-facts.ts';
import { customerFacts } from './customer-facts.ts';
import { coreDocumentFacts, documentToSignFacts } from './document-facts.ts';
import { factVersion } from './fact-values.ts';
import { offerFacts } from './offer-facts.ts';
import { policyFacts } from './policy-facts.ts';
import {
  itemFactTypeFacts,
  premiumPartTypeFacts,
  productFacts,
  tariffFacts,
  termsFacts,
} from './product-facts.ts';

/**
 * Every type of fact that another system supplies, and the whole aggregate that one fact of it is; first the types that
 * others refer to.
 */
export const factTypes = {
  'premium-part-types': premiumPartTypeFacts,
  'item-fact-types': itemFactTypeFacts,
  terms: termsFacts,
  products: productFacts,
  tariffs: tariffFacts,
  customers: customerFacts,
  policies: policyFacts,
  instalments: instalmentFacts,
  'ledger-entries': ledgerFacts,
  claims: claimFacts,
  offers: offerFacts,
  documents: coreDocumentFacts,
  'documents-to-sign': documentToSignFacts,
} as const;
export type FactType = keyof typeof factTypes;
export type Facts<Type extends FactType> = z.infer<(typeof factTypes)[Type]>;

/** What a fact did: `unchanged` when its version is the one on file, `outdated` when a newer one is. */
export const factOutcome = z.enum(['created', 'updated', 'unchanged', 'outdated']);
export type FactOutcome = z.infer<typeof factOutcome>;

/** A fact as it is sent: the whole aggregate, and its version. */
export const factBody = <Schema extends z.ZodType>(facts: Schema) =>
  z.strictObject({ version: factVersion, facts });

/** A fact that the customer gets e-mails about. */
export const newsBody = <Schema extends z.ZodType>(facts: Schema) =>
  factBody(facts).extend({
    quiet: z.boolean().default(false).describe('sends no e-mail: for the first load of what customers know'),
  });

export const factAnswer = z.object({
  outcome: factOutcome,
  version: z.int().describe('the version on file'),
  id: id.describe('Höfn’s id of it, as in events and requests'),
});
export type FactAnswer = z.infer<typeof factAnswer>;

/** The answer to a customer, with the ids in `acknowledges` that acknowledged nothing (rule CORE-11). */
export const customerAnswer = factAnswer.extend({
  unknownChanges: z
    .array(id)
    .describe(
      'ids in `acknowledges` that no standing change of this customer has: acknowledged before, replaced by a later change, or wrong. The same again when the version is `unchanged`, and empty when it is `outdated`',
    ),
});
export type CustomerAnswer = z.infer<typeof customerAnswer>;
