import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

/** What one may do with another's insurance, each including the ones before it (rule ACC-1). */
export const accessRole = pgEnum('access_role', ['Readonly', 'Full', 'Admin']);
/** How a grant ended before its last day: taken back, given up by its holder, or given anew in its place.
 * One that had run out when another took its place is closed as of the end of its last day. */
export const accessEnd = pgEnum('access_end', ['revoked', 'returned', 'replaced']);

/** Access that a customer has given to a person (rule ACC-2). A grant is never changed: another takes its place. */
export const accessGrants = pgTable(
  'access_grants',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /** The person who may act. */
    holderId: text('holder_id').notNull(),
    role: accessRole().notNull(),
    validFrom: date('valid_from').notNull(),
    /** The last day it holds. */
    validTo: date('valid_to').notNull(),
    givenAt: instant('given_at').notNull(),
    /** Who gave it: the customer, or one who acted for them. */
    givenBy: text('given_by').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by'),
    ended: accessEnd(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }).onDelete('cascade'),
    foreignKey({ columns: [table.holderId], foreignColumns: [customers.id] }).onDelete('cascade'),
    // One open grant for each pair, so that what somebody may do is told by one row.
    uniqueIndex('access_grants_open').on(table.customerId, table.holderId).where(sql`ended_at is null`),
    index('access_grants_holder').on(table.holderId, table.givenAt),
    check('access_grants_other', sql`${table.customerId} <> ${table.holderId}`),
    check('access_grants_period', sql`${table.validTo} >= ${table.validFrom}`),
    check('access_grants_end', sql`(${table.endedAt} is null) = (${table.ended} is null)`),
  ],
);

/**
 * Whom somebody acts for in a sign-in session (rule ACC-3). It is a choice and no right: whether they still may is asked
 * anew at every call.
 */
export const actingChoices = pgTable(
  'acting_choices',
  {
    actorId: text('actor_id').notNull(),
    /** `sid` of the access token; empty where the identity provider names none. */
    session: text().notNull(),
    subjectId: text('subject_id').notNull(),
    chosenAt: instant('chosen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.session] }),
    foreignKey({ columns: [table.actorId], foreignColumns: [customers.id] }).onDelete('cascade'),
    foreignKey({ columns: [table.subjectId], foreignColumns: [customers.id] }).onDelete('cascade'),
    index('acting_choices_age').on(table.chosenAt),
  ],
);
