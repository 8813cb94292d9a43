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
import { customerWords } from '../search-words.ts';
import { instant, smallLetters } from './columns.ts';
import { contents } from './contents.ts';

export const customerKind = pgEnum('customer_kind', ['person', 'company']);
export const language = pgEnum('language', ['is', 'en']);
/** How the customer pays: monthly card charge, direct debit, or a payment claim in the online bank. */
export const paymentMethod = pgEnum('payment_method', ['ccard', 'bank', 'claim']);
export const loyaltyTier = pgEnum('loyalty_tier', ['bronze', 'silver', 'gold', 'diamond']);
/** A person's relation to a company (rule ACC-4); only `procuration` lets them act for it. */
export const involvement = pgEnum('involvement', ['procuration', 'board', 'owner']);

/** Persons and companies. `id` is opaque and equals `sub` in the customer's tokens. */
export const customers = pgTable(
  'customers',
  {
    id: text().primaryKey(),
    /** kennitala: ten digits, no dash (rule KT-10). */
    ssn: text().notNull().unique(),
    kind: customerKind().notNull(),
    fullName: text('full_name').notNull(),
    email: text(),
    /** Seven digits, like all phone numbers here. */
    mobilePhone: text('mobile_phone'),
    homePhone: text('home_phone'),
    address: text(),
    postalCode: text('postal_code'),
    town: text(),
    language: language().notNull().default('is'),
    /** Key of the picture in the file store. */
    profilePicture: text('profile_picture').references(() => contents.key),
    /** When their data was erased (rule DATA-3b); they cannot sign in while it is set. */
    leftAt: instant('left_at'),
    /** From the national register. The name is stored here because the spouse may not be a customer. */
    spouseSsn: text('spouse_ssn'),
    spouseName: text('spouse_name'),
    /**
     * Family number of the national register: the kennitala of the eldest of those registered as one family in one home. Null if
     * the source does not know it.
     */
    familyNumber: text('family_number'),
    loyaltyTier: loyaltyTier('loyalty_tier'),
    paymentMethod: paymentMethod('payment_method'),
    /** Everything stored about a card (rule PAY-9): `•••• 4821`, `08/29`, `Visa`. */
    cardNumberMasked: text('card_number_masked'),
    cardExpires: text('card_expires'),
    cardBrand: text('card_brand'),
    /** The card service's token for the card, useless without our API key. */
    cardToken: text('card_token'),
    /** Maximum total of upcoming instalments, in ISK; null if not set. */
    instalmentLimit: integer('instalment_limit'),
    /** 4, 2 and 6 digits. */
    bank: text(),
    bankLedger: text('bank_ledger'),
    bankAccount: text('bank_account'),
    /** When the customer last confirmed e-mail and phone numbers; decides when the contact popup is shown. */
    contactConfirmedOn: date('contact_confirmed_on'),
    /** First day on which documents are issued to them: earlier ones were issued before their data came here. */
    documentsFrom: date('documents_from'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('customers_ssn_digits', sql`${table.ssn} ~ '^[0-9]{10}$'`),
    index('customers_by_words').using('gin', customerWords),
    index('customers_by_content').on(table.profilePicture).where(sql`profile_picture is not null`),
    // For the conflicts of interest of an employee, looked up at each of their calls.
    index('customers_by_spouse').on(table.spouseSsn).where(sql`spouse_ssn is not null`),
    index('customers_by_family').on(table.familyNumber).where(sql`family_number is not null`),
    index('customers_by_home')
      .on(table.postalCode, smallLetters(table.address))
      .where(sql`kind = 'person' and address is not null`),
  ],
);

/** Companies a person is involved in, one row per kind of involvement. */
export const companyInvolvement = pgTable(
  'company_involvement',
  {
    customerId: text('customer_id').notNull(),
    companyId: text('company_id').notNull(),
    involvement: involvement().notNull(),
    registeredOn: date('registered_on').notNull(),
    /** Last day; null while current. */
    endedOn: date('ended_on'),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.companyId, table.involvement] }),
    foreignKey({ columns: [table.customerId], foreignColumns: [customers.id] }),
    foreignKey({ columns: [table.companyId], foreignColumns: [customers.id] }),
    index('company_involvement_company').on(table.companyId),
  ],
);
