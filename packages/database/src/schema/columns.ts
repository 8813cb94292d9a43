import { timestamp } from 'drizzle-orm/pg-core';

/** A point in time, read as text. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' });

/** A point in time, read as a `Date`. */
export const dateInstant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
