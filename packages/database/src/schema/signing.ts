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

/** Where the electronic ID is: on the phone's SIM card or in the app. */
export const signingMethod = pgEnum('signing_method', ['mobile', 'app']);
/** `signed`: confirmed, and the signature has been added to the document. */
export const signingState = pgEnum('signing_state', [
  'waiting',
  'confirmed',
  'cancelled',
  'expired',
  'signed',
]);

/** Content of a document to sign, besides the customer; days are `YYYY-MM-DD`, amounts ISK. */
export type SigningTerms =
  /** Permission to obtain the customer's insurance details from another insurer. */
  | { kind: 'powerOfAttorney'; insurer: string; validTo: string }
  /** Settlement of a claim. */
  | { kind: 'settlement'; amount: number; account: string }
  /** Direct debit mandate. */
  | { kind: 'directDebit'; account: string }
  /** Whatever a core system has sent as PDFs. */
  | { kind: 'agreement' };

/** Documents to sign, signed or not. The PDFs are rendered once, on first opening. */
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
    /** Last day to sign. */
    signBy: date('sign_by').notNull(),
    fileIs: text('file_is').references(() => contents.key),
    fileEn: text('file_en').references(() => contents.key),
    /** When the customer was notified, and reminded of the last day. */
    announcedAt: instant('announced_at'),
    remindedAt: instant('reminded_at'),
    /** When it turned out that its file cannot be signed: its sender has to send another one. */
    unsignableAt: instant('unsignable_at'),
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

/** Signed documents, at most one per document. */
export const signedDocuments = pgTable(
  'signed_documents',
  {
    customerId: text('customer_id').notNull(),
    /** Id of the document. */
    id: text().notNull(),
    /** The signed PDF, in the language shown to the signer. */
    file: text()
      .notNull()
      .references(() => contents.key),
    language: language().notNull(),
    method: signingMethod().notNull(),
    /** The signer according to the certificate: for a company, an authorized signatory. */
    signerName: text('signer_name').notNull(),
    signerSsn: text('signer_ssn').notNull(),
    certificateIssuer: text('certificate_issuer').notNull(),
    /** The signed-in user. */
    actorId: text('actor_id').notNull(),
    /** According to the time stamp. */
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

/** Signings in progress. Each belongs to a subject, an actor and a session; any API process can continue it. */
export const signingTransactions = pgTable(
  'signing_transactions',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    documentId: text('document_id').notNull(),
    actorId: text('actor_id').notNull(),
    /** The session it was started in; empty if tokens have none. */
    session: text().notNull(),
    method: signingMethod().notNull(),
    /** The phone number or kennitala the request was sent to. */
    called: text().notNull(),
    /** Whether that is the signed-in user's own: their number on file or their kennitala. */
    own: boolean().notNull().default(false),
    language: language().notNull(),
    /** SHA-256, in hex, of the signed bytes: the document without the signature placeholder. */
    hash: text().notNull(),
    state: signingState().notNull().default('waiting'),
    /** When a request was last sent to the phone or app, and how many times. */
    calledAt: instant('called_at'),
    calls: integer().notNull().default(0),
    /**
     * The eID service's session id, which gives access to the signature; empty until it responds, and once finished.
     */
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
