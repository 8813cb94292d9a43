import type { CoverGap } from '@hofn/domain/cover-gaps.ts';
import type { EarlierCover, Suspension } from '@hofn/domain/cover-history.ts';
import type { NextPeriod } from '@hofn/domain/next-period.ts';
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
  pgSequence,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { hasPlate, plateWords, policyWords } from '../search-words.ts';
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

/** Numbers of policies that the release before this one issues itself; the core numbers its own. */
export const policyNumbers = pgSequence('policy_numbers', { startWith: 5_000_001 });

/** A fact about an item: a number, a text, or a text by language. */
export type FactValue = string | number | { is: string; en: string };
/** Facts by key of `item_fact_types`. */
export type ItemFacts = Record<string, FactValue>;

/**
 * Policies by policyholder. Events are stored as days; the status is derived from them and the current day
 * (`policyStatus` in @hofn/domain), so that no job has to update it.
 */
export const policies = pgTable(
  'policies',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    /** The number shown to the customer. */
    number: text().notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    /** One-line description of what is insured. */
    insuredIs: text('insured_is'),
    insuredEn: text('insured_en'),
    /** ISK per year; the sum of the policy's premium parts. */
    premiumPerYear: integer('premium_per_year').notNull(),
    /** ISK per claim; null if the product has none or calculates it differently. */
    deductible: integer(),
    sumInsured: bigint('sum_insured', { mode: 'number' }),
    /** First and last day of the period. */
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to').notNull(),
    /** Whether the policy renews automatically. */
    renews: boolean().notNull().default(true),
    /** Day of the cancellation notice; `validTo` is then the last day of cover. */
    cancelledOn: date('cancelled_on'),
    /** Day the policy lapsed for unpaid premium (Act 30/2004 art. 33). */
    lapsedOn: date('lapsed_on'),
    /** First day of a suspension, such as when a vehicle's plates are handed in; null once it is over. */
    suspendedOn: date('suspended_on'),
    /** Days without cover between a lapse and its end: first and last day of each, oldest first. */
    gaps: jsonb().$type<CoverGap[]>().notNull().default([]),
    /** Suspensions that are over: first and last day of each, oldest first. */
    suspensions: jsonb().$type<Suspension[]>().notNull().default([]),
    /** What was covered on days before it changed, oldest first (rule INS-8). */
    earlierCover: jsonb('earlier_cover').$type<EarlierCover[]>().notNull().default([]),
    /** The next period once its premium is known (rule RENEW-1). */
    nextPeriod: jsonb('next_period').$type<NextPeriod>(),
    instalmentsPerYear: integer('instalments_per_year').notNull(),
    instalmentFeePercent: real('instalment_fee_percent').notNull(),
    /** Codes of the terms in force at the start of the period, product terms first. */
    termsCodes: text('terms_codes').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    // The number alone names a policy: in calls, on the telephone and on paper.
    uniqueIndex('policies_by_number').on(table.number),
    index('policies_by_words').using('gin', policyWords),
    // By day across all customers, for the nightly search for policies that begin or end.
    index('policies_by_start').on(table.validFrom, table.customerId),
    index('policies_by_end').on(table.validTo, table.customerId),
    check('policies_period', sql`${table.validFrom} <= ${table.validTo}`),
    check('policies_instalments', sql`${table.instalmentsPerYear} in (1, 3, 6, 9, 12)`),
  ],
);

/** Things, places and persons insured by a policy. */
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
    index('policy_items_by_plate').using('gin', plateWords).where(hasPlate),
    // By kennitala across all policyholders, for the policies that insure a person.
    index('policy_items_insured').on(sql`(facts ->> 'ssn')`).where(sql`kind = 'person'`),
  ],
);

/** The policy's covers, with its sums; texts are in `product_covers`. */
export const policyCovers = pgTable(
  'policy_covers',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    /** Id of the cover within the product. */
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

/** The parts of a policy's premium, which add up to `premium_per_year`. Discounts are negative. */
export const premiumParts = pgTable(
  'premium_parts',
  {
    customerId: text('customer_id').notNull(),
    policyId: text('policy_id').notNull(),
    /** Code of `premium_part_types`; no foreign key, because checking it took a third of the bulk load time. */
    id: text().notNull(),
    /** ISK per year. */
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
