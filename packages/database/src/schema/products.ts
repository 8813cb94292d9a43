import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const policyGroup = pgEnum('policy_group', ['vehicles', 'home', 'persons', 'travel', 'business']);
/** An exclusion is something the product never covers. */
export const coverKind = pgEnum('cover_kind', ['cover', 'exclusion']);
export const premiumPartKind = pgEnum('premium_part_kind', [
  'base',
  'cover',
  'discount',
  'publicCharge',
  'fee',
]);
/** How a fact about an insured item is formatted. */
export const factFormat = pgEnum('fact_format', ['text', 'number', 'year', 'money', 'area', 'day', 'ssn']);

/** Products. `id` is the id in the page table, such as `kasko`. */
export const products = pgTable('products', {
  id: text().primaryKey(),
  group: policyGroup('group').notNull(),
  ordinal: integer().notNull(),
  nameIs: text('name_is').notNull(),
  nameEn: text('name_en').notNull(),
  /** Explanation of the product's deductible. */
  deductibleIs: text('deductible_is').notNull(),
  deductibleEn: text('deductible_en').notNull(),
  mandatory: boolean().notNull(),
  /** Codes of the terms of a new policy, product terms first. */
  termsCodes: text('terms_codes').array().notNull().default(sql`'{}'`),
  /** Keys of the benefits included with a policy in force. */
  benefits: text().array().notNull().default(sql`'{}'`),
});

/** Covers and exclusions of a product, in display order. */
export const productCovers = pgTable(
  'product_covers',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    id: text().notNull(),
    kind: coverKind().notNull(),
    /** Optional: a policy has it only if it is in `policy_covers`. */
    optional: boolean().notNull().default(false),
    ordinal: integer().notNull(),
    nameIs: text('name_is').notNull(),
    nameEn: text('name_en').notNull(),
    descriptionIs: text('description_is').notNull(),
    descriptionEn: text('description_en').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.id] })],
);

/** Editions of terms. `codeEn` is the code of the English text, if there is one. */
export const terms = pgTable('terms', {
  code: text().primaryKey(),
  codeEn: text('code_en'),
  titleIs: text('title_is').notNull(),
  titleEn: text('title_en').notNull(),
  validFrom: date('valid_from').notNull(),
});

/** Names of premium parts, in display order. */
export const premiumPartTypes = pgTable('premium_part_types', {
  code: text().primaryKey(),
  kind: premiumPartKind().notNull(),
  ordinal: integer().notNull(),
  nameIs: text('name_is').notNull(),
  nameEn: text('name_en').notNull(),
});

/** Labels of facts about insured items: plate, year built, fire assessment value. */
export const itemFactTypes = pgTable('item_fact_types', {
  key: text().primaryKey(),
  ordinal: integer().notNull(),
  format: factFormat().notNull(),
  labelIs: text('label_is').notNull(),
  labelEn: text('label_en').notNull(),
});
