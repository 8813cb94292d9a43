import { index, pgEnum, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { customers } from './customers.ts';

export const verificationState = pgEnum('verification_state', ['pending', 'verified', 'failed']);
export const popupName = pgEnum('popup_name', ['card', 'bank', 'contact']);

/**
 * Verifications of a card that were begun with the card service (rule PAY-9): each for one customer, good for one card
 * until it expires. Nothing of the card stands here.
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

/** When a customer last put one of the portal's popups off, so that the next visit does not ask at once again. */
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
