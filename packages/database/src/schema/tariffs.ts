import type { Tariff } from '@hofn/domain/rating.ts';
import { date, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** Editions of the rating tables. One holds from its day until the day of the next; none is ever changed. */
export const tariffs = pgTable('tariffs', {
  version: text().primaryKey(),
  validFrom: date('valid_from').notNull().unique(),
  tables: jsonb().$type<Tariff>().notNull(),
});
