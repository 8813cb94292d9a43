import type { EarlierCover, Suspension } from '@hofn/domain/cover-history.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The schema of the insurance core, which its service alone reads and writes (rule INS-9). */
export const insurance = pgSchema('insurance');

type Json = Record<string, unknown>;

const whole = (name: string) => bigint(name, { mode: 'number' });

/** Numbers of policies that the core issues. */
export const insurancePolicyNumbers = insurance.sequence('policy_numbers', { startWith: 9_100_001 });

/** The core's calendar, in one row. */
export const insuranceCalendar = insurance.table(
  'calendar',
  {
    one: smallint().primaryKey().default(1),
    today: date().notNull(),
    /** Days that the demo's clock is ahead of the real one. */
    daysAhead: integer('days_ahead').notNull().default(0),
    /** The day on which the core was opened; premiums due until then are booked. */
    openedOn: date('opened_on').notNull(),
    /** Whether claims are decided by the simulated handler of demos; otherwise nobody but people decides them. */
    hasDemoHandler: boolean('has_demo_handler').notNull().default(false),
  },
  (table) => [check('calendar_one', sql`${table.one} = 1`)],
);

/** How far the core is with the front, in one row. */
export const insuranceConnection = insurance.table(
  'connection',
  {
    one: smallint().primaryKey().default(1),
    /** Where to continue reading events; null for the beginning. */
    cursor: text(),
    settlesByRule: boolean('settles_by_rule').notNull().default(false),
    /** Whether the front still has to answer the facts that the core was opened with. */
    isOpening: boolean('is_opening').notNull().default(false),
    opened: jsonb().$type<{ at: string; loaded: number; refused: number }>(),
    /** When the front last answered, by the database's clock; null since it did not. */
    reachedAt: instant('reached_at'),
  },
  (table) => [check('connection_one', sql`${table.one} = 1`)],
);

/** Customers. The lock on this row is the lock on everything that the customer has. */
export const insuranceCustomers = insurance.table(
  'customers',
  {
    /** Kennitala. */
    customer: text().primaryKey(),
    key: text().notNull().unique(),
    version: whole('version').notNull(),
    fullName: text('full_name').notNull(),
    details: jsonb().$type<Json>().notNull(),
    /** The front's id of the customer, as in events; null until it is known. */
    frontId: text('front_id').unique(),
    /** The last day of the calendar whose work is done for this customer. */
    workedOn: date('worked_on').notNull(),
    /** Why the work of a day failed, and on which day; it is tried again the day after. */
    fault: text(),
    faultOn: date('fault_on'),
  },
  (table) => [index('customers_to_work').on(table.workedOn, table.customer)],
);

/** Begins the key of every table. */
const customer = () =>
  text()
    .notNull()
    .references(() => insuranceCustomers.customer, { onDelete: 'cascade' });

const record = () => ({ customer: customer(), key: text().notNull(), version: whole('version').notNull() });

export const insurancePolicies = insurance.table(
  'policies',
  {
    ...record(),
    number: text().notNull().unique(),
    product: text().notNull(),
    premiumPerYear: whole('premium_per_year').notNull(),
    deductible: whole('deductible'),
    sumInsured: whole('sum_insured'),
    validFrom: date('valid_from').notNull(),
    validTo: date('valid_to').notNull(),
    renews: boolean().notNull(),
    cancelledOn: date('cancelled_on'),
    lapsedOn: date('lapsed_on'),
    suspendedOn: date('suspended_on'),
    /** What the policy says about earlier days, from its versions; null where it has nothing to say. */
    suspensions: jsonb().$type<Suspension[]>(),
    earlierCover: jsonb('earlier_cover').$type<EarlierCover[]>(),
    details: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.key] })],
);

export const insuranceInstalments = insurance.table(
  'instalments',
  {
    ...record(),
    /** Key of the policy; null for all policies of the customer. */
    policy: text(),
    dueDate: date('due_date').notNull(),
    finalDueDate: date('final_due_date').notNull(),
    amount: whole('amount').notNull(),
    penaltyInterest: whole('penalty_interest').notNull(),
    fees: whole('fees').notNull(),
    details: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.key] })],
);

