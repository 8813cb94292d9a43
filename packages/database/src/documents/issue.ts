import { renewalNoticeDays } from '@hofn/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { claimEvents, claims } from '../schema/claims.ts';
import { documents } from '../schema/documents.ts';
import { instalments, transactions } from '../schema/payments.ts';
import { policies } from '../schema/policies.ts';
import { products } from '../schema/products.ts';
import { factsOf, freezeWordings, hashOf, policyTerms } from './freeze.ts';
import { documentTitles, type IssuedKind, titleOf } from './titles.ts';

/** Days before its due date that an instalment is invoiced. */
export const invoiceNoticeDays = 14;
/** Day of January on which the year before is accounted for. */
export const statementDay = 15;

/** The kinds that are issued, in the order of the statements. */
export const issuedKinds = Object.keys(documentTitles) as IssuedKind[];

/** Whose documents are issued, and those of which days: up to `to`, or with `from` those that fall due in between. */
export type Scope = { customerIds: readonly string[]; from?: string; to: string };

type Issue = {
  customerId: SQL | object;
  /** What makes it this document and no other of its kind: it is issued once. */
  key: SQL;
  /** What the places in its title are filled with, by language where the words differ. */
  title: Record<'is' | 'en', Record<string, SQL | object>>;
  issuedOn: SQL;
  periodFrom?: SQL | object;
  periodTo?: SQL | object;
  policyId?: SQL | object;
  claimId?: SQL | object;
  instalmentId?: SQL | object;
  /** Whether its facts refer to wordings. */
  cites?: boolean;
  fingerprint?: SQL;
  version?: SQL;
  from: SQL;
  where: SQL;
};

const none = sql`null`;
const year = (day: SQL) => sql`extract(year from ${day})`;

/** What is issued of each kind, as the parts of one `insert … select`. */
const issuesOf = ({ customerIds, from: first, to: last }: Scope): Record<IssuedKind, () => Issue> => {
  const to = sql`${last}::date`;
  const among = (customerId: SQL | object) => sql`${customerId} = any(${sql.param(customerIds)}::text[])`;
  const fallsDue = (day: SQL) =>
    first === undefined ? sql`${day} <= ${to}` : sql`${day} between ${first}::date and ${to}`;
  const policy = sql`${policies} join ${products} on ${products.id} = ${policies.productId}`;
  const named = { is: { product: products.nameIs }, en: { product: products.nameEn } };
  const alike = (values: Record<string, SQL | object>) => ({ is: values, en: values });

  /** Periods of accounts that have ended and have at least one entry. */
  const ended = (unit: 'quarter' | 'year', length: SQL, wait: number) => {
    const begins = sql`date_trunc(${sql.raw(`'${unit}'`)}, ${transactions.bookedOn})`;
    const begin = sql`ended.begins`;
    const next = sql`(${begin} + ${length})::date`;
    const issuedOn = sql`(${next} + ${wait}::int)`;
    return {
      customerId: sql`ended.customer_id`,
      key: begin,
      issuedOn,
      periodFrom: begin,
      periodTo: sql`(${next} - 1)`,
      from: sql`(select distinct ${transactions.customerId}, ${begins}::date as begins from ${transactions} where ${among(transactions.customerId)}) as ended`,
      where: fallsDue(issuedOn),
    };
  };

  return {
    certificate: () => {
      const latest = sql`(select max(${documents.version}) as version, (array_agg(${documents.fingerprint} order by ${documents.version} desc))[1] as fingerprint
        from ${documents} where ${documents.kind} = 'certificate' and ${documents.customerId} = ${policies.customerId} and ${documents.policyId} = ${policies.id} and ${documents.periodFrom} = ${policies.validFrom})`;
      const now = sql`stated.fingerprint`;
      const isFirst = sql`latest.version is null`;
      // Issued by a release without fingerprints: it is taken as a certificate of the policy as it is now.
      const isAdopted = sql`latest.version is not null and latest.fingerprint is null`;
      // A cancelled or lapsed policy has letters of its own; its certificate is not issued again.
      const isAmended = sql`latest.fingerprint <> ${now} and ${policies.cancelledOn} is null and ${policies.lapsedOn} is null`;
      const version = sql`case when ${isFirst} then 1 when ${isAdopted} then latest.version else latest.version + 1 end`;
      return {
        customerId: policies.customerId,
        key: sql`concat(${policies.id}, ${policies.validFrom}, case when ${version} > 1 then concat(' ', ${version}) end)`,
        title: named,
        issuedOn: sql`case when ${isFirst} or ${isAdopted} then ${policies.validFrom} else ${to} end`,
        periodFrom: policies.validFrom,
        periodTo: policies.validTo,
        policyId: policies.id,
        cites: true,
        fingerprint: now,
        version,
        from: sql`${policy} left join lateral ${latest} as latest on true
          cross join lateral (select hashed.terms, ${hashOf(sql`hashed.terms`)} as fingerprint from (select ${policyTerms} as terms offset 0) as hashed offset 0) as stated`,
        where: sql`${among(policies.customerId)} and ${fallsDue(sql`${policies.validFrom}`)} and (${isFirst} or ${isAdopted} or (${isAmended}))`,
      };
    },
    renewal: () => {
      const renewalDay = sql`(${policies.validTo} - ${renewalNoticeDays}::int)`;
      return {
        customerId: policies.customerId,
        key: sql`concat(${policies.id}, ${policies.validTo})`,
        title: named,
        issuedOn: renewalDay,
        periodFrom: sql`${policies.validTo} + 1`,
        periodTo: sql`(${policies.validTo} + interval '1 year')::date`,
        policyId: policies.id,
        cites: true,
        from: policy,
        where: sql`${among(policies.customerId)} and ${policies.renews} and ${policies.cancelledOn} is null and ${policies.lapsedOn} is null and ${fallsDue(renewalDay)} and ${policies.validTo} >= ${to}`,
      };
    },
    invoice: () => {
      const invoiceDay = sql`(${instalments.dueDate} - ${invoiceNoticeDays}::int)`;
      return {
        customerId: instalments.customerId,
        key: sql`${instalments.id}`,
        title: alike({ sequence: instalments.sequence, sequenceOf: instalments.sequenceOf }),
        issuedOn: invoiceDay,
        policyId: instalments.policyId,
        instalmentId: instalments.id,
        from: sql`${instalments}`,
        where: sql`${among(instalments.customerId)} and ${instalments.cancelledAt} is null and ${fallsDue(invoiceDay)}`,
      };
    },
    claimDecision: () => ({
      customerId: claims.customerId,
      key: sql`concat(${claims.id}, ' ', ${claimEvents.sequence})`,
      title: { is: { claim: claims.titleIs }, en: { claim: claims.titleEn } },
      issuedOn: sql`(${claimEvents.at} at time zone 'UTC')::date`,
      policyId: claims.policyId,
      claimId: claims.id,
      from: sql`${claims} join ${claimEvents} on ${claimEvents.customerId} = ${claims.customerId} and ${claimEvents.claimId} = ${claims.id}`,
      // A decision is made when it is written: there is none of a day to come. A claim that someone unknown filed is no
      // matter of the customer's until a handler has looked into it.
      where: sql`${among(claims.customerId)} and ${claimEvents.status} in ('approved', 'partlyApproved', 'rejected') and not ${claims.unverified}`,
    }),
    transactionOverview: () => ({
      ...ended('quarter', sql`interval '3 months'`, 0),
      title: alike({ quarter: sql`extract(quarter from ended.begins)`, year: year(sql`ended.begins`) }),
    }),
    policyOverview: () => {
      const quarter = sql`date_trunc('quarter', ${to})::date`;
      return {
        customerId: sql`holding.customer_id`,
        key: quarter,
        title: alike({}),
        issuedOn: quarter,
        from: sql`(select distinct ${policies.customerId} from ${policies} where ${among(policies.customerId)} and ${policies.validFrom} <= ${quarter} and ${policies.validTo} >= ${quarter} and (${policies.lapsedOn} is null or ${policies.lapsedOn} > ${quarter})) as holding`,
        where: sql`true`,
      };
    },
    annualStatement: () => ({
      ...ended('year', sql`interval '1 year'`, statementDay - 1),
      title: alike({ year: year(sql`ended.begins`) }),
    }),
  };
};

