import { sql } from 'drizzle-orm';
import {
  check,
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

export const viewReason = pgEnum('view_reason', ['service', 'claim', 'privacy', 'fault']);

/**
 * Times that a staff member had a customer's data before them, and why (rule STAFF-3). The name is kept as it was: who
 * leaves is still named to the customer.
 */
export const staffViews = pgTable(
  'staff_views',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    /** `sub` of the staff member. */
    employeeId: text('employee_id').notNull(),
    employeeName: text('employee_name').notNull(),
    reason: viewReason().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** When it ends by itself. */
    endsAt: instant('ends_at').notNull(),
    /** When it was ended before that. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }).onDelete('cascade'),
    uniqueIndex('staff_views_open').on(table.employeeId, table.customerId).where(sql`ended_at is null`),
    index('staff_views_newest').on(table.customerId, table.openedAt),
    check('staff_views_period', sql`${table.endsAt} > ${table.openedAt}`),
  ],
);

/** What was looked at in a view: each call that gave something of the customer's, in the order that they were answered. */
export const staffReads = pgTable(
  'staff_reads',
  {
    customerId: text('customer_id').notNull(),
    id: text().notNull(),
    viewId: text('view_id').notNull(),
    /** Name of the call in the contract. */
    call: text().notNull(),
    /** Which one of several, where the call's path names it. */
    target: text(),
    readAt: instant('read_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    foreignKey({
      columns: [table.customerId, table.viewId],
      foreignColumns: [staffViews.customerId, staffViews.id],
    }).onDelete('cascade'),
    index('staff_reads_view').on(table.customerId, table.viewId, table.readAt),
  ],
);
