import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { contents } from './contents.ts';

export const customerKind = pgEnum('customer_kind', ['person', 'company']);
export const language = pgEnum('language', ['is', 'en']);
/** How the customer pays: card charged each month, direct debit, or a claim in the online bank. */
export const paymentMethod = pgEnum('payment_method', ['ccard', 'bank', 'claim']);
export const loyaltyTier = pgEnum('loyalty_tier', ['bronze', 'silver', 'gold', 'diamond']);
/** How a person stands to a company (rule ACC-4); only `procuration` lets them act for it. */
export const involvement = pgEnum('involvement', ['procuration', 'board', 'owner']);

/** Persons and companies. `id` is opaque and equals `sub` of the tokens issued to the customer. */
export const customers = pgTable(
  'customers',
  {
    id: text().primaryKey(),
    /** kennitala: ten digits, no dash (rule KT-10). */
    ssn: text().notNull().unique(),
    kind: customerKind().notNull(),
    fullName: text('full_name').notNull(),
    email: text(),
    /** Seven digits, as are all phone numbers here. */
    mobilePhone: text('mobile_phone'),
    homePhone: text('home_phone'),
    address: text(),
    postalCode: text('postal_code'),
    town: text(),
    language: language().notNull().default('is'),
    /** Key of the picture in the file store. */
    profilePicture: text('profile_picture').references(() => contents.key),
    /** Since when nothing ties them to us and their data is erased (rule DATA-3b): they are not let in while it stands. */
    leftAt: instant('left_at'),
    /** From the national register, which is why the name stands here: a spouse need not be a customer. */
    spouseSsn: text('spouse_ssn'),
    spouseName: text('spouse_name'),
    loyaltyTier: loyaltyTier('loyalty_tier'),
    paymentMethod: paymentMethod('payment_method'),
    /** All that is kept of a card (rule PAY-9): `•••• 4821`, `08/29`, `Visa`. */
    cardNumberMasked: text('card_number_masked'),
    cardExpires: text('card_expires'),
    cardBrand: text('card_brand'),
    /** What the card service knows the card by; it charges nobody without our key to that service. */
    cardToken: text('card_token'),
    /** The most, in ISK, that may be owed in instalments to come; null where none was set. */
    instalmentLimit: integer('instalment_limit'),
    /** 4, 2 and 6 digits. */
    bank: text(),
    bankLedger: text('bank_ledger'),
    bankAccount: text('bank_account'),
    /** Last day the customer said that e-mail and phones are right; the contact popup is decided from it. */
    contactConfirmedOn: date('contact_confirmed_on'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('customers_ssn_digits', sql`${table.ssn} ~ '^[0-9]{10}$'`),
    index('customers_by_content').on(table.profilePicture).where(sql`profile_picture is not null`),
  ],
);

/** Companies that a person may be seen with: one row for each way they are involved. */
export const companyInvolvement = pgTable(
  'company_involvement',
  {
    customerId: text('customer_id').notNull(),
    companyId: text('company_id').notNull(),
    involvement: involvement().notNull(),
    registeredOn: date('registered_on').notNull(),
    /** Last day it holds; null while it stands. */
    endedOn: date('ended_on'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.companyId, table.involvement] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }),
    foreignKey({ columns: [table.companyId], foreignColumns: [customers.id] }),
    index('company_involvement_company').on(table.companyId),
  ],
);
