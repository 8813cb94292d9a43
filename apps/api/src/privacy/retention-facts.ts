import {
  changeRequests,
  claims,
  companyInvolvement,
  type Db,
  documents,
  documentsToSign,
  instalments,
  payments,
  policies,
  proposals,
  staffViews,
  transactions,
} from '@hofn/database';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Customer } from '../platform/authorization.ts';
import type { RetainedClaim, RetainedItem, RetentionFacts } from './retention.ts';

const day = (value: SQL | object) => sql`(${value} at time zone 'UTC')::date`;

const lastOf = (value: SQL | object, from: PgTable, where: SQL) =>
  sql`(select max(${value}) from ${from} where ${where})`;

/** Policies, each with the last day on which anything in it happened or will happen. */
const policiesOf = (db: Db, id: string, today: string): Promise<RetainedItem[]> => {
  const isOver = sql`(${policies.validTo} < ${today}::date or ${policies.lapsedOn} <= ${today}::date)`;
  const inPolicy = (table: { customerId: object; policyId: object }) =>
    sql`${table.customerId} = ${policies.customerId} and ${table.policyId} = ${policies.id}`;
  const ended = sql<string | null>`case when ${isOver} then greatest(
    coalesce(least(${policies.lapsedOn}, ${policies.validTo}), ${policies.validTo}),
    ${lastOf(documents.issuedOn, documents, inPolicy(documents))},
    ${lastOf(documentsToSign.signBy, documentsToSign, inPolicy(documentsToSign))},
    ${lastOf(instalments.dueDate, instalments, inPolicy(instalments))},
    ${lastOf(transactions.bookedOn, transactions, inPolicy(transactions))},
    ${lastOf(changeRequests.effectiveOn, changeRequests, inPolicy(changeRequests))},
    ${lastOf(proposals.validTo, proposals, inPolicy(proposals))})::text end`;
  return db
    .select({ id: policies.id, last: sql<string | null>`(${ended})` })
    .from(policies)
    .where(eq(policies.customerId, id));
};

/** Claims, each with the last day on which anything in it happened or will happen. */
const claimsOf = (db: Db, id: string): Promise<RetainedClaim[]> => {
  const inClaim = (table: { customerId: object; claimId: object }) =>
    sql`${table.customerId} = ${claims.customerId} and ${table.claimId} = ${claims.id}`;
  const closed = sql`${claims.status} in ('rejected', 'settled', 'closed', 'withdrawn')`;
  const settled = sql<string | null>`case when ${closed} then greatest(${day(claims.changedAt)},
    ${lastOf(documents.issuedOn, documents, inClaim(documents))},
    ${lastOf(documentsToSign.signBy, documentsToSign, inClaim(documentsToSign))})::text end`;
  return db
    .select({ id: claims.id, policyId: claims.policyId, last: sql<string | null>`(${settled})` })
    .from(claims)
    .where(eq(claims.customerId, id));
};

type Facts = Pick<RetentionFacts, 'owes' | 'lastBooked' | 'involved' | 'lastView'>;

const factsOf = async (db: Db, id: string, today: string): Promise<Facts> => {
  const { rows } = (await db.execute(sql`select
    exists (select from ${instalments} where ${instalments.customerId} = ${id} and ${instalments.paidAt} is null and ${instalments.cancelledAt} is null and ${instalments.dueDate} <= ${today}::date)
      or exists (select from ${payments} where ${payments.customerId} = ${id} and ${payments.state} = 'started') as owes,
    greatest(
      (select max(${transactions.bookedOn}) from ${transactions} where ${transactions.customerId} = ${id}),
      (select max(${instalments.dueDate}) from ${instalments} where ${instalments.customerId} = ${id}),
      (select max(${day(payments.createdAt)}) from ${payments} where ${payments.customerId} = ${id}))::text as "lastBooked",
    exists (select from ${companyInvolvement} where ${companyInvolvement.customerId} = ${id} and ${companyInvolvement.endedOn} is null) as involved,
    (select max(${day(staffViews.openedAt)})::text from ${staffViews} where ${staffViews.customerId} = ${id}) as "lastView"`)) as unknown as {
    rows: Facts[];
  };
  const [facts] = rows;
  if (!facts) throw new Error('A select without a table returned no row');
  return facts;
};

/** Reads the facts that the retention rules need. `requestedOn` is the day of the request. */
export const readRetentionFacts = async (
  db: Db,
  { id }: Customer,
  requestedOn: string,
  today: string,
): Promise<RetentionFacts> => ({
  policies: await policiesOf(db, id, today),
  claims: await claimsOf(db, id),
  ...(await factsOf(db, id, today)),
  requestedOn,
});
