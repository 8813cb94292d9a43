import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A point in time, read as text. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** A point in time, read as a `Date`. */
export const dateInstant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Whole ISK without the limit of an `integer`, which a single fire exceeds. */
export const isk = (name = '') => bigint(name, { mode: 'number' });

/** Number of a transaction, read as text. It never wraps around, and is of one database server. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

/** A text in small letters, also the Icelandic ones, which `lower` leaves alone in a database with the locale C. */
export const smallLetters = (text: SQLWrapper): SQL =>
  sql`lower(translate(${text}, 'ÁÐÉÍÓÚÝÞÆÖ', 'áðéíóúýþæö'))`;
