import type { FactType } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { createClaimChanges } from '../claims/changes.ts';
import { createRuleAsking } from '../claims/decisions/ask-rules.ts';
import { createMails, type Mails } from '../platform/mail/mails.ts';
import { createRenewalNotices } from '../policies/renewal-notices.ts';
import { createRestoredNotices } from '../policies/restored.ts';
import { createSigningNotices } from '../signing/notices.ts';
import { instalmentWriter, ledgerWriter } from './billing-writers.ts';
import { createClaimWriter } from './claim-writer.ts';
import { createCustomerWriter } from './customer-writer.ts';
import { createDocumentToSignWriter, createDocumentWriter } from './document-writers.ts';
import { offerWriter } from './offer-writer.ts';
import { createPolicyWriter } from './policy-writer.ts';
import { itemFactTypeWriter, premiumPartTypeWriter, productWriter, termsWriter } from './product-writers.ts';
import { createTariffWriter } from './tariff-writer.ts';
import type { FactWriter } from './upsert.ts';

/** The writer of each type of fact. */
export const createFactWriters = (parts: {
  db: Db;
  clock: Clock;
  mails: Mails;
  /** The core that is asked about acts; undefined where none is connected. */
  core?: { source: string } | undefined;
}) =>
  ({
    'premium-part-types': premiumPartTypeWriter,
    'item-fact-types': itemFactTypeWriter,
    products: productWriter,
    terms: termsWriter,
    tariffs: createTariffWriter(parts.clock),
    customers: createCustomerWriter(parts.clock),
    policies: createPolicyWriter(createRestoredNotices(parts), createRenewalNotices(parts)),
    instalments: instalmentWriter,
    'ledger-entries': ledgerWriter,
    claims: createClaimWriter(createClaimChanges(parts), createRuleAsking(parts)),
    offers: offerWriter,
    documents: createDocumentWriter(parts.clock),
    'documents-to-sign': createDocumentToSignWriter({
      clock: parts.clock,
      notices: createSigningNotices(parts),
    }),
  }) satisfies Record<FactType, unknown>;

/** A writer whose facts are known to be of its type: its schema has checked them. */
export type AnyWriter = FactWriter<unknown, object>;
export type AnyWriters = Readonly<Record<FactType, AnyWriter>>;

/** The writers of imports, whose facts are all quiet: they send no e-mails. */
export const createImportWriters = ({ db, clock }: { db: Db; clock: Clock }): AnyWriters => {
  const outbox = { send: () => Promise.reject(new Error('An import sends no e-mails.')) };
  return createFactWriters({ db, clock, mails: createMails({ db, clock, outbox }) }) as unknown as AnyWriters;
};
