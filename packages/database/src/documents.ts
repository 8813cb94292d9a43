import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from './open.ts';
import { claimEvents, claims } from './schema/claims.ts';
import { documents } from './schema/documents.ts';
import { instalments, transactions } from './schema/payments.ts';
import { policies } from './schema/policies.ts';
import { products } from './schema/products.ts';

/** Days before its due date that an instalment is invoiced. */
export const invoiceNoticeDays = 14;
/** Days before the end of its period that a policy's renewal is told of; `renewalNoticeDays` of @hofn/domain. */
const renewalNoticeDays = 30;
/** Day of January on which the year before is accounted for. */
const statementDay = 15;

type Issue = {
  kind: (typeof documents.$inferInsert)['kind'];
  customerId: SQL | object;
  /** What makes it this document and no other of its kind: it is issued once. */
  key: SQL;
  titleIs: SQL;
  titleEn: SQL;
  issuedOn: SQL;
  periodFrom?: SQL;
  periodTo?: SQL;
  policyId?: SQL | object;
  claimId?: SQL | object;
  instalmentId?: SQL | object;
  from: SQL;
  where: SQL;
};

const none = sql`null`;

/**
 * Issues every document that is due by `today` and is not there yet, of these customers or of all. Done again it adds
 * only what lacks, so that a job may do it each night and a seed for its own.
 * @param options.today `YYYY-MM-DD`
 */
