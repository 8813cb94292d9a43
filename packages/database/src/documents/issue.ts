import { renewalNoticeDays } from '@hofn/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../open.ts';
import { claimEvents, claims } from '../schema/claims.ts';
import { customers } from '../schema/customers.ts';
import { documents } from '../schema/documents.ts';
import { instalments, transactions } from '../schema/payments.ts';
import { policies } from '../schema/policies.ts';
import { products } from '../schema/products.ts';
import {
  factsOf,
  freezeWordings,
  hashOf,
  hasNoAmount,
  isDecision,
  policyTerms,
  statedSums,
} from './facts-sql.ts';
import { decisionTitles, documentTitles, type IssuedKind, titleOf } from './titles.ts';

/** Days before the due date on which an instalment is invoiced. */
export const invoiceNoticeDays = 14;
/** Day of January on which the annual statement of the previous year is issued. */
export const statementDay = 15;

/** The kinds of issued documents. */
export const issuedKinds = Object.keys(documentTitles) as IssuedKind[];

/**
 * The kinds that are issued in the night alone: they state everything of a period, and the facts of a period that has
 * ended may arrive one by one.
 */
const periodicKinds: readonly IssuedKind[] = ['transactionOverview', 'policyOverview', 'annualStatement'];

const decided = (language: 'is' | 'en'): SQL =>
  sql`case when ${hasNoAmount} then ${decisionTitles.cover[language]}::text else ${decisionTitles.compensation[language]}::text end`;

/** A document that was issued. */
export type IssuedDocument = { customerId: string; id: string; kind: IssuedKind };

/** Customers and days to issue documents for: all due up to `to`, or with `from` those due in between. */
export type Scope = { customerIds: readonly string[]; from?: string; to: string };

type Issue = {
  customerId: SQL | object;
  /** Identifies the document among those of its kind and customer, so that it is issued once. */
  key: SQL;
  /** Values of the placeholders in the title, by language. */
  title: Record<'is' | 'en', Record<string, SQL | object>>;
  issuedOn: SQL;
  /** Day that must not be before the customer's first day for documents; `issuedOn` if left out. */
  concerns?: SQL | object;
  periodFrom?: SQL | object;
  periodTo?: SQL | object;
  policyId?: SQL | object;
  claimId?: SQL | object;
  instalmentId?: SQL | object;
  /** Whether the facts refer to wordings. */
  citesWordings?: boolean;
  fingerprint?: SQL;
  version?: SQL;
  from: SQL;
  where: SQL;
};

const none = sql`null`;
const year = (day: SQL) => sql`extract(year from ${day})`;

/**
 * Versions of a document about a policy or an account: issued again when what it states has changed since.
 * @param options.of condition that selects the earlier versions
 * @param options.current fingerprint of what it would state now
 * @param options.to day on which a changed one is issued
 */
const versionsOf = ({ kind, of, current, to }: { kind: IssuedKind; of: SQL; current: SQL; to: SQL }) => {
  const latest = sql`(select max(${documents.version}) as version, (array_agg(${documents.fingerprint} order by ${documents.version} desc))[1] as fingerprint
    from ${documents} where ${documents.kind} = ${kind} and ${of}) as latest`;
  const isFirst = sql`latest.version is null`;
  // Issued by a release without fingerprints: assumed to state what holds now.
  const isAdopted = sql`latest.version is not null and latest.fingerprint is null`;
  const version = sql`case when ${isFirst} then 1 when ${isAdopted} then latest.version else latest.version + 1 end`;
  return {
    latest,
    version,
    /** Part of the key: nothing for the first version. */
    suffix: sql`case when ${version} > 1 then concat(' ', ${version}) end`,
    issuedOn: (first: SQL | object) => sql`case when ${isFirst} or ${isAdopted} then ${first} else ${to} end`,
    isDue: (ifChanged: SQL = sql`true`) =>
      sql`(${isFirst} or ${isAdopted} or (latest.fingerprint <> ${current} and ${ifChanged}))`,
  };
};

