import type { ClaimSort, ClaimStatus } from '@hofn/contracts';
import { claimDrafts, claims, customers, type Db, policies, products } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { hiddenClaimsOf, hiddenParameter, isShownClaim } from '../platform/sensitive-claims.ts';
import { folded, listOf, parameter, utcSeconds } from '../platform/sql.ts';
import { ownsPolicy } from '../policies/query-parts.ts';

/** Position of a claim in the list: its sort value and id. */
export type Position = [place: number, tie: string];

export type ClaimFilter = {
  state: 'open' | 'closed' | null;
  from: string | null;
  to: string | null;
  policy: string | null;
  search: string | null;
  sort: ClaimSort;
  after: Position | null;
  limit: number;
};

const endedStatuses: readonly ClaimStatus[] = ['rejected', 'settled', 'closed', 'withdrawn'];

/** Whether a claim with this status is still being worked on. */
export const isOpen = (status: ClaimStatus): boolean => !endedStatuses.includes(status);

const endedList = sql.raw(`(${endedStatuses.map((status) => `'${status}'`).join(', ')})`);

/**
 * The list in one query: a page of claims, totals of all claims that match the filter, the policies of claims, and drafts. It
 * reads the customer's claims once and derives the first three from them.
 */
const listQuery = (db: Db, language: Language) => {
  const subject = sql.placeholder('subject');
  const [state, from, to] = [parameter('state', 'text'), parameter('from', 'date'), parameter('to', 'date')];
  const [policy, search, sort] = [
    parameter('policy', 'text'),
    parameter('search', 'text'),
    parameter('sort', 'text'),
  ];

  const title = pick(language, claims.titleIs, claims.titleEn);
  const policyName = pick(language, products.nameIs, products.nameEn);
  const searchable = sql`concat_ws(' ', ${claims.number}, ${title}, ${claims.place}, ${policyName}, ${policies.number})`;
  const isEnded = sql<boolean>`(${claims.status} in ${endedList})`;
  const days = sql`(${claims.dateOfLoss} - '2000-01-01'::date)::bigint`;

  const claim = db.$with('claim').as(
    db
      .select({
        id: claims.id,
        number: claims.number,
        title: sql<string>`${title}`.as('title'),
        status: claims.status,
        unverified: claims.unverified,
        dateOfLoss: claims.dateOfLoss,
        place: claims.place,
        reportedAt: utcSeconds(claims.reportedAt).as('reported_at'),
        changedAt: utcSeconds(claims.changedAt).as('changed_at'),
        lossAmount: claims.lossAmount,
        compensation: claims.compensation,
        policyId: sql<string | null>`${policies.id}`.as('policy_id'),
        policyNumber: sql<string | null>`${policies.number}`.as('policy_number'),
        policyName: sql<string | null>`${policyName}`.as('policy_name'),
        isEnded: isEnded.as('is_ended'),
        isWanted: sql<boolean>`(
          (${state} is null or ${isEnded} = (${state} = 'closed'))
          and (${from} is null or ${claims.dateOfLoss} >= ${from})
          and (${to} is null or ${claims.dateOfLoss} <= ${to})
          and (${policy} is null or ${claims.policyId} = ${policy})
          and (${search} is null or position(${search} in ${folded(searchable)}) > 0)
        )`.as('is_wanted'),
        // Every order is an ascending number and the id, so that one comparison finds the next page.
        rank: sql<number>`case ${sort}
          when 'newest' then -${days}
          when 'oldest' then ${days}
          when 'largest' then -coalesce(${claims.compensation}, 0)::bigint
          else (case when ${isEnded} then 100000000000 else 0 end) - extract(epoch from ${claims.changedAt})::bigint
        end`.as('rank'),
      })
      .from(claims)
      .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
      .leftJoin(products, eq(products.id, policies.productId))
      .where(and(eq(claims.customerId, subject), isShownClaim(claims.id, hiddenParameter))),
  );

  const place = sql`${sql.placeholder('place')}::bigint`;
  const page = db
    .select({
      id: claim.id,
      number: claim.number,
      title: claim.title,
      status: claim.status,
      unverified: claim.unverified,
      dateOfLoss: claim.dateOfLoss,
      place: claim.place,
      policyId: claim.policyId,
      policyNumber: claim.policyNumber,
      policyName: claim.policyName,
      reportedAt: claim.reportedAt,
      changedAt: claim.changedAt,
      lossAmount: claim.lossAmount,
      compensation: claim.compensation,
      rank: claim.rank,
    })
    .from(claim)
    .where(
      and(
        claim.isWanted,
        sql`(${place} is null or (${claim.rank}, ${claim.id}) > (${place}, ${parameter('tie', 'text')}))`,
      ),
    )
    .orderBy(claim.rank, claim.id)
    .limit(sql.placeholder('limit'));

  const sums = db
    .select({
      count: sql<number>`count(*)`,
      open: sql<number>`count(*) filter (where not ${claim.isEnded})`,
      lossAmount: sql<number>`coalesce(sum(${claim.lossAmount}), 0)`,
      compensation: sql<number>`coalesce(sum(${claim.compensation}), 0)`,
    })
    .from(claim)
    .where(sql`${claim.isWanted}`);

  const policiesOfClaims = db
    .selectDistinct({
      policyId: claim.policyId,
      policyNumber: claim.policyNumber,
      policyName: claim.policyName,
    })
    .from(claim)
    .where(isNotNull(claim.policyId))
    .orderBy(claim.policyNumber);

  const drafts = db
    .select({
      token: claimDrafts.id,
      line: claimDrafts.line,
      form: claimDrafts.form,
      changedAt: utcSeconds(claimDrafts.changedAt),
      expiresAt: utcSeconds(claimDrafts.expiresAt),
    })
    .from(claimDrafts)
    .where(
      and(
        eq(claimDrafts.customerId, subject),
        sql`${claimDrafts.expiresAt} > ${sql.placeholder('now')}::timestamptz`,
      ),
    )
    .orderBy(desc(claimDrafts.changedAt));

  return db
    .with(claim)
    .select({
      items: listOf(page),
      sums: listOf(sums),
      policies: listOf(policiesOfClaims),
      drafts: listOf(drafts),
      ownsPolicy: ownsPolicy(db),
    })
    .from(customers)
    .where(eq(customers.id, subject))
    .prepare(`claims_${language}`);
};

/** A page of claims, as the database has it. */
export type ClaimListRow = Awaited<ReturnType<ReturnType<typeof listQuery>['execute']>>[number];

/** The list of claims. The query names the subject. */
export const createClaimListStore = (db: Db) => {
  const queries = { is: listQuery(db, 'is'), en: listQuery(db, 'en') };
  return {
    /** The subject's claims and drafts, with totals of all claims that match the filter. */
    list: async (
      subject: Customer,
      language: Language,
      { after, ...filter }: ClaimFilter,
      now: Date,
    ): Promise<ClaimListRow | undefined> => {
      const [place, tie] = after ?? [null, null];
      const [row] = await queries[language].execute({
        subject: subject.id,
        hidden: hiddenClaimsOf(subject),
        now: now.toISOString(),
        place,
        tie,
        ...filter,
      });
      return row;
    },
  };
};
export type ClaimListStore = ReturnType<typeof createClaimListStore>;