/** Entries of customers' accounts: only added. */
export const insuranceLedgerEntries = insurance.table(
  'ledger_entries',
  {
    ...record(),
    policy: text(),
    bookedOn: date('booked_on').notNull(),
    sequence: integer().notNull(),
    amount: whole('amount').notNull(),
    details: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.key] })],
);

export const insuranceClaims = insurance.table(
  'claims',
  {
    ...record(),
    number: text().notNull().unique(),
    policy: text(),
    status: text().notNull(),
    dateOfLoss: date('date_of_loss').notNull(),
    lossAmount: whole('loss_amount'),
    compensation: whole('compensation'),
    details: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.key] })],
);

export const insuranceOffers = insurance.table(
  'offers',
  {
    ...record(),
    number: text().notNull(),
    premiumPerYear: whole('premium_per_year').notNull(),
    validTo: date('valid_to').notNull(),
    details: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.key] })],
);

export const insuranceDocumentsToSign = insurance.table(
  'documents_to_sign',
  { ...record(), signBy: date('sign_by').notNull(), details: jsonb().$type<Json>().notNull() },
  (table) => [primaryKey({ columns: [table.customer, table.key] })],
);

/** Versions of policies: only added. What a policy says on a day follows from them (rule INS-1). */
export const insurancePolicyVersions = insurance.table(
  'policy_versions',
  {
    customer: customer(),
    /** Key of the policy. */
    policy: text().notNull(),
    number: integer().notNull(),
    /** First day on which it applies. */
    effectiveOn: date('effective_on').notNull(),
    /** The day on which it became known. */
    recordedOn: date('recorded_on').notNull(),
    cause: text().notNull(),
    /** Id of the accepted request that it comes from. */
    request: text(),
    change: jsonb().$type<Json & { kind: string }>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.policy, table.number] })],
);

/** Premium charged to policies or returned: only added (rule INS-4). */
export const insurancePremiumCharges = insurance.table(
  'premium_charges',
  {
    customer: customer(),
    /** Key of the policy. */
    policy: text().notNull(),
    number: integer().notNull(),
    chargedOn: date('charged_on').notNull(),
    cause: text().notNull(),
    /** `own` instalments of the policy, or `shared` ones for all policies of the customer. */
    plan: text().notNull(),
    /** The first day that is not charged for yet. */
    chargedTo: date('charged_to').notNull(),
    amount: whole('amount').notNull(),
    /** How much of it is in which instalment, by key. */
    instalments: jsonb().$type<Record<string, number>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.policy, table.number] })],
);

/** Groups of postings: only added, and reversed by another group (rule INS-5). */
export const insurancePostingGroups = insurance.table(
  'posting_groups',
  {
    customer: customer(),
    /** That of an entry of the customer's account, if the group is one. */
    key: text().notNull(),
    bookedOn: date('booked_on').notNull(),
    cause: text().notNull(),
    /** Key of the policy; null for all policies of the customer, or none. */
    policy: text(),
    instalment: text(),
    /** Id of the portal payment. */
    payment: text(),
    claim: text(),
    /** Key of the group that this one reverses. */
    reverses: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.key] }),
    foreignKey({
      name: 'posting_groups_reversed',
      columns: [table.customer, table.reverses],
      foreignColumns: [table.customer, table.key],
    }),
    uniqueIndex('posting_groups_reversed_once')
      .on(table.customer, table.reverses)
      .where(sql`${table.reverses} is not null`),
    // Groups arrive day by day, so a report of some days reads few blocks; openings are in the order of customers.
    index('posting_groups_day').using('brin', table.bookedOn),
  ],
);

/**
 * Postings, of which each group's add up to zero: a trigger refuses others. All postings of a group are inserted by one
 * statement.
 */