/** The parts of the `insert … select` that issues each kind. */
const issuesOf = ({ customerIds, from: first, to: last }: Scope): Record<IssuedKind, () => Issue> => {
  const to = sql`${last}::date`;
  const among = (customerId: SQL | object) => sql`${customerId} = any(${sql.param(customerIds)}::text[])`;
  const fallsDue = (day: SQL) =>
    first === undefined ? sql`${day} <= ${to}` : sql`${day} between ${first}::date and ${to}`;
  const policy = sql`${policies} join ${products} on ${products.id} = ${policies.productId}`;
  const productName = { is: { product: products.nameIs }, en: { product: products.nameEn } };
  const sameInBoth = (values: Record<string, SQL | object>) => ({ is: values, en: values });

  /** Ended periods of accounts with at least one entry. */
  const endedPeriods = (unit: 'quarter' | 'year', length: SQL, wait: number) => {
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
      const fingerprint = sql`stated.fingerprint`;
      const { latest, version, suffix, issuedOn, isDue } = versionsOf({
        to,
        kind: 'certificate',
        current: fingerprint,
        of: sql`${documents.customerId} = ${policies.customerId} and ${documents.policyId} = ${policies.id} and ${documents.periodFrom} = ${policies.validFrom}`,
      });
      return {
        customerId: policies.customerId,
        key: sql`concat(${policies.id}, ${policies.validFrom}, ${suffix})`,
        title: productName,
        issuedOn: issuedOn(policies.validFrom),
        // Cover that holds on the first day for documents is certified, however long it has held.
        concerns: policies.validTo,
        periodFrom: policies.validFrom,
        periodTo: policies.validTo,
        policyId: policies.id,
        citesWordings: true,
        fingerprint,
        version,
        from: sql`${policy} left join lateral ${latest} on true
          cross join lateral (select hashed.terms, ${hashOf(sql`hashed.terms`)} as fingerprint from (select ${policyTerms} as terms offset 0) as hashed offset 0) as stated`,
        // A cancelled or lapsed policy gets other letters; its certificate is not reissued.
        where: sql`${among(policies.customerId)} and ${fallsDue(sql`${policies.validFrom}`)} and ${isDue(sql`${policies.cancelledOn} is null and ${policies.lapsedOn} is null`)}`,
      };
    },
    renewal: () => {
      const renewalDay = sql`(${policies.validTo} - ${renewalNoticeDays}::int)`;
      return {
        customerId: policies.customerId,
        key: sql`concat(${policies.id}, ${policies.validTo})`,
        title: productName,
        issuedOn: renewalDay,
        periodFrom: sql`${policies.validTo} + 1`,
        periodTo: sql`(${policies.validTo} + interval '1 year')::date`,
        policyId: policies.id,
        citesWordings: true,
        from: policy,
        where: sql`${among(policies.customerId)} and ${policies.renews} and ${policies.cancelledOn} is null and ${policies.lapsedOn} is null and ${fallsDue(renewalDay)} and ${policies.validTo} >= ${to}`,
      };
    },
    invoice: () => {
      const invoiceDay = sql`(${instalments.dueDate} - ${invoiceNoticeDays}::int)`;
      return {
        customerId: instalments.customerId,
        key: sql`${instalments.id}`,
        title: sameInBoth({ sequence: instalments.sequence, sequenceOf: instalments.sequenceOf }),
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
      title: {
        is: { decision: decided('is'), claim: claims.titleIs },
        en: { decision: decided('en'), claim: claims.titleEn },
      },
      issuedOn: sql`(${claimEvents.at} at time zone 'UTC')::date`,
      policyId: claims.policyId,
      claimId: claims.id,
      from: sql`${claims} join ${claimEvents} on ${claimEvents.customerId} = ${claims.customerId} and ${claimEvents.claimId} = ${claims.id}`,
      // Decisions are never dated in the future, so no day limit is needed. A claim filed without signing in does not
      // concern the customer until a handler has verified it.
      where: sql`${among(claims.customerId)} and ${isDecision()} and not ${claims.unverified}`,
    }),
    transactionOverview: () => ({
      ...endedPeriods('quarter', sql`interval '3 months'`, 0),
      title: sameInBoth({ quarter: sql`extract(quarter from ended.begins)`, year: year(sql`ended.begins`) }),
    }),
    policyOverview: () => {
      const quarter = sql`date_trunc('quarter', ${to})::date`;
      return {
        customerId: sql`holding.customer_id`,
        key: quarter,
        title: sameInBoth({}),
        issuedOn: quarter,
        from: sql`(select distinct ${policies.customerId} from ${policies} where ${among(policies.customerId)} and ${policies.validFrom} <= ${quarter} and ${policies.validTo} >= ${quarter} and (${policies.lapsedOn} is null or ${policies.lapsedOn} > ${quarter})) as holding`,
        where: sql`true`,
      };
    },
    annualStatement: () => {
      const ended = endedPeriods('year', sql`interval '1 year'`, statementDay - 1);
      const fingerprint = sql`stated.fingerprint`;
      const { latest, version, suffix, issuedOn, isDue } = versionsOf({
        to,
        kind: 'annualStatement',
        current: fingerprint,
        of: sql`${documents.customerId} = ${ended.customerId} and ${documents.periodFrom} = ${ended.periodFrom}`,
      });
      const corrected = (word: string) => ({
        year: sql`concat(${year(ended.periodFrom)}, case when ${version} > 1 then ${` (${word})`}::text end)`,
      });
      return {
        ...ended,
        key: sql`concat(${ended.key}, ${suffix})`,
        title: { is: corrected('leiðrétt'), en: corrected('corrected') },
        issuedOn: issuedOn(ended.issuedOn),
        concerns: ended.issuedOn,
        fingerprint,
        version,
        from: sql`${ended.from} left join lateral ${latest} on true
          cross join lateral (select ${hashOf(statedSums(ended.customerId, ended.periodFrom, ended.periodTo))} as fingerprint offset 0) as stated`,
        where: sql`${ended.where} and ${isDue()}`,
      };
    },
  };
};

