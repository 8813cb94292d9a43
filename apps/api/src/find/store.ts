import {
  cases,
  changeRequests,
  claimNotices,
  claims,
  claimWords,
  complaints,
  complaintWords,
  customers,
  customerWords,
  type Db,
  hasPlate,
  noticeWords,
  plateWords,
  policies,
  policyItems,
  policyWords,
  proposals,
  proposalWords,
  purchases,
  purchaseWords,
  submissions,
  submissionWords,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, isNull, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { StaffMember } from '../platform/authorization.ts';
import { anyOf } from '../platform/sql.ts';
import { isOfKind } from '../platform/work-items.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen, maySeeClaim } from '../work-items/may-open.ts';

/** How many rows of a table are looked at: more would be no answer to a search that has a page of ten. */
const mostLookedAt = 200;

const matches = (words: SQL, query: string): SQL => sql`${words} @@ ${query}::tsquery`;

/** Leaves out customers that the employee has a conflict of interest with (rule ROLE-4). */
const isNoConflict = ({ conflicts }: StaffMember): SQL | undefined =>
  conflicts.customers.length > 0 ? not(anyOf(customers.id, conflicts.customers)) : undefined;

const customerColumns = {
  id: customers.id,
  kind: customers.kind,
  ssn: customers.ssn,
  fullName: customers.fullName,
  town: customers.town,
  email: customers.email,
  mobilePhone: customers.mobilePhone,
  homePhone: customers.homePhone,
};
export type CustomerRow = Awaited<ReturnType<FindStore['customers']>>[number];

const openFirst = [sql`${cases.state} <> 'open'`, desc(cases.openedAt), cases.id];

/**
 * Ids of cases by their own number or sender. Each table is read by its own index, which one condition of them all would not
 * use; the arrays are read first, so that cases are read by their index too.
 */
const idsOfOwnCases = (db: Db, query: string, code: string | undefined): SQL => {
  const few = sql.raw(`limit ${mostLookedAt}`);
  const idsIn = (rows: SQLWrapper): SQL => sql`${cases.matterId} = any(array(${rows} ${few}))`;
  const ofClaims = isOfKind('claim');
  const ids = sql`select ${cases.id} from ${cases}`;
  const sent = db.select({ id: submissions.id }).from(submissions).where(matches(submissionWords, query));
  const reported = db.select({ id: claimNotices.id }).from(claimNotices).where(matches(noticeWords, query));
  const ways = [
    sql`${ids} where ${cases.kind} in ('inquiry', 'form') and ${idsIn(sent)}`,
    sql`${ids} where ${ofClaims} and ${idsIn(reported)}`,
  ];
  if (code !== undefined) {
    const numbered = matches(claimWords, code);
    const complained = db.select({ id: complaints.id }).from(complaints).where(matches(complaintWords, code));
    const ofOffers = sql`(${changeRequests.customerId}, ${changeRequests.proposalId}) in (select ${proposals.customerId}, ${proposals.id} from ${proposals} where ${matches(proposalWords, code)} ${few})`;
    // Two customers may have claims, or requests, of one id.
    const isOf = (
      { customerId, id }: { customerId: PgColumn; id: PgColumn },
      table: PgTable,
      where: SQL,
    ): SQL =>
      sql`${idsIn(sql`select ${id} from ${table} where ${where}`)} and (${cases.customerId}, ${cases.matterId}) in (select ${customerId}, ${id} from ${table} where ${where} ${few})`;
    ways.push(
      sql`${ids} where ${ofClaims} and ${isOf(claims, claims, numbered)}`,
      sql`${ids} where ${isOfKind('complaint')} and ${cases.matterId} = any(array(select 'complaint ' || id from (${complained} ${few}) as found))`,
      sql`${ids} where ${cases.kind} = 'change' and ${isOf(changeRequests, changeRequests, ofOffers)}`,
    );
  }
  return sql.join(ways, sql` union `);
};

/** Staff's search. All its conditions use the indexes of `find_words`. Only staff calls may use it. */
export const createFindStore = (db: Db) => {
  const idsWhere = (
    id: PgColumn,
    table: typeof policies | typeof policyItems | typeof proposals | typeof purchases,
    where: SQL | undefined,
  ) =>
    db
      .select({ id: sql<string>`${id}` })
      .from(table)
      .where(where)
      .limit(mostLookedAt);

  return {
    /** Customers by their own name, kennitala, phone or e-mail address. */
    customers: (query: string, employee: StaffMember) =>
      db
        .select(customerColumns)
        .from(customers)
        .where(and(matches(customerWords, query), isNull(customers.leftAt), isNoConflict(employee)))
        .limit(mostLookedAt),

    customersById: (ids: readonly string[], employee: StaffMember) =>
      db
        .select(customerColumns)
        .from(customers)
        .where(and(anyOf(customers.id, ids), isNull(customers.leftAt), isNoConflict(employee))),

    /** Ids of customers who hold what has a number. */
    holders: {
      policy: (query: string) => idsWhere(policies.customerId, policies, matches(policyWords, query)),
      plate: (query: string) =>
        idsWhere(policyItems.customerId, policyItems, and(hasPlate, matches(plateWords, query))),
      offer: (query: string) => idsWhere(proposals.customerId, proposals, matches(proposalWords, query)),
      purchase: (query: string) => idsWhere(purchases.customerId, purchases, matches(purchaseWords, query)),
      /** Only of claims that the employee may open, and that a handler or a sign-in has verified. */
      claim: async (query: string, employee: StaffMember) => {
        const found = db
          .select({ customerId: claims.customerId, id: claims.id })
          .from(claims)
          .where(matches(claimWords, query))
          .limit(mostLookedAt)
          .as('found');
        return db
          .select({ id: claims.customerId })
          .from(found)
          .innerJoin(claims, and(eq(claims.customerId, found.customerId), eq(claims.id, found.id)))
          .leftJoin(claimNotices, eq(claimNotices.id, claims.id))
          .leftJoin(
            policies,
            and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)),
          )
          .where(and(eq(claims.unverified, false), maySeeClaim(employee)));
      },
    },

    /** Ids of cases by their own number or by who sent them. */
    ownCaseIds: async (query: string, code: string | undefined): Promise<string[]> =>
      (await db.execute<{ id: string }>(idsOfOwnCases(db, query, code))).rows.map(({ id }) => id),

    /** Ids of customers' cases, open ones first. */
    caseIdsOf: async (customerIds: readonly string[]): Promise<string[]> => {
      if (customerIds.length === 0) return [];
      const rows = await db
        .select({ id: cases.id })
        .from(cases)
        .where(anyOf(cases.customerId, customerIds))
        .orderBy(...openFirst)
        .limit(mostLookedAt);
      return rows.map(({ id }) => id);
    },

    /**
     * Those of the cases that the employee may open, `own` before `others`. Ids are read before: PostgreSQL would join all cases
     * with all their tables, and find them afterwards. Of a claim that nobody has verified, the customer's data finds nothing.
     */
    lines: async (
      language: Language,
      employee: StaffMember,
      { own, others, limit }: { own: readonly string[]; others: readonly string[]; limit: number },
    ) => {
      const ids = [...own, ...others];
      if (ids.length === 0) return [];
      const isOwn = anyOf(cases.id, own);
      return workItemLines(db, language)
        .where(and(anyOf(cases.id, ids), or(isOwn, sql`${claims.unverified} is not true`), mayOpen(employee)))
        .orderBy(desc(isOwn), ...openFirst)
        .limit(limit);
    },
  };
};
export type FindStore = ReturnType<typeof createFindStore>;
