import type { FormValues } from '@hofn/domain/forms.ts';
import type { Part } from '@hofn/insurance/rating.ts';
import { date, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { language } from './customers.ts';
import { products } from './products.ts';
import { tariffs } from './tariffs.ts';

/** A price in whole ISK; names of parts and covers are with the product. */
export type PriceFigures = {
  parts: Part[];
  perYear: number;
  /** Whether the base is the product's minimum premium. Not stored before November 2026. */
  isMinimum?: boolean;
  monthly: { perMonth: number; fee: number; perYear: number };
  sumInsured: number | null;
  deductible: number | null;
  choices: { field: string; options: { value: string; deductible: number; perYear: number }[] } | null;
  covers: { id: string; sumInsured: number | null; deductible: number | null }[];
};

/** Prices saved by visitors. They belong to nobody: anyone with the reference can see one. */
export const priceOffers = pgTable(
  'price_offers',
  {
    /** Without dashes: `7K2M9QXD4HVT`. */
    reference: text().primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    tariff: text()
      .notNull()
      .references(() => tariffs.version),
    answers: jsonb().$type<FormValues>().notNull(),
    /** As shown to the visitor, so that it does not change with the tariff or the calculation. */
    figures: jsonb().$type<PriceFigures>().notNull(),
    language: language().notNull(),
    keptAt: instant('kept_at').notNull(),
    validTo: date('valid_to').notNull(),
    /** Address to send the reference to; deleted once the mail server has accepted it. */
    email: text(),
    /** When it is deleted. */
    forgetAt: instant('forget_at').notNull(),
  },
  (table) => [index('price_offers_age').on(table.forgetAt)],
);
