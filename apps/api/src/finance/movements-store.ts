import type { MoneyMovement } from '@hofn/contracts';
import {
  cases,
  claimPayments,
  claims,
  customers,
  type Db,
  instalments,
  payments,
  policies,
  refunds,
} from '@hofn/database';
import {
  hangingStates,
  type MoneyKind,
  type MoneyMethod,
  type MoneyState,
} from '@hofn/domain/money-movements.ts';
import type { Language } from '@hofn/texts';
import { and, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { isHiddenFrom } from '../platform/sensitive-claims.ts';
import { anyOf } from '../platform/sql.ts';
import { isAboutRow, isOfKind } from '../platform/work-items.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen } from '../work-items/may-open.ts';

/** Which payments are listed. Days are `YYYY-MM-DD`; null for all days. */
export type MoneyFilter = {
  direction: MoneyMovement['direction'] | undefined;
  state: MoneyState | 'hanging' | undefined;
  from: string | null;
  to: string | null;
};

/** Position in the list: the day and the key of a row. */
export type MoneyPosition = [day: string, key: string];

export type MoneyRow = {
  key: string;
  direction: 'in' | 'out';
  kind: MoneyKind;
  state: MoneyState;
  day: string;
  amount: number;
  method: MoneyMethod | null;
  through: string | null;
  text: string | null;
  reference: string | null;
  fault: string | null;
  sequence: number | null;
  sequence_of: number | null;
  payment_id: string | null;
  customer_id: string;
  name: string;
  ssn: string;
  case_id: string | null;
  withheld: boolean;
};

/** Iceland is on Greenwich time all year. */
const dayOf = (at: SQL | object): SQL => sql`(${at} at time zone 'UTC')::date`;
const startOf = (day: string): SQL => sql`${`${day}T00:00:00Z`}::timestamptz`;
const isWithin = (at: SQL | object, { from, to }: MoneyFilter): SQL =>
  sql.join(
    [
      ...(from === null ? [] : [sql`${at} >= ${startOf(from)}`]),
      ...(to === null ? [] : [sql`${at} < ${startOf(to)} + interval '1 day'`]),
      sql`true`,
    ],
    sql` and `,
  );

/** An opaque key: it must not reveal whose payment a withheld one is. */
const keyOf = (...parts: (SQL | object)[]): SQL =>
  sql`encode(sha256(convert_to(concat_ws('/', ${sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  )}), 'UTF8')), 'hex')`;

const caseWhere = (condition: SQL | undefined): SQL =>
  sql`(select ${cases.id} from ${cases} where ${condition} order by ${cases.openedAt} desc limit 1)`;

/** Payments by card in the portal. */
const cardPayments = (filter: MoneyFilter, isAllowed: SQL): SQL => sql`
  select ${keyOf(sql`'card'`, payments.customerId, payments.id)} as key, 'in' as direction, 'card' as kind,
    case ${payments.state} when 'started' then 'unanswered' else ${payments.state}::text end as state,
    ${dayOf(payments.createdAt)} as day, ${payments.amount}::bigint as amount, null::text as method,
    ${payments.card} as through, null::text as text, ${payments.reference} as reference, null::text as fault,
    null::int as sequence, null::int as sequence_of, ${payments.id} as payment_id,
    ${payments.customerId} as customer_id,
    ${caseWhere(isAboutRow('payment', payments))} as case_id, false as withheld
  from ${payments}
  where ${isWithin(payments.createdAt, filter)} and ${isAllowed}`;

/** Refunds of payments by card. */
const refundsPaid = (filter: MoneyFilter, isAllowed: SQL): SQL => {
  const at = sql`coalesce(${refunds.settledAt}, ${refunds.orderedAt})`;
  return sql`
  select ${keyOf(sql`'refund'`, refunds.customerId, refunds.id)} as key, 'out' as direction, 'refund' as kind,
    case ${refunds.state} when 'ordered' then 'unanswered' when 'refunded' then 'paid' else 'declined' end as state,
    ${dayOf(at)} as day, ${refunds.amount}::bigint as amount, null::text as method, ${payments.card} as through,
    null::text as text, ${refunds.reference} as reference, ${refunds.fault} as fault, null::int as sequence,
    null::int as sequence_of, ${refunds.paymentId} as payment_id, ${refunds.customerId} as customer_id,
    ${caseWhere(isAboutRow('payment', { customerId: refunds.customerId, id: refunds.paymentId }))} as case_id,
    false as withheld
  from ${refunds}
  inner join ${payments} on ${payments.customerId} = ${refunds.customerId} and ${payments.id} = ${refunds.paymentId}
  where ${isWithin(at, filter)} and ${isAllowed}`;
};

/** Instalments that were charged otherwise, or whose charge was refused. */
const charges = (filter: MoneyFilter, isAllowed: SQL): SQL => {
  const at = sql`coalesce(${instalments.paidAt}, ${instalments.refusedAt})`;
  return sql`
  select ${keyOf(sql`'charge'`, instalments.customerId, instalments.id)} as key, 'in' as direction, 'charge' as kind,
    case when ${instalments.paidAt} is null then 'declined' else 'paid' end as state, ${dayOf(at)} as day,
    (${instalments.amount}::bigint + ${instalments.penaltyInterest} + ${instalments.fees}) as amount,
    ${instalments.method}::text as method, null::text as through, ${policies.number} as text,
    null::text as reference, null::text as fault, ${instalments.sequence} as sequence,
    ${instalments.sequenceOf} as sequence_of, null::text as payment_id, ${instalments.customerId} as customer_id,
    null::text as case_id, false as withheld
  from ${instalments}
  left join ${policies} on ${policies.customerId} = ${instalments.customerId} and ${policies.id} = ${instalments.policyId}
  where ${instalments.paymentId} is null and ${at} is not null and ${instalments.cancelledAt} is null
    and ${isWithin(at, filter)} and ${isAllowed}`;
};

/** Payments of claims. A claim that the employee may not read leaves state, day and amount alone. */
const claimsPaid = (
  filter: MoneyFilter,
  isAllowed: SQL,
  { employee, language }: { employee: StaffMember; language: Language },
): SQL => {
  const isHidden =
    isHiddenFrom(employee, { line: claims.line, form: claims.form, productId: policies.productId }) ??
    sql`false`;
  const { from, to } = filter;
  const paidOn = sql.join(
    [
      ...(from === null ? [] : [sql`${claimPayments.paidOn} >= ${from}::date`]),
      ...(to === null ? [] : [sql`${claimPayments.paidOn} <= ${to}::date`]),
      sql`true`,
    ],
    sql` and `,
  );
  const isOnDays = sql`case when ${claimPayments.paidOn} is null then ${isWithin(claims.changedAt, filter)} else ${paidOn} end`;
  const isCase = and(
    isOfKind('claim'),
    eq(cases.customerId, claims.customerId),
    eq(cases.matterId, claims.id),
  );
  const fault = sql`${claimPayments.fault} ->> ${sql.raw(`'${language}'`)}`;
  return sql`
  select ${keyOf(sql`'claim'`, claims.customerId, claims.id, claimPayments.id)} as key, 'out' as direction,
    'claim' as kind, coalesce(${claimPayments.step}::text, ${claimPayments.state}::text) as state,
    coalesce(${claimPayments.paidOn}, ${dayOf(claims.changedAt)}) as day, ${claimPayments.amount} as amount,
    null::text as method, ${claimPayments.account} as through,
    ${pick(language, claimPayments.titleIs, claimPayments.titleEn)} as text, ${claims.number} as reference,
    ${fault} as fault, null::int as sequence, null::int as sequence_of, null::text as payment_id, claims.customer_id as customer_id,
    ${caseWhere(isCase)} as case_id, (${isHidden}) as withheld
  from ${claimPayments}
  inner join ${claims} on ${claims.customerId} = ${claimPayments.customerId} and ${claims.id} = ${claimPayments.claimId}
  left join ${policies} on ${policies.customerId} = ${claims.customerId} and ${policies.id} = ${claims.policyId}
  where ${claimPayments.amount} > 0 and ${isOnDays} and ${isAllowed}`;
};

const allOf = (filter: MoneyFilter, reader: { employee: StaffMember; language: Language }): SQL => {
  const { customers: own } = reader.employee.conflicts;
  const isAllowed = (column: Parameters<typeof anyOf>[0]): SQL =>
    own.length > 0 ? not(anyOf(column, own)) : sql`true`;
  const parts = [
    ...(filter.direction === 'out'
      ? []
      : [
          cardPayments(filter, isAllowed(payments.customerId)),
          charges(filter, isAllowed(instalments.customerId)),
        ]),
    ...(filter.direction === 'in'
      ? []
      : [
          claimsPaid(filter, isAllowed(claimPayments.customerId), reader),
          refundsPaid(filter, isAllowed(refunds.customerId)),
        ]),
  ];
  return sql.join(parts, sql` union all `);
};

const isInState = (state: MoneyFilter['state']): SQL => {
  if (state === undefined) return sql`true`;
  const states = state === 'hanging' ? [...hangingStates] : [state];
  return inArray(sql`money.state`, states);
};

/** Payments between the insurer and its customers (rule DESK-12). Only staff calls may use it. */
export const createMovementsStore = (db: Db) => ({
  /** Newest first. */
  list: async (
    filter: MoneyFilter,
    reader: { employee: StaffMember; language: Language },
    { after, limit }: { after: MoneyPosition | null; limit: number },
  ): Promise<MoneyRow[]> => {
    const isAfter = after ? sql`(money.day, money.key) < (${after[0]}::date, ${after[1]})` : sql`true`;
    const { rows } = await db.execute<MoneyRow>(sql`
      select money.key, money.direction, money.kind, money.state, money.day::text as day,
        money.amount::float8 as amount, money.method, money.through, money.text, money.reference, money.fault,
        money.sequence, money.sequence_of, money.payment_id, money.customer_id, money.case_id, money.withheld,
        ${customers.fullName} as name, ${customers.ssn} as ssn
      from (${allOf(filter, reader)}) money
      inner join ${customers} on ${customers.id} = money.customer_id
      where ${isInState(filter.state)} and ${isAfter}
      order by money.day desc, money.key desc
      limit ${limit}`);
    return rows;
  },

  /** How many payments there are in all, and what was paid in and out, in whole ISK. */
  sums: async (filter: MoneyFilter, reader: { employee: StaffMember; language: Language }) => {
    const paid = (direction: 'in' | 'out') =>
      sql`coalesce(sum(money.amount) filter (where money.state = 'paid' and money.direction = ${direction}), 0)::float8`;
    const { rows } = await db.execute<{ count: number; paid_in: number; paid_out: number }>(sql`
      select count(*)::int as count, ${paid('in')} as paid_in, ${paid('out')} as paid_out
      from (${allOf(filter, reader)}) money where ${isInState(filter.state)}`);
    const [found] = rows;
    return { count: found?.count ?? 0, in: found?.paid_in ?? 0, out: found?.paid_out ?? 0 };
  },

  /** How many payments stay as they are until somebody sees to them. */
  countHanging: async ({ conflicts }: Pick<StaffMember, 'conflicts'>): Promise<number> => {
    const own = conflicts.customers;
    const [unanswered, ordered, stuck] = await Promise.all([
      db.$count(
        payments,
        and(eq(payments.state, 'started'), own.length > 0 ? not(anyOf(payments.customerId, own)) : undefined),
      ),
      db.$count(
        refunds,
        and(eq(refunds.state, 'ordered'), own.length > 0 ? not(anyOf(refunds.customerId, own)) : undefined),
      ),
      db.$count(
        claimPayments,
        and(
          sql`${claimPayments.step} in ('failed', 'returned')`,
          sql`${claimPayments.amount} > 0`,
          own.length > 0 ? not(anyOf(claimPayments.customerId, own)) : undefined,
        ),
      ),
    ]);
    return unanswered + ordered + stuck;
  },

  /** Those of some cases that an employee may open. */
  openable: async (
    ids: readonly string[],
    { employee, language }: { employee: StaffMember; language: Language },
  ): Promise<ReadonlySet<string>> => {
    if (ids.length === 0) return new Set();
    const lines = await workItemLines(db, language).where(and(anyOf(cases.id, ids), mayOpen(employee)));
    return new Set(lines.map(({ row }) => row.id));
  },
});
