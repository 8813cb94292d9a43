import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { cases } from './cases.ts';
import { claims } from './claims.ts';
import { instant, isk } from './columns.ts';
import { customers } from './customers.ts';
import { employees } from './identity.ts';

/**
 * Up to which amount an employee may do an act (rule ROLE-3), each from a day to a day. It counts once a second administrator has
 * confirmed it (rule ROLE-5) and until it is ended. Of each employee, act and line at most one waits for confirmation.
 */
export const authorities = pgTable(
  'authorities',
  {
    id: text().primaryKey(),
    employeeId: text('employee_id')
      .notNull()
      .references(() => employees.id, { onDelete: 'cascade' }),
    /** One of `authorityActs` in packages/domain/src/authority.ts. */
    act: text().notNull(),
    /** Line of insurance; null for all. */
    line: text(),
    /** ISK. Only ever lowered. */
    upTo: isk('up_to').notNull(),
    validFrom: date('valid_from').notNull(),
    /** The last day; null until it is ended. */
    validTo: date('valid_to'),
    /** The administrators, with their names as of the act. */
    givenBy: text('given_by').notNull(),
    givenByName: text('given_by_name').notNull(),
    givenAt: instant('given_at').notNull(),
    confirmedBy: text('confirmed_by'),
    confirmedByName: text('confirmed_by_name'),
    confirmedAt: instant('confirmed_at'),
    /** Name of who lowered it last. */
    loweredBy: text('lowered_by'),
    loweredAt: instant('lowered_at'),
    /** Name of who ended it, or refused to confirm it, or confirmed the one that replaced it. */
    endedBy: text('ended_by'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    check('authorities_amount', sql`${table.upTo} >= 0`),
    check('authorities_days', sql`${table.validTo} is null or ${table.validFrom} <= ${table.validTo}`),
    check(
      'authorities_others',
      sql`${table.givenBy} <> ${table.employeeId} and ${table.confirmedBy} <> ${table.employeeId}`,
    ),
    check('authorities_two_administrators', sql`${table.confirmedBy} <> ${table.givenBy}`),
    check(
      'authorities_confirmed',
      sql`num_nulls(${table.confirmedBy}, ${table.confirmedByName}, ${table.confirmedAt}) in (0, 3)`,
    ),
    check('authorities_lowered', sql`(${table.loweredBy} is null) = (${table.loweredAt} is null)`),
    check('authorities_ended', sql`(${table.endedBy} is null) = (${table.endedAt} is null)`),
    index('authorities_of_employee').on(table.employeeId),
    uniqueIndex('authorities_waiting')
      .on(table.employeeId, table.act, sql`coalesce(line, '')`)
      .where(sql`confirmed_at is null and ended_at is null`),
  ],
);

/** `returned`: sent back to its proposer for changes; `lapsed`: its claim or account has changed. */
export const approvalState = pgEnum('approval_state', [
  'waiting',
  'approved',
  'refused',
  'returned',
  'lapsed',
]);

/**
 * Acts above their proposer's authority, which somebody else with the authority decides (rule ROLE-3). What is proposed
 * never changes: a role of the database may write no more than the decision, and that once. Nobody decides their own.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: text().primaryKey(),
    /** One of `authorityActs` in packages/domain/src/authority.ts. */
    act: text().notNull(),
    /** Line of insurance; null when it is unknown. */
    line: text(),
    /** ISK for which authority is needed. */
    amount: isk().notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    claimId: text('claim_id'),
    /** Whoever may not open it may not decide. */
    caseId: text('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    /** What is carried out, as the feature of the act reads it. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the payload in canonical form. */
    payloadHash: text('payload_hash').notNull(),
    /** Version of what it is about; it lapses when another one holds. */
    subjectVersion: bigint('subject_version', { mode: 'number' }).notNull(),
    state: approvalState().notNull().default('waiting'),
    proposedBy: text('proposed_by').notNull(),
    proposedByName: text('proposed_by_name').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** The proposer's note to the approver; empty if there is none. */
    proposedNote: text('proposed_note').notNull().default(''),
    /** Null for one that lapsed without somebody trying to decide it. */
    decidedBy: text('decided_by'),
    decidedByName: text('decided_by_name'),
    decidedAt: instant('decided_at'),
    /** Why it was refused or returned. */
    note: text(),
    /** Of one that lapsed: what had changed. One of `lapseReasons` in packages/contracts/src/approvals.ts. */
    lapsedBecause: text('lapsed_because'),
  },
  (table) => [
    check('approvals_amount', sql`${table.amount} >= 0`),
    check('approvals_second_person', sql`${table.decidedBy} <> ${table.proposedBy}`),
    check('approvals_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check('approvals_decider', sql`(${table.decidedBy} is null) = (${table.decidedByName} is null)`),
    check(
      'approvals_by_somebody',
      sql`${table.state} in ('waiting', 'lapsed') or ${table.decidedBy} is not null`,
    ),
    check('approvals_waiting', sql`${table.state} <> 'waiting' or ${table.decidedBy} is null`),
    check(
      'approvals_note',
      sql`${table.state} not in ('refused', 'returned') or coalesce(${table.note}, '') <> ''`,
    ),
    check('approvals_lapsed', sql`(${table.state} = 'lapsed') = (${table.lapsedBecause} is not null)`),
    foreignKey({
      columns: [table.customerId, table.claimId],
      foreignColumns: [claims.customerId, claims.id],
    }).onDelete('cascade'),
    uniqueIndex('approvals_waiting_once').on(table.caseId, table.act).where(sql`state = 'waiting'`),
    index('approvals_of_case').on(table.caseId),
    index('approvals_of_customer').on(table.customerId, table.claimId),
    index('approvals_of_proposer').on(table.proposedBy, table.proposedAt),
  ],
);
