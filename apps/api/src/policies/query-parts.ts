import { changeRequests, coreRecords, type Db, policies, products } from '@hofn/database';
import { renewalNoticeDays } from '@hofn/domain';
import { type AcceptedEnd, endKinds } from '@hofn/domain/planned-end.ts';
import type { Language } from '@hofn/texts';
import { and, eq, gt, gte, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { parameter } from '../platform/sql.ts';

/** Parameters of the prepared queries. */
export const subject = sql.placeholder('subject');
export const today = parameter('today', 'date');

/** Whether the policy that a list is filtered by is the subject's; true without one. */
export const ownsPolicy = (db: Db): SQL<boolean> => {
  const policy = parameter('policy', 'text');
  const own = db
    .select({ id: policies.id })
    .from(policies)
    .where(and(eq(policies.customerId, subject), eq(policies.id, policy)));
  return sql<boolean>`${policy} is null or exists ${own}`;
};

/**
 * The newest request to suspend or end a policy, or offer that replaces it, that was accepted. Staff write it to the policy at once, or on the day in
 * `apply_on`; the core system sends the policy again.
 */
const acceptedEnd = sql<AcceptedEnd | null>`(
  select json_build_object(
    'kind', coalesce(${changeRequests.kind}, 'replace'),
    'effectiveOn', coalesce(${changeRequests.outcome} ->> 'effectiveOn', ${changeRequests.effectiveOn}::text),
    'isByHolder', ${changeRequests.actorId} = ${changeRequests.customerId},
    'isWritten', case when ${changeRequests.outcome} -> 'by' ->> 'kind' = 'core'
      then exists (select 1 from ${coreRecords} where ${coreRecords.type} = 'policies'
        and ${coreRecords.id} = ${policies.id} and ${coreRecords.receivedAt} > ${changeRequests.settledAt})
      else ${changeRequests.applyOn} is null end)
  from ${changeRequests}
  where ${changeRequests.customerId} = ${policies.customerId} and ${changeRequests.policyId} = ${policies.id}
    and ${changeRequests.state} = 'confirmed' and (${changeRequests.kind} in (${sql.raw(endKinds.map((kind) => `'${kind}'`).join(', '))})
      or ${changeRequests.proposalId} is not null)
  order by ${changeRequests.settledAt} desc limit 1)`;

/** The fields of a policy in a list, with the days that its status depends on. */
export const summaryFields = (language: Language) => ({
  id: policies.id,
  number: policies.number,
  product: policies.productId,
  group: products.group,
  ordinal: products.ordinal,
  name: pick(language, products.nameIs, products.nameEn),
  insured: pick(language, policies.insuredIs, policies.insuredEn),
  premiumPerYear: policies.premiumPerYear,
  deductible: policies.deductible,
  sumInsured: policies.sumInsured,
  validFrom: policies.validFrom,
  validTo: policies.validTo,
  renews: policies.renews,
  cancelledOn: policies.cancelledOn,
  lapsedOn: policies.lapsedOn,
  suspendedOn: policies.suspendedOn,
  acceptedEnd,
});

/** Joins a table whose rows belong to a policy. */
export const onPolicy = (table: { customerId: SQL | object; policyId: object }): SQL =>
  sql`${table.customerId} = ${policies.customerId} and ${table.policyId} = ${policies.id}`;

/** `policyStatus` of @hofn/domain in SQL, to filter the list by status. */
export const statusOn = (day: SQL): SQL => sql`case
  when ${policies.lapsedOn} <= ${day} then 'lapsed'
  when ${policies.validTo} < ${day} then case when ${policies.cancelledOn} is null then 'expired' else 'cancelled' end
  when ${policies.cancelledOn} is not null then 'cancelled'
  when ${policies.validFrom} > ${day} then 'pending'
  when ${policies.suspendedOn} <= ${day} then 'suspended'
  when ${policies.renews} and ${policies.validTo} <= ${day} + ${sql.raw(String(renewalNoticeDays))} then 'renewing'
  else 'active' end`;

/** `countsInTotals` of @hofn/domain in SQL. */
export const countsOn = (day: SQL): SQL | undefined => and(isCurrentOn(day), isNull(policies.cancelledOn));

/** `isCurrent` of @hofn/domain in SQL: the policy is in force, or will be. */
export const isCurrentOn = (day: SQL): SQL | undefined =>
  and(
    gte(policies.validTo, day),
    or(isNull(policies.lapsedOn), gt(policies.lapsedOn, day)),
    // One that was cancelled before it began never will be.
    or(
      isNull(policies.cancelledOn),
      and(lte(policies.validFrom, day), gte(policies.cancelledOn, policies.validFrom)),
    ),
  );

/** `isCovering` of @hofn/domain in SQL: current, begun and not suspended. */
export const isCoveringOn = (day: SQL): SQL | undefined =>
  and(
    isCurrentOn(day),
    lte(policies.validFrom, day),
    or(isNull(policies.suspendedOn), gt(policies.suspendedOn, day)),
  );
