import type { FormValues } from '@hofn/domain/forms.ts';
import type { HoldState, PurchaseState } from '@hofn/domain/purchase.ts';
import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { purchaseWords } from '../search-words.ts';
import { instant } from './columns.ts';
import { contents } from './contents.ts';
import { customers, language } from './customers.ts';
import type { PriceFigures } from './price-offers.ts';
import { products } from './products.ts';
import { tariffs } from './tariffs.ts';

/** Numbers of purchases, which their proposals have too. */
export const purchaseNumbers = pgSequence('purchase_numbers', { startWith: 1_000_001 });

/**
 * Purchases by customers, from a price that was kept to a policy (rules BUY-1 to BUY-4). What a customer has answered is kept with
 * each step; what was bought is the proposal and the request that the purchase leads to.
 */
export const purchases = pgTable(
  'purchases',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    /** The number that customer and staff name it by. */
    number: text().notNull(),
    /** The kept price that it began with, without dashes; the price itself is deleted after a while. */
    reference: text().notNull(),
    productId: text('product_id')
      .notNull()
      .references(() => products.id),
    answers: jsonb().$type<FormValues>().notNull(),
    figures: jsonb().$type<PriceFigures>().notNull(),
    tariff: text()
      .notNull()
      .references(() => tariffs.version),
    validTo: date('valid_to').notNull(),
    language: language().notNull(),
    state: text().$type<PurchaseState>().notNull().default('open'),
    hold: text().$type<HoldState>().notNull().default('none'),
    /** What is insured: a plate or an address; null before that step, empty when it is the customer. */
    insured: jsonb().$type<{ plate?: string; address?: string }>(),
    /** Answers about demands and needs. */
    needs: jsonb().$type<Record<string, string>>(),
    /** When the customer said that they have read the documents. */
    documentsReadAt: instant('documents_read_at'),
    firstDay: date('first_day'),
    startedAt: instant('started_at').notNull(),
    /** When "Buy and pay" was pressed last. */
    boughtAt: instant('bought_at'),
    /** What was shown then, and its hash: the proposal that the request is made from. */
    bought: jsonb().$type<{ proposal: Record<string, unknown>; shown: unknown; shownHash: string }>(),
    /** The product information document as it was delivered. */
    ipid: text().references(() => contents.key),
    // No foreign keys: each is kept as long as the law says of its own kind.
    paymentId: text('payment_id'),
    requestId: text('request_id'),
    /** When the card service or the core is asked again; null while nothing is unanswered. */
    askAgainAt: instant('ask_again_at'),
    tries: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.id] }),
    uniqueIndex('purchases_by_number').on(table.number),
    // One open purchase of a kept price, so that two windows continue the same one.
    uniqueIndex('purchases_open_once')
      .on(table.customerId, table.reference)
      .where(sql`state in ('open', 'holding', 'deciding')`),
    index('purchases_by_words').using('gin', purchaseWords),
    index('purchases_unanswered').on(table.askAgainAt).where(sql`ask_again_at is not null`),
    index('purchases_open').on(table.startedAt).where(sql`state = 'open'`),
    check(
      'purchases_state',
      sql`${table.state} in ('open', 'holding', 'deciding', 'bound', 'referred', 'ended', 'givenUp')`,
    ),
    // Whatever is unanswered is asked for again: nothing is lost.
    check(
      'purchases_unanswered',
      sql`(${table.state} in ('holding', 'deciding') or ${table.hold} in ('capturing', 'releasing')) = (${table.askAgainAt} is not null)`,
    ),
  ],
);
