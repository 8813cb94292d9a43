import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  real,
  text,
} from 'drizzle-orm/pg-core';
import { customers } from './customers.ts';
import { products } from './products.ts';

export const itemKind = pgEnum('item_kind', [
  'vehicle',
  'property',
  'contents',
  'person',
  'activity',
  'trip',
]);

/** A fact of an item: a number or text as it is, or a text that differs by language. */
export type FactValue = string | number | { is: string; en: string };
/** Facts by key of `item_fact_types`. */
export type ItemFacts = Record<string, FactValue>;

/**
 * Policies by holder. What happened is stored as days; the state that a customer reads follows from them and
 * from today (`policyStatus` in @hofn/domain), so that it needs no job to stay true.
 */
export const policies = pgTable(
  'policies',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    /** The number a customer reads and says on the phone. */
    number: text().notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** What is insured, in a line. */
    insuredIs: text('insured_is'),
    insuredEn: text('insured_en'),
    /** ISK a year; equals the sum of the policy's premium parts. */
    premiumPerYear: integer('premium_per_year').notNull(),
    /** ISK for each claim; null where the product has none or reckons it otherwise. */
    deductible: integer(),
    sumInsured: bigint('sum_insured', { mode: 'number' }),
    /** First and last day of the period. */
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to').notNull(),
    /** Whether a new period follows this one by itself. */
    renews: boolean().notNull().default(true),
    /** Day the notice of cancellation came; `validTo` is then the last day covered. */
    cancelledOn: date('cancelled_on'),
    /** Day the policy fell for unpaid premium (Act 30/2004 art. 33). */
    lapsedOn: date('lapsed_on'),
    /** First day of a pause, as when a vehicle's plates are handed in; null when it is over. */
    suspendedOn: date('suspended_on'),
    instalmentsPerYear: integer('instalments_per_year').notNull(),
    instalmentFeePercent: real('instalment_fee_percent').notNull(),
    /** Codes of the terms as they were when the period began, product terms first. */
    termsCodes: text('terms_codes').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    // By day across all customers: what begins or ends on one is looked up each night.
    index('policies_by_start').on(table.validFrom, table.customerId),
    index('policies_by_end').on(table.validTo, table.customerId),
    check('policies_period', sql`${table.validFrom} <= ${table.validTo}`),
    check('policies_instalments', sql`${table.instalmentsPerYear} in (1, 3, 6, 9, 12)`),
  ],
);

/** Things, places and persons that a policy insures. */
export const policyItems = pgTable(
  'policy_items',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    id: text().notNull(),
    kind: itemKind().notNull(),
    nameIs: text('name_is').notNull(),
    nameEn: text('name_en').notNull(),
    facts: jsonb().$type<ItemFacts>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.policyId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);

/** Covers of the product that this policy has, with its own sums; texts stand in `product_covers`. */
export const policyCovers = pgTable(
  'policy_covers',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    /** Id of the cover within the policy's product. */
    id: text().notNull(),
    sumInsured: bigint('sum_insured', { mode: 'number' }),
    deductible: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.policyId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);

/** The parts of a policy's premium; they sum to `premium_per_year`, discounts are below zero. */
export const premiumParts = pgTable(
  'premium_parts',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    /** Code of `premium_part_types`; no foreign key, whose check took a third of the time of loading customers. */
    id: text().notNull(),
    /** ISK a year. */
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.policyId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.policyId],
      foreignColumns: [policies.customerId, policies.id],
    }).onDelete('cascade'),
  ],
);