export const insurancePostings = insurance.table(
  'postings',
  {
    customer: text().notNull(),
    group: text('group_key').notNull(),
    account: text().notNull(),
    /** Whole ISK: debits are positive, credits negative. */
    amount: whole('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.group, table.account] }),
    foreignKey({
      name: 'postings_of_group',
      columns: [table.customer, table.group],
      foreignColumns: [insurancePostingGroups.customer, insurancePostingGroups.key],
    }).onDelete('cascade'),
    check('postings_not_zero', sql`${table.amount} <> 0`),
  ],
);

/** Changes that were accepted for a later day before policies had versions (rule INS-2). */
export const insuranceAcceptedChanges = insurance.table(
  'accepted_changes',
  {
    customer: customer(),
    requestId: text('request_id').notNull(),
    effectiveOn: date('effective_on').notNull(),
    request: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.requestId] })],
);

const fact = () => ({
  customer: customer(),
  type: text().notNull(),
  key: text().notNull(),
  version: whole('version').notNull(),
});

/** Facts that the front has not answered, each in its newest version; written with the change itself. */
export const insuranceOutbox = insurance.table(
  'outbox',
  {
    ...fact(),
    /** Order of the types: what others refer to first. */
    rank: smallint().notNull(),
    facts: jsonb().$type<Json>().notNull(),
    /** Ids of the customer's own changes that this version contains. */
    acknowledges: jsonb().$type<string[]>(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.type, table.key] })],
);

/** What the front answered to the newest version of each fact that it has answered. */
export const insuranceAnswers = insurance.table(
  'answers',
  {
    ...fact(),
    at: instant('at').notNull(),
    answer: text().notNull(),
    /** What was wrong, in the front's words; null unless it was refused. */
    fault: text(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.type, table.key] }),
    index('answers_age').on(table.at),
  ],
);

/** Requests that wait for a decision, as the front has them. */
export const insuranceRequests = insurance.table(
  'requests',
  {
    customer: text().notNull(),
    id: text().notNull().unique(),
    requestedAt: instant('requested_at').notNull(),
    request: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.id] })],
);

/** Outcomes of requests that the front has not answered, each with what puts the change back if it is refused. */
export const insuranceOutcomes = insurance.table(
  'outcomes',
  {
    customer: text().notNull(),
    requestId: text('request_id').notNull().unique(),
    outcome: jsonb().$type<Json>().notNull(),
    undo: jsonb().$type<Json>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customer, table.requestId] })],
);

/** Receipts of acts (rule ACT-5), only added. That an act was put back is a row of its own. */
export const insuranceActs = insurance.table(
  'acts',
  {
    /** Kennitala, as the act states it: the core may not have the customer. */
    customer: text().notNull(),
    /** The caller's; of acts that the core was not called for, one that begins with `core:`. */
    key: text().notNull().unique(),
    requestId: text('request_id').notNull(),
    /** How often what the request asks for had been put back before. */
    round: smallint().notNull(),
    kind: text().notNull(),
    result: text().notNull(),
    /** Edition of the rules that decided; null when they did not. */
    edition: text(),
    decidedBy: text('decided_by'),
    at: instant('at').notNull(),
    input: jsonb().$type<Json>().notNull(),
    /** What the core knew that decides, besides the input. */
    known: jsonb().$type<Json>().notNull(),
    answer: jsonb().$type<Json>().notNull(),
    facts: jsonb().$type<Json[]>().notNull(),
    /** SHA-256 over input, what was known, and answer. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.key] }),
    uniqueIndex('acts_done_once')
      .on(table.requestId, table.round, table.result)
      .where(sql`${table.result} in ('done', 'putBack')`),
    index('acts_age').on(table.at, table.key),
  ],
);

/**
 * Receipts of what employees do with claims (rules ACT-5, DESK-8), only added. Beside those of acts, which an older release reads
 * as decisions about policies.
 */
export const insuranceClaimActs = insurance.table(
  'claim_acts',
  {
    /** Kennitala, as the act states it: the core may not have the customer. */
    customer: text().notNull(),
    /** The caller's. */
    key: text().notNull().unique(),
    /** Number of the claim, as the act states it. */
    claim: text().notNull(),
    kind: text().notNull(),
    result: text().notNull(),
    /** Null for what rules decided. */
    decidedBy: text('decided_by'),
    approvedBy: text('approved_by'),
    at: instant('at').notNull(),
    input: jsonb().$type<Json>().notNull(),
    /** What the core knew that decides, besides the input. */
    known: jsonb().$type<Json>().notNull(),
    answer: jsonb().$type<Json>().notNull(),
    facts: jsonb().$type<Json[]>().notNull(),
    /** SHA-256 over input, what was known, and answer. */
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.key] }),
    index('claim_acts_age').on(table.at, table.key),
    // What rules have paid on a day.
    index('claim_acts_by_rules')
      .on(sql`(known ->> 'day')`)
      .where(sql`kind = 'claim.settle' and result = 'done'`),
  ],
);