/**
 * Issues the documents of one kind that are due in a scope and not there yet, each with the facts that it states. One that
 * an earlier release issued without facts, and nobody has opened, is given those of today.
 * @param wordings hash that `freezeWordings` returned
 * @returns how many were issued
 */
export const issueKind = async (
  tx: Db,
  kind: IssuedKind,
  scope: Scope,
  wordings: string,
): Promise<number> => {
  const issue = issuesOf(scope)[kind]();
  const { customerId, key, issuedOn, from, where } = issue;
  const periodFrom = issue.periodFrom ?? issuedOn;
  const facts = factsOf(kind, customerId, { from: periodFrom, to: issue.periodTo ?? issuedOn });
  const id = sql`substr(encode(sha256(convert_to(concat_ws(' ', ${kind}::text, ${customerId}, ${key}), 'UTF8')), 'hex'), 1, 20)`;
  const isFrozen = sql`(held.facts is not null or held.file_is is not null)`;
  const isSettled = issue.fingerprint ? sql`(${isFrozen} and held.fingerprint is not null)` : isFrozen;
  // The facts are worked out for those rows alone that are not there yet.
  const { rows } = (await tx.execute(
    sql`insert into ${documents} (customer_id, id, kind, title_is, title_en, issued_on, period_from, period_to, policy_id, claim_id, instalment_id, facts, wordings, fingerprint, version)
      select ${customerId}, ${id}, ${kind}::document_kind, ${titleOf(kind, 'is', issue.title.is)}, ${titleOf(kind, 'en', issue.title.en)}, ${issuedOn}, (${issue.periodFrom ?? none})::date, (${issue.periodTo ?? none})::date, ${issue.policyId ?? none}, ${issue.claimId ?? none}, ${issue.instalmentId ?? none}, ${facts}, ${issue.cites ? sql`${wordings}::text` : none}, ${issue.fingerprint ?? none}, ${issue.version ?? sql`1`}
      from ${from} where ${where}
        and not exists (select from ${documents} as held where held.customer_id = ${customerId} and held.id = ${id} and ${isSettled})
      on conflict (customer_id, id) do update set fingerprint = excluded.fingerprint,
        facts = case when documents.file_is is null then excluded.facts end,
        wordings = case when documents.file_is is null then excluded.wordings end
      returning (xmax = 0) as added`,
  )) as unknown as { rows: Array<{ added: boolean }> };
  return rows.filter(({ added }) => added).length;
};

/**
 * Issues every document of these customers that is due by `today` and is not there yet. Done again it adds only what
 * lacks.
 * @param options.today `YYYY-MM-DD`
 */
export const issueDocumentsOf = async (
  db: Db,
  { today, customerIds }: { today: string; customerIds: readonly string[] },
): Promise<void> => {
  const wordings = await freezeWordings(db);
  for (const kind of issuedKinds) await issueKind(db, kind, { customerIds, to: today }, wordings);
};
