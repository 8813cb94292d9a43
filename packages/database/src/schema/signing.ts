import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { claims } from './claims.ts';
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { customers, language } from './customers.ts';
import { policies } from './policies.ts';

/** What the electronic ID is on: the phone's SIM card, or the app. */
export const signingMethod = pgEnum('signing_method', ['mobile', 'app']);
/** `signed` is a confirmed one whose signature stands in the document. */
export const signingState = pgEnum('signing_state', [
  'waiting',
  'confirmed',
  'cancelled',
  'expired',
  'signed',
]);

/** What a document to sign says beside whose it is; days `YYYY-MM-DD`, amounts in ISK. */
export type SigningTerms =
  /** That we may fetch what is known of the customer's insurance from another insurer. */
  | { kind: 'powerOfAttorney'; insurer: string; validTo: string }
  /** What is paid for a claim, and that it is then settled. */
  | { kind: 'settlement'; amount: number; account: string }
  /** That premiums are taken from an account. */
  | { kind: 'directDebit'; account: string };

/** Documents that wait for a signature or have one. The PDFs are made when one is first opened, and never again. */
export const documentsToSign = pgTable(
  'documents_to_sign',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    titleIs: text('title_is').notNull(),
    titleEn: text('title_en').notNull(),
    terms: jsonb().$type<SigningTerms>().notNull(),
    policyId: text('policy_id'),
    claimId: text('claim_id'),
    issuedOn: date('issued_on').notNull(),
    /** The last day to sign it. */
    signBy: date('sign_by').notNull(),
    fileIs: text('file_is').references(() => contents.key),
    fileEn: text('file_en').references(() => contents.key),
    /** When the customer was told of it, and told again that its last day comes. */
    announcedAt: instant('announced_at'),
    remindedAt: instant('reminded_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }),
    index('documents_to_sign_by_day').on(table.signBy),
    index('documents_to_sign_by_content_is').on(table.fileIs).where(sql`file_is is not null`),
    index('documents_to_sign_by_content_en').on(table.fileEn).where(sql`file_en is not null`),
  ],
);

/** Documents with their signature: one for each document, whatever else fails. */
export const signedDocuments = pgTable(
  'signed_documents',
  {
    customerId: text('customer_id').notNull(),
    /** The document's own id. */
    id: text().notNull(),
    /** The signed PDF, in the language that the signer read. */
    file: text()
      .notNull()
      .references(() => contents.key),
    language: language().notNull(),
    method: signingMethod().notNull(),
    /** Who signed, by the certificate: for a company that is one who may sign for it. */
    signerName: text('signer_name').notNull(),
    signerSsn: text('signer_ssn').notNull(),
    certificateIssuer: text('certificate_issuer').notNull(),
    /** Who was signed in. */
    actorId: text('actor_id').notNull(),
    /** By the time stamp. */
    signedAt: instant('signed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.id],
      foreignColumns: [documentsToSign.customerId, documentsToSign.id],
    }),
    uniqueIndex('signed_documents_by_content').on(table.file),
  ],
);

/** Signings under way: each belongs to a subject, an actor and a sign-in session, and any copy of the API goes on with it. */
export const signingTransactions = pgTable(
  'signing_transactions',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    documentId: text('document_id').notNull(),
    actorId: text('actor_id').notNull(),
    /** The sign-in session that it was started in; empty where tokens name none. */
    session: text().notNull(),
    method: signingMethod().notNull(),
    /** The phone number or kennitala that was called. */
    called: text().notNull(),
    /** Whether that is who is signed in: their number on file, or their own kennitala. */
    own: boolean().notNull().default(false),
    language: language().notNull(),
    /** SHA-256, in hex, of what is signed: the document but for the place of the signature. */
    hash: text().notNull(),
    state: signingState().notNull().default('waiting'),
    /** When the phone or app was last called, and how often. */
    calledAt: instant('called_at'),
    calls: integer().notNull().default(0),
    /** What the eID service knows the call by, which opens the signature: empty until it has answered, and when all is done. */
    reference: text().notNull(),
    startedAt: instant('started_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.documentId],
      foreignColumns: [documentsToSign.customerId, documentsToSign.id],
    }).onDelete('cascade'),
    index('signing_transactions_by_actor').on(table.actorId, table.startedAt),
    index('signing_transactions_age').on(table.startedAt),
  ],
);
