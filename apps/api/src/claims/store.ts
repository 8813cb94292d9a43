import type { ClaimOverview, ClaimSort, ClaimStatus } from '@hofn/contracts';
import { claims, customers, type Db, policies, products } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { eq, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { asJson, folded } from '../platform/sql.ts';

/** Place of a claim in the order of its list, and among those at the same place. */
export type Position = [place: number, tie: string];

export type ClaimRow = Omit<ClaimOverview['items'][number], 'open'> & { place: string | null };

export type ClaimListRow = {
  items: (ClaimRow & { rank: number; tie: string })[];
  sums: ClaimOverview['sums'];
  policies: ClaimOverview['policies'];
  drafts: ClaimOverview['drafts'];
  /** Whether the policy that was asked for is the subject's. */
  policyHeld: boolean;
};

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

const ended: readonly ClaimStatus[] = ['rejected', 'settled', 'closed', 'withdrawn'];

/** Whether a claim with this status is still being worked on. */
export const isOpen = (status: ClaimStatus): boolean => !ended.includes(status);

const endedList = sql.raw(`(${ended.map((status) => `'${status}'`).join(', ')})`);
const given = (name: string, type: 'text' | 'date') => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
/** An instant as the contract writes it. */
const instant = (value: unknown) => sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The list of claims out of the database. The read names the subject, and gives nothing of anyone else's. */
export const createClaimListStore = (db: Db) => {
  const inLanguage = (language: Language) => {
    const subject = sql.placeholder('subject');
    const title = language === 'is' ? claims.titleIs : claims.titleEn;
    const name = language === 'is' ? products.nameIs : products.nameEn;

    const all = sql`(select ${claims.id} as id, ${claims.number} as number, ${title} as title, ${claims.status}::text as status, ${claims.dateOfLoss} as date_of_loss, ${claims.place} as place, ${claims.reportedAt} as reported_at, ${claims.changedAt} as changed_at, ${claims.unverified} as unverified, ${claims.lossAmount} as loss, ${claims.compensation} as compensation, ${claims.policyId} as policy_id, ${policies.number} as policy_number, ${name} as policy_name
      from ${claims}
      left join ${policies} on ${policies.customerId} = ${claims.customerId} and ${policies.id} = ${claims.policyId}
      left join ${products} on ${products.id} = ${policies.productId}
      where ${eq(claims.customerId, subject)}) as claim`;
    const isEnded = sql`(claim.status in ${endedList})`;
    const [state, from, to] = [given('state', 'text'), given('from', 'date'), given('to', 'date')];
    const [policy, search] = [given('policy', 'text'), given('search', 'text')];
    const wanted = sql`(${state} is null or ${isEnded} = (${state} = 'closed'))
      and (${from} is null or claim.date_of_loss >= ${from})
      and (${to} is null or claim.date_of_loss <= ${to})
      and (${policy} is null or claim.policy_id = ${policy})
      and (${search} is null or position(${search} in ${folded(sql`concat_ws(' ', claim.number, claim.title, claim.place, claim.policy_name, claim.policy_number)`)}) > 0)`;

    // Every order is a rising figure and the id, so that one comparison finds the next page.
    const sort = given('sort', 'text');
    const days = sql`(claim.date_of_loss - '2000-01-01'::date)::bigint`;
    const rank = sql`case ${sort} when 'newest' then -${days} when 'oldest' then ${days} when 'largest' then -coalesce(claim.compensation, 0)::bigint else (case when ${isEnded} then 100000000000 else 0 end) - extract(epoch from claim.changed_at)::bigint end`;
    const place = sql.placeholder('place');
    const after = sql`(${place}::bigint is null or (ranked.rank, ranked.id) > (${place}::bigint, ${given('tie', 'text')}))`;
    const policyOf = sql`case when claim.policy_id is not null then json_build_object('id', claim.policy_id, 'number', claim.policy_number, 'name', claim.policy_name) end`;

    return db
      .select({
        items: asJson<ClaimListRow['items'][number]>(
          {
            id: sql`line.id`,
            number: sql`line.number`,
            title: sql`line.title`,
            status: sql`line.status`,
            unverified: sql`line.unverified`,
            dateOfLoss: sql`line.date_of_loss`,
            place: sql`line.place`,
            policy: sql`line.policy`,
            reportedAt: instant(sql`line.reported_at`),
            changedAt: instant(sql`line.changed_at`),
            lossAmount: sql`line.loss`,
            compensation: sql`line.compensation`,
            rank: sql`line.rank`,
            tie: sql`line.id`,
          },
          sql`(select ranked.* from (select claim.*, ${rank} as rank, ${policyOf} as policy from ${all} where ${wanted}) as ranked where ${after} order by ranked.rank, ranked.id limit ${sql.placeholder('limit')}) as line`,
        ),
        sums: sql<ClaimListRow['sums']>`(select json_build_object(
            'count', count(*),
            'open', count(*) filter (where not ${isEnded}),
            'lossAmount', coalesce(sum(claim.loss), 0),
            'compensation', coalesce(sum(claim.compensation), 0)
          ) from ${all} where ${wanted})`,
        policies: asJson<ClaimListRow['policies'][number]>(
          { id: sql`held.policy_id`, number: sql`held.policy_number`, name: sql`held.policy_name` },
          sql`(select distinct claim.policy_id, claim.policy_number, claim.policy_name from ${all} where claim.policy_id is not null order by claim.policy_name, claim.policy_number) as held`,
        ),
        drafts: asJson<ClaimListRow['drafts'][number]>(
          {
            token: sql`draft.id`,
            line: sql`draft.line`,
            changedAt: instant(sql`draft.changed_at`),
            expiresAt: instant(sql`draft.expires_at`),
          },
          sql`(select * from claim_drafts where customer_id = ${subject} and expires_at > ${sql.placeholder('now')}::timestamptz order by changed_at desc) as draft`,
        ),
        policyHeld: sql<boolean>`${policy} is null or exists (select from ${policies} where ${eq(policies.customerId, subject)} and ${policies.id} = ${policy})`,
      })
      .from(customers)
      .where(eq(customers.id, subject))
      .prepare(`claims_${language}`);
  };
  const prepared = { is: inLanguage('is'), en: inLanguage('en') };

  return {
    /** The subject's claims and drafts, with sums over all claims that the filter keeps. */
    list: async (
      subject: Customer,
      language: Language,
      { after, ...filter }: ClaimFilter,
      now: Date,
    ): Promise<ClaimListRow | undefined> => {
      const [place, tie] = after ?? [null, null];
      const [row] = await prepared[language].execute({
        subject: subject.id,
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