/**
 * Payments of claims by the bank (rule DESK-9), one row each, which stays. The key under which the bank is asked is stored before
 * it is, so that a payment is made once, whoever asks how often.
 */
export const insurancePaymentsOut = insurance.table(
  'payments_out',
  {
    customer: customer(),
    /** Key of the claim. */
    claim: text().notNull(),
    /** Id of the payment within the claim. */
    payment: text().notNull(),
    /** Under which the bank is asked. */
    key: text().notNull().unique(),
    amount: whole('amount').notNull(),
    recipient: text().notNull(),
    /** Kennitala. */
    recipientSsn: text('recipient_ssn').notNull(),
    account: text().notNull(),
    /** `approved`, `ordered`, `paid`, `failed` or `returned`. */
    state: text().notNull(),
    /** How often the bank was asked. */
    tries: integer().notNull().default(0),
    approvedAt: instant('approved_at').notNull(),
    orderedAt: instant('ordered_at'),
    /** The day on which it was paid, also of one that came back since. */
    paidOn: date('paid_on'),
    /** The bank's code for why it failed or came back. */
    fault: text(),
    /** When the bank is asked next; null when nothing more is asked. */
    askAt: instant('ask_at'),
  },
  (table) => [
    primaryKey({ columns: [table.customer, table.claim, table.payment] }),
    check('payments_out_amount', sql`${table.amount} > 0`),
    index('payments_out_due').on(table.askAt).where(sql`${table.askAt} is not null`),
  ],
);

/**
 * Editions of the rules that decide on acts (rule ACT-4): only added, apart from the approval, which a trigger lets be set
 * once.
 */
export const insuranceRuleEditions = insurance.table(
  'rule_editions',
  {
    id: text().primaryKey(),
    /** It applies from this day until that of the next approved one. */
    firstDay: date('first_day').notNull(),
    rules: jsonb().$type<Json[]>().notNull(),
    /** Rules by which small claims are paid; null where people decide on all. */
    claims: jsonb().$type<Json>(),
    author: text().notNull(),
    writtenAt: instant('written_at').notNull(),
    /** Another person than the author; null until it is approved. */
    approver: text(),
    approvedAt: instant('approved_at'),
  },
  (table) => [
    check('rule_editions_approval', sql`(${table.approver} is null) = (${table.approvedAt} is null)`),
    check(
      'rule_editions_second_person',
      sql`lower(btrim(${table.approver})) <> lower(btrim(${table.author}))`,
    ),
  ],
);

/** Each time that everything was referred to people, or no longer: only added. The newest row says which. */
export const insuranceReferralSwitches = insurance.table('referral_switches', {
  number: whole('number').primaryKey().generatedAlwaysAsIdentity(),
  isOn: boolean('is_on').notNull(),
  /** Who switched it. */
  name: text().notNull(),
  at: instant('at').notNull(),
});

/** Events of the front that were handled, since the feed delivers at least once. */
export const insuranceEvents = insurance.table(
  'events',
  {
    id: text().primaryKey(),
    place: whole('place').notNull().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    type: text().notNull(),
    data: jsonb().$type<Json>().notNull(),
  },
  (table) => [index('events_place').on(table.place), index('events_age').on(table.at)],
);