export const issueDocuments = async (
  db: Db,
  { today: day, customerIds }: { today: string; customerIds?: readonly string[] },
): Promise<void> => {
  const today = sql`${day}::date`;
  const policy = sql`${policies} join ${products} on ${products.id} = ${policies.productId}`;
  const quarter = sql`date_trunc('quarter', ${transactions.bookedOn})`;
  const year = sql`date_trunc('year', ${transactions.bookedOn})`;
  const thisQuarter = sql`date_trunc('quarter', ${today})::date`;
  const renewalDay = sql`${policies.validTo} - ${renewalNoticeDays}::int`;
  const invoiceDay = sql`${instalments.dueDate} - ${invoiceNoticeDays}::int`;
  const decisionDay = sql`(${claimEvents.at} at time zone 'UTC')::date`;

  const issues: Issue[] = [
    {
      kind: 'certificate',
      customerId: policies.customerId,
      key: sql`concat(${policies.id}, ${policies.validFrom})`,
      titleIs: sql`'Skírteini: ' || ${products.nameIs}`,
      titleEn: sql`'Certificate: ' || ${products.nameEn}`,
      issuedOn: sql`${policies.validFrom}`,
      periodFrom: sql`${policies.validFrom}`,
      periodTo: sql`${policies.validTo}`,
      policyId: policies.id,
      from: policy,
      where: sql`${policies.validFrom} <= ${today}`,
    },
    {
      kind: 'renewal',
      customerId: policies.customerId,
      key: sql`concat(${policies.id}, ${policies.validTo})`,
      titleIs: sql`'Endurnýjun: ' || ${products.nameIs}`,
      titleEn: sql`'Renewal: ' || ${products.nameEn}`,
      issuedOn: renewalDay,
      periodFrom: sql`${policies.validTo} + 1`,
      periodTo: sql`(${policies.validTo} + interval '1 year')::date`,
      policyId: policies.id,
      from: policy,
      where: sql`${policies.renews} and ${policies.cancelledOn} is null and ${policies.lapsedOn} is null and ${renewalDay} <= ${today} and ${policies.validTo} >= ${today}`,
    },
    {
      kind: 'invoice',
      customerId: instalments.customerId,
      key: sql`${instalments.id}`,
      titleIs: sql`concat('Reikningur: ', ${instalments.sequence}, '. greiðsla af ', ${instalments.sequenceOf})`,
      titleEn: sql`concat('Invoice: instalment ', ${instalments.sequence}, ' of ', ${instalments.sequenceOf})`,
      issuedOn: invoiceDay,
      policyId: instalments.policyId,
      instalmentId: instalments.id,
      from: sql`${instalments}`,
      where: sql`${instalments.cancelledAt} is null and ${invoiceDay} <= ${today}`,
    },
    {
      kind: 'claimDecision',
      customerId: claims.customerId,
      key: sql`concat(${claims.id}, ' ', ${claimEvents.sequence})`,
      titleIs: sql`'Ákvörðun um bætur: ' || ${claims.titleIs}`,
      titleEn: sql`'Claim decision: ' || ${claims.titleEn}`,
      issuedOn: decisionDay,
      policyId: claims.policyId,
      claimId: claims.id,
      from: sql`${claims} join ${claimEvents} on ${claimEvents.customerId} = ${claims.customerId} and ${claimEvents.claimId} = ${claims.id}`,
      // A claim that someone unknown filed is no matter of the customer's until a handler has looked into it.
      where: sql`${claimEvents.status} in ('approved', 'partlyApproved', 'rejected') and ${decisionDay} <= ${today} and not ${claims.unverified}`,
    },
    {
      kind: 'transactionOverview',
      customerId: transactions.customerId,
      key: sql`${quarter}::date`,
      titleIs: sql`concat('Hreyfingayfirlit, ', extract(quarter from ${quarter}), '. ársfjórðungur ', extract(year from ${quarter}))`,
      titleEn: sql`concat('Transactions, quarter ', extract(quarter from ${quarter}), ' of ', extract(year from ${quarter}))`,
      issuedOn: sql`(${quarter} + interval '3 months')::date`,
      periodFrom: sql`${quarter}::date`,
      periodTo: sql`(${quarter} + interval '3 months')::date - 1`,
      from: sql`(select distinct on (${transactions.customerId}, ${quarter}) * from ${transactions}) as ${transactions}`,
      where: sql`${quarter} + interval '3 months' <= ${today}`,
    },
    {
      kind: 'policyOverview',
      customerId: policies.customerId,
      key: thisQuarter,
      titleIs: sql`'Yfirlit yfir tryggingar'`,
      titleEn: sql`'Policy overview'`,
      issuedOn: thisQuarter,
      from: sql`(select distinct on (${policies.customerId}) * from ${policies} where ${policies.validFrom} <= ${thisQuarter} and ${policies.validTo} >= ${thisQuarter} and (${policies.lapsedOn} is null or ${policies.lapsedOn} > ${thisQuarter})) as ${policies}`,
      where: sql`true`,
    },
    {
      kind: 'annualStatement',
      customerId: transactions.customerId,
      key: sql`${year}::date`,
      titleIs: sql`concat('Ársyfirlit ', extract(year from ${year}))`,
      titleEn: sql`concat('Annual statement ', extract(year from ${year}))`,
      issuedOn: sql`(${year} + interval '1 year')::date + ${statementDay - 1}::int`,
      periodFrom: sql`${year}::date`,
      periodTo: sql`(${year} + interval '1 year')::date - 1`,
      from: sql`(select distinct on (${transactions.customerId}, ${year}) * from ${transactions}) as ${transactions}`,
      where: sql`(${year} + interval '1 year')::date + ${statementDay - 1}::int <= ${today}`,
    },
  ];
  for (const issue of issues) {
    const { kind, customerId, key, from, where } = issue;
    const id = sql`substr(encode(sha256(convert_to(concat_ws(' ', ${kind}::text, ${customerId}, ${key}), 'UTF8')), 'hex'), 1, 20)`;
    const own = customerIds ? inArray(sql`${customerId}`, [...customerIds]) : sql`true`;
    await db.execute(
      sql`insert into ${documents} (customer_id, id, kind, title_is, title_en, issued_on, period_from, period_to, policy_id, claim_id, instalment_id)
        select ${customerId}, ${id}, ${kind}::document_kind, ${issue.titleIs}, ${issue.titleEn}, ${issue.issuedOn}, (${issue.periodFrom ?? none})::date, (${issue.periodTo ?? none})::date, ${issue.policyId ?? none}, ${issue.claimId ?? none}, ${issue.instalmentId ?? none}
        from ${from} where ${where} and ${own} on conflict do nothing`,
    );
  }
};
