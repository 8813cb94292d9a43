import { sql } from 'drizzle-orm';
import { boolean, date, integer, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

export const policyGroup = pgEnum('policy_group', ['vehicles', 'home', 'persons', 'travel', 'business']);
/** An exclusion is what the product never covers. */
export const coverKind = pgEnum('cover_kind', ['cover', 'exclusion']);
export const premiumPartKind = pgEnum('premium_part_kind', [
  'base',
  'cover',
  'discount',
  'publicCharge',
  'fee',
]);
/** How a fact about an insured item is written out. */
export const factFormat = pgEnum('fact_format', ['text', 'number', 'year', 'money', 'area', 'day', 'ssn']);

/** What is sold. `id` is the product's id in the page table: `kasko`. */
export const products = pgTable('products', {
  id: text().primaryKey(),
  group: policyGroup('group').notNull(),
  ordinal: integer().notNull(),
  nameIs: text('name_is').notNull(),
  nameEn: text('name_en').notNull(),
  /** How the deductible of this product works, in words. */
  deductibleIs: text('deductible_is').notNull(),
  deductibleEn: text('deductible_en').notNull(),
  mandatory: boolean().notNull(),
  /** Codes of terms that a new policy is sold with, product terms first. */
  termsCodes: text('terms_codes').array().notNull().default(sql`'{}'`),
  /** Keys of benefits that follow a policy in force. */
  benefits: text().array().notNull().default(sql`'{}'`),
});

/** What a product covers and what it does not, in reading order. */
export const productCovers = pgTable(
  'product_covers',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    id: text().notNull(),
    kind: coverKind().notNull(),
    /** Chosen apart: a policy has it only when `policy_covers` says so. */
    optional: boolean().notNull().default(false),
    ordinal: integer().notNull(),
    nameIs: text('name_is').notNull(),
    nameEn: text('name_en').notNull(),
    descriptionIs: text('description_is').notNull(),
    descriptionEn: text('description_en').notNull(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.id] })],
);

/** Editions of terms. `codeEn` is the code of the English text, where there is one. */
export const terms = pgTable('terms', {
  code: text().primaryKey(),
  codeEn: text('code_en'),
  titleIs: text('title_is').notNull(),
  titleEn: text('title_en').notNull(),
  validFrom: date('valid_from').notNull(),
});

/** Names of the parts that a premium is made of, in reading order. */
export const premiumPartTypes = pgTable('premium_part_types', {
  code: text().primaryKey(),
  kind: premiumPartKind().notNull(),
  ordinal: integer().notNull(),
  nameIs: text('name_is').notNull(),
  nameEn: text('name_en').notNull(),
});

/** Labels of the facts that are kept about insured items: plate, year built, fire assessment value. */
export const itemFactTypes = pgTable('item_fact_types', {
  key: text().primaryKey(),
  ordinal: integer().notNull(),
  format: factFormat().notNull(),
  labelIs: text('label_is').notNull(),
  labelEn: text('label_en').notNull(),
});