/** Whether a day is not before the customer's first day for documents, if they have one. */
const isSinceFirstDay = (customerId: SQL | object, day: SQL | object): SQL =>
  sql`${day} >= coalesce((select begun.documents_from from ${customers} as begun where begun.id = ${customerId}), '-infinity'::date)`;

/**
 * Issues the documents of one kind that are due in a scope and do not exist yet, each with its facts. A document that
 * an earlier release issued without facts, and nobody has opened, gets today's facts.
 * @param wordings hash that `freezeWordings` returned
 * @returns those that were issued
 */
export const issueKind = async (
  tx: Db,
  kind: IssuedKind,
  scope: Scope,
  wordings: string,
): Promise<IssuedDocument[]> => {
  const issue = issuesOf(scope)[kind]();
  const { customerId, key, issuedOn, from, where } = issue;
  const periodFrom = issue.periodFrom ?? issuedOn;
  const facts = factsOf(kind, customerId, { from: periodFrom, to: issue.periodTo ?? issuedOn });
  const id = sql`substr(encode(sha256(convert_to(concat_ws(' ', ${kind}::text, ${customerId}, ${key}), 'UTF8')), 'hex'), 1, 20)`;
  const isFrozen = sql`(existing.facts is not null or existing.file_is is not null)`;
  const isSettled = issue.fingerprint ? sql`(${isFrozen} and existing.fingerprint is not null)` : isFrozen;
  // Facts are computed only for documents that do not exist yet.
  const { rows } = (await tx.execute(
    sql`insert into ${documents} (customer_id, id, kind, title_is, title_en, issued_on, period_from, period_to, policy_id, claim_id, instalment_id, facts, wordings, fingerprint, version)
      select ${customerId}, ${id}, ${kind}::document_kind, ${titleOf(kind, 'is', issue.title.is)}, ${titleOf(kind, 'en', issue.title.en)}, ${issuedOn}, (${issue.periodFrom ?? none})::date, (${issue.periodTo ?? none})::date, ${issue.policyId ?? none}, ${issue.claimId ?? none}, ${issue.instalmentId ?? none}, ${facts}, ${issue.citesWordings ? sql`${wordings}::text` : none}, ${issue.fingerprint ?? none}, ${issue.version ?? sql`1`}
      from ${from} where ${where} and ${isSinceFirstDay(customerId, issue.concerns ?? issuedOn)}
        and not exists (select from ${documents} as existing where existing.customer_id = ${customerId} and existing.id = ${id} and ${isSettled})
      on conflict (customer_id, id) do update set fingerprint = excluded.fingerprint,
        facts = case when documents.file_is is null then coalesce(documents.facts, excluded.facts) end,
        wordings = case when documents.file_is is null then coalesce(documents.wordings, excluded.wordings) end
      returning customer_id, id, (xmax = 0) as added`,
  )) as unknown as { rows: Array<{ customer_id: string; id: string; added: boolean }> };
  return rows.filter(({ added }) => added).map((row) => ({ customerId: row.customer_id, id: row.id, kind }));
};

/**
 * Issues every document of these customers that is due by `today` and does not exist yet. Idempotent.
 * @param options.today `YYYY-MM-DD`
 * @param options.periodic whether overviews and statements of periods are among them
 * @returns those that were issued
 */
export const issueDocumentsOf = async (
  db: Db,
  { today, customerIds, periodic }: { today: string; customerIds: readonly string[]; periodic: boolean },
): Promise<IssuedDocument[]> => {
  const wordings = await freezeWordings(db);
  const issued: IssuedDocument[] = [];
  for (const kind of issuedKinds)
    if (periodic || !periodicKinds.includes(kind))
      issued.push(...(await issueKind(db, kind, { customerIds, to: today }, wordings)));
  return issued;
};
