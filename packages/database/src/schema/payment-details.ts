import { index, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

export const verificationState = pgEnum('verification_state', ['pending', 'verified', 'failed']);
export const popupName = pgEnum('popup_name', ['card', 'bank', 'contact']);

/**
 * Card verifications started with the card service (rule PAY-9), each for one customer and one card until it expires.
 * No card data is stored here.
 */
export const cardVerifications = pgTable(
  'card_verifications',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    id: text().notNull(),
    state: verificationState().notNull().default('pending'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    index('card_verifications_age').on(table.createdAt),
  ],
);

/** When a customer last dismissed a portal popup, so that it is not shown again on the next visit. */
export const popupsPutOff = pgTable(
  'popups_put_off',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    popup: popupName().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.popup] })],
);
