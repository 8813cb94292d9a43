import type { Tariff } from '@hofn/insurance/rating.ts';
import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Editions of the rating tables. Each is valid from its day until the next; editions are never changed. */
export const tariffs = pgTable('tariffs', {
  version: text().primaryKey(),
  validFrom: date('valid_from').notNull().unique(),
  tables: jsonb().$type<Tariff>().notNull(),
});
