import {
  foreignKey,
  index,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers, language } from './customers.ts';
import { policies } from './policies.ts';

export const proofKind = pgEnum('proof_kind', ['insurance', 'claimsHistory']);
/** Who asks the customer for a proof of insurance. */
export const proofPurpose = pgEnum('proof_purpose', ['bank', 'landlord', 'leasing', 'authority', 'other']);

/** What a proof of insurance states, as it was on the day of issue and in the language of the paper. */
export type InsuranceProofFacts = {
  kind: 'insurance';
  holder: { fullName: string; ssn: string; isCompany: boolean };
  policy: {
    number: string;
    name: string;
    insured: string | null;
    validFrom: string;
    /** Last day of cover, also where the policy ends before its period does. */
    validTo: string;
    /** First day of the next period; null when the policy does not renew. */
    renewsOn: string | null;
    /** Last day before a suspension that lies ahead. */
    pausesAfter: string | null;
    /** ISK. */
    sumInsured: number | null;
    deductible: number | null;
  };
  items: { name: string; facts: { label: string; value: string }[] }[];
  /** What tells the insured things from others in any language, such as plates and addresses. */
  marks: string[];
  /** The covers that are included. Amounts in ISK. */
  covers: { id: string; name: string; sumInsured: number | null; deductible: number | null }[];
};

/** What a claims-history statement states of motor third-party liability, as we know it on the day of issue. */
export type ClaimsHistoryFacts = {
  kind: 'claimsHistory';
  holder: { fullName: string; ssn: string; isCompany: boolean };
  /** The first and last day that it covers. */
  from: string;
  to: string;
  policies: {
    number: string;
    insured: string | null;
    vehicles: { name: string; plate: string | null }[];
    /** First day of the earliest period that we know of, and last day of cover; null while it covers. */
    from: string;
    to: string | null;
    pauses: { from: string; to: string | null }[];
    claims: {
      id: string;
      number: string;
      dateOfLoss: string;
      /** Empty where it is not known. */
      damages: ('material' | 'bodily')[];
      outcome: 'open' | 'partlyPaid' | 'paid' | 'rejected' | 'nothingPaid';
      /** ISK. */
      paid: number;
    }[];
  }[];
  /** Claims that may be about vehicles, are linked to no policy and so are not listed. */
  unlinked: number;
};
export type ProofFacts = InsuranceProofFacts | ClaimsHistoryFacts;

/**
 * Papers that customers have had made for others: what is stated is frozen at issue. E-mails with them are in `mails`, which
 * name the proof.
 */
export const proofs = pgTable(
  'proofs',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    kind: proofKind().notNull(),
    /** The policy that a proof of insurance is about; null for a statement about all of them. */
    policyId: text('policy_id'),
    /** Who had it made: the customer, or somebody acting for them. */
    actorId: text('actor_id').notNull(),
    language: language().notNull(),
    purpose: proofPurpose(),
    recipientName: text('recipient_name'),
    recipientEmail: text('recipient_email'),
    /** Number of a loan, a contract or a registration, which the recipient knows it by. */
    reference: text(),
    issuedAt: instant('issued_at').notNull(),
    facts: jsonb().$type<ProofFacts>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    // By the id alone, for the public check.
    uniqueIndex('proofs_by_id').on(table.id),
    index('proofs_of_policy').on(table.customerId, table.policyId, table.issuedAt),
    index('proofs_age').on(table.issuedAt),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);

/**
 * The codes of proofs, by hash. They outlive the proof, so that the check can still say that it was ours; without the proof they
 * lead to nobody.
 */
export const proofCodes = pgTable(
  'proof_codes',
  {
    /** SHA-256 of the code, in hex; the code itself is not stored. */
    id: text().primaryKey(),
    proofId: text('proof_id').notNull(),
    kind: proofKind().notNull(),
    issuedAt: instant('issued_at').notNull(),
  },
  (table) => [index('proof_codes_age').on(table.issuedAt)],
);
