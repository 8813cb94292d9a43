import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import type { Part } from '@hofn/domain/rating.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { customers, language } from './customers.ts';
import { policies } from './policies.ts';
import { products } from './products.ts';
import { tariffs } from './tariffs.ts';

export const proposalState = pgEnum('proposal_state', ['pending', 'accepted', 'declined']);
export const changeState = pgEnum('change_state', ['pending', 'confirmed', 'refused']);

/** A cover that a proposal has, with its own sums. */
export type OfferedCover = { id: string; sumInsured: number | null; deductible: number | null };

/** What a customer was shown when they said yes, kept whole: it proves itself by its hashes. */
export type Proof = {
  language: 'is' | 'en';
  /** The proposal as it was answered with, and the SHA-256 of its JSON. */
  shown: unknown;
  shownHash: string;
  /** Key of the product information document in the file store, which is its SHA-256. */
  ipid: string;
};

/** The figures that a company's policy is rated by, as the company has last told them. */
export const policyFigures = pgTable(
  'policy_figures',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    figures: jsonb().$type<CompanyFigures[keyof CompanyFigures]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.policyId] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);

/** Offers of a policy, new or in the place of one that is held. Past `valid_to` a pending one has expired. */
export const proposals = pgTable(
  'proposals',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** The number a customer reads and says on the phone. */
    number: text().notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** The policy that it would take the place of; null for a new one. */
    policyId: text('policy_id'),
    insuredIs: text('insured_is'),
    insuredEn: text('insured_en'),
    /** What the customer said they need, in the order it was said. */
    needs: jsonb().$type<{ is: string; en: string }[]>().notNull(),
    covers: jsonb().$type<OfferedCover[]>().notNull(),
    /** Parts of the premium a year, by code of `premium_part_types`. */
    parts: jsonb().$type<Part[]>().notNull(),
    instalmentsPerYear: integer('instalments_per_year').notNull(),
    deductible: integer(),
    sumInsured: bigint('sum_insured', { mode: 'number' }),
    termsCodes: text('terms_codes').array().notNull(),
    /** The first day that it would cover. */
    effectiveOn: date('effective_on').notNull(),
    /** The last day to say yes. */
    validTo: date('valid_to').notNull(),
    tariffVersion: text('tariff_version')
      .notNull()
      .references(() => tariffs.version),
    createdAt: instant('created_at').notNull(),
    state: proposalState().notNull().default('pending'),
    answeredAt: instant('answered_at'),
    /** Who answered: the customer, or one who acted for them. */
    answeredBy: text('answered_by'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);

/**
 * What customers have asked to be changed in their insurance: a company's figures, or a proposal that was accepted. A
 * policy has one at a time that is pending; who works on it has old and new side by side.
 */
export const changeRequests = pgTable(
  'change_requests',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** The policy to be changed; null where an accepted proposal is of a new one. */
    policyId: text('policy_id'),
    proposalId: text('proposal_id'),
    /** Who asked: the customer, or one who acted for them. */
    actorId: text('actor_id').notNull(),
    /** Figures by name; null where none were known before. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    effectiveOn: date('effective_on').notNull(),
    /** ISK a year: reckoned when it was asked for, by that edition of the tariff; of a proposal, what it said. */
    premium: integer().notNull(),
    tariffVersion: text('tariff_version')
      .notNull()
      .references(() => tariffs.version),
    language: language().notNull(),
    proof: jsonb().$type<Proof>(),
    /** The content that the proof names, for the database to hold it to. */
    ipid: text()
      .generatedAlwaysAs(sql`proof ->> 'ipid'`)
      .references(() => contents.key),
    state: changeState().notNull().default('pending'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [table.customerId, table.proposalId],
      foreignColumns: [proposals.customerId, proposals.id],
    }).onDelete('cascade'),
    uniqueIndex('change_requests_pending').on(table.customerId, table.policyId).where(sql`state = 'pending'`),
    // A proposal is accepted once, whatever else fails.
    uniqueIndex('change_requests_proposal').on(table.customerId, table.proposalId),
    index('change_requests_open').on(table.state, table.createdAt),
    index('change_requests_by_content').on(table.ipid).where(sql`ipid is not null`),
  ],
);
