import {
  cases,
  changeRequests,
  claimNotices,
  claims,
  claimWords,
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
  submissions,
  submissionWords,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { StaffMember } from '../platform/authorization.ts';
import { anyOf } from '../platform/sql.ts';
import { isOfKind } from '../platform/work-items.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen, maySeeClaim } from '../work-items/may-open.ts';

/** How many rows of a table are looked at: more would be no answer to a search that has a page of ten. */
const mostLookedAt = 200;

const matches = (words: SQL, query: string): SQL => sql`${words} @@ ${query}::tsquery`;

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
 * use.
 */
const idsOfOwnCases = (db: Db, query: string, code: string | undefined): SQL => {
  const some = (rows: SQLWrapper): SQL => sql`${rows} limit ${sql.raw(String(mostLookedAt))}`;
  const ofClaims = isOfKind('claim');
  const ids = sql`select ${cases.id} from ${cases}`;
  const sent = db.select({ id: submissions.id }).from(submissions).where(matches(submissionWords, query));
  const reported = db.select({ id: claimNotices.id }).from(claimNotices).where(matches(noticeWords, query));
  const ways = [
    sql`${ids} where ${cases.kind} in ('inquiry', 'form') and ${cases.matterId} in (${some(sent)})`,
    sql`${ids} where ${ofClaims} and ${cases.matterId} in (${some(reported)})`,
  ];
  if (code !== undefined) {
    const numbered = db
      .select({ customerId: claims.customerId, id: claims.id })
      .from(claims)
      .where(matches(claimWords, code));
    const offered = db
      .select({ customerId: proposals.customerId, id: proposals.id })
      .from(proposals)
      .where(matches(proposalWords, code));
    const accepted = db
      .select({ customerId: changeRequests.customerId, id: changeRequests.id })
      .from(changeRequests)
      .where(sql`(${changeRequests.customerId}, ${changeRequests.proposalId}) in (${some(offered)})`);
    const of = sql`(${cases.customerId}, ${cases.matterId})`;
    ways.push(
      sql`${ids} where ${ofClaims} and ${of} in (${some(numbered)})`,
      sql`${ids} where ${cases.kind} = 'change' and ${of} in (${some(accepted)})`,
    );
  }
  return sql.join(ways, sql` union `);
};

/** Staff's search. All its conditions use the indexes of `find_words`. Only staff calls may use it. */
export const createFindStore = (db: Db) => {
  const idsWhere = (
    id: PgColumn,
    table: typeof policies | typeof policyItems | typeof proposals,
    where: SQL | undefined,
  ) =>
    db
      .select({ id: sql<string>`${id}` })
      .from(table)
      .where(where)
      .limit(mostLookedAt);

  const casesWhere = (language: Language, employee: StaffMember, where: SQL | undefined, limit: number) =>
    workItemLines(db, language)
      .where(and(where, mayOpen(employee)))
      .orderBy(...openFirst)
      .limit(limit);

  return {
    /** Customers by their own name, kennitala, phone or e-mail address. */
    customers: (query: string) =>
      db
        .select(customerColumns)
        .from(customers)
        .where(and(matches(customerWords, query), isNull(customers.leftAt)))
        .limit(mostLookedAt),

    customersById: (ids: readonly string[]) =>
      db
        .select(customerColumns)
        .from(customers)
        .where(and(anyOf(customers.id, ids), isNull(customers.leftAt))),

    /** Ids of customers who hold what has a number. */
    holders: {
      policy: (query: string) => idsWhere(policies.customerId, policies, matches(policyWords, query)),
      plate: (query: string) =>
        idsWhere(policyItems.customerId, policyItems, and(hasPlate, matches(plateWords, query))),
      offer: (query: string) => idsWhere(proposals.customerId, proposals, matches(proposalWords, query)),
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
          .where(and(eq(claims.unverified, false), maySeeClaim(employee)));
      },
    },

    /** Cases that the employee may open, by their own number or by who sent them. */
    ownCases: (
      language: Language,
      employee: StaffMember,
      { query, code, limit }: { query: string; code: string | undefined; limit: number },
    ) => casesWhere(language, employee, sql`${cases.id} in (${idsOfOwnCases(db, query, code)})`, limit),

    /** Cases of customers that the employee may open; not of claims that nobody has verified to be theirs. */
    casesOf: (
      language: Language,
      employee: StaffMember,
      { customerIds, limit }: { customerIds: readonly string[]; limit: number },
    ) => {
      const newest = db
        .select({ id: cases.id })
        .from(cases)
        .where(anyOf(cases.customerId, customerIds))
        .orderBy(...openFirst)
        .limit(mostLookedAt);
      const verified = sql`${claims.unverified} is not true`;
      return casesWhere(language, employee, and(sql`${cases.id} in ${newest}`, verified), limit);
    },
  };
};
export type FindStore = ReturnType<typeof createFindStore>;
