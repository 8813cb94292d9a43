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

/** What a grantee may do with the grantor's insurance; each role includes the ones before it (rule ACC-1). */
export const accessRole = pgEnum('access_role', ['Readonly', 'Full', 'Admin']);
/** How a grant ended early: revoked by the grantor, returned by the grantee, or replaced by a new one. A grant that had
 * expired when it was replaced ends with its last day. */
export const accessEnd = pgEnum('access_end', ['revoked', 'returned', 'replaced']);

/** Access a customer has granted to a person (rule ACC-2). Grants are never changed, only replaced. */
export const accessGrants = pgTable(
  'access_grants',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /** The grantee. */
    holderId: text('holder_id').notNull(),
    role: accessRole().notNull(),
    validFrom: date('valid_from').notNull(),
    /** Last day of the grant. */
    validTo: date('valid_to').notNull(),
    givenAt: instant('given_at').notNull(),
    /** Who granted it: the customer, or someone acting for them. */
    givenBy: text('given_by').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by'),
    ended: accessEnd(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }).onDelete('cascade'),
    foreignKey({ columns: [table.holderId], foreignColumns: [customers.id] }).onDelete('cascade'),
    // One open grant per pair, so that a single row says what the grantee may do.
    uniqueIndex('access_grants_open').on(table.customerId, table.holderId).where(sql`ended_at is null`),
    index('access_grants_holder').on(table.holderId, table.givenAt),
    check('access_grants_other', sql`${table.customerId} <> ${table.holderId}`),
    check('access_grants_period', sql`${table.validTo} >= ${table.validFrom}`),
    check('access_grants_end', sql`(${table.endedAt} is null) = (${table.ended} is null)`),
  ],
);

/**
 * The subject a user has chosen in a session (rule ACC-3). Not a permission: access is checked again on every call.
 */
export const actingChoices = pgTable(
  'acting_choices',
  {
    actorId: text('actor_id').notNull(),
    /** `sid` of the access token; empty if the identity provider sends none. */
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
