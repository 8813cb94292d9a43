import type { RequestKind } from '@hofn/contracts';
import { changeRequests, claims, type Db, policies, products, proposals } from '@hofn/database';
import type { ComplaintSubject } from '@hofn/domain/complaints.ts';
import type { Language } from '@hofn/texts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { pick } from '../platform/language.ts';
import { anyOf } from '../platform/sql.ts';
import { textsIn } from '../platform/texts.ts';
import { kindInSql } from '../requests/requests.ts';

/** Something that a customer can complain about, as a title in their language. */
export type About = { subject: ComplaintSubject; id: string; title: string };

/** Most of each kind that one can choose from. What is older can be complained about in words. */
const most = 200;

const joined = (...parts: (string | null)[]): string => parts.filter(Boolean).join(', ');
const offered = alias(products, 'offered');

/** What a customer has that a complaint can be about: claims that are known to be theirs, requests and policies. */
export const createAboutStore = (db: Db) => {
  const ofCustomer = (
    { customerId, id }: { customerId: PgColumn; id: PgColumn },
    customer: string,
    ids: readonly string[] | undefined,
    more?: SQL,
  ) => and(eq(customerId, customer), ids && anyOf(id, ids), more);

  const listClaims = async (customer: string, language: Language, ids?: readonly string[]) => {
    const rows = await db
      .select({ id: claims.id, number: claims.number, title: pick(language, claims.titleIs, claims.titleEn) })
      .from(claims)
      .where(ofCustomer(claims, customer, ids, sql`not ${claims.unverified}`))
      .orderBy(desc(claims.changedAt), claims.id)
      .limit(most);
    return rows.map(
      ({ id, title, number }): About => ({ subject: 'claim', id, title: joined(title, number) }),
    );
  };

  const listRequests = async (customer: string, language: Language, ids?: readonly string[]) => {
    const t = textsIn(language);
    const rows = await db
      .select({
        id: changeRequests.id,
        kind: kindInSql,
        policy: pick(language, products.nameIs, products.nameEn),
        policyNumber: policies.number,
        offer: pick(language, offered.nameIs, offered.nameEn),
        offerNumber: proposals.number,
      })
      .from(changeRequests)
      .leftJoin(
        policies,
        and(eq(policies.customerId, changeRequests.customerId), eq(policies.id, changeRequests.policyId)),
      )
      .leftJoin(products, eq(products.id, policies.productId))
      .leftJoin(
        proposals,
        and(eq(proposals.customerId, changeRequests.customerId), eq(proposals.id, changeRequests.proposalId)),
      )
      .leftJoin(offered, eq(offered.id, proposals.productId))
      .where(ofCustomer(changeRequests, customer, ids))
      .orderBy(desc(changeRequests.createdAt), changeRequests.id)
      .limit(most);
    return rows.map((row): About => {
      const name = t(`requests|${row.kind as RequestKind}`);
      const of =
        row.kind === 'offer' ? joined(row.offer, row.offerNumber) : joined(row.policy, row.policyNumber);
      return { subject: 'request', id: row.id, title: joined(name, of) };
    });
  };

  const listPolicies = async (customer: string, language: Language, ids?: readonly string[]) => {
    const rows = await db
      .select({
        id: policies.id,
        number: policies.number,
        name: pick(language, products.nameIs, products.nameEn),
      })
      .from(policies)
      .innerJoin(products, eq(products.id, policies.productId))
      .where(ofCustomer(policies, customer, ids))
      .orderBy(desc(policies.validTo), policies.id)
      .limit(most);
    return rows.map(
      ({ id, name, number }): About => ({ subject: 'policy', id, title: joined(name, number) }),
    );
  };

  const lists = { claim: listClaims, request: listRequests, policy: listPolicies };

  return {
    /** Everything, in the order in which it is offered; within a kind the latest first. */
    list: async (customer: string, language: Language): Promise<About[]> => [
      ...(await listClaims(customer, language)),
      ...(await listRequests(customer, language)),
      ...(await listPolicies(customer, language)),
    ],

    /** One of the customer's; undefined for anything else. */
    find: async (
      customer: string,
      language: Language,
      subject: ComplaintSubject,
      id: string | null,
    ): Promise<About | undefined> =>
      subject === 'other' || id === null ? undefined : (await lists[subject](customer, language, [id]))[0],

    /** The claim or the policy of the customer's that has a number. */
    withNumber: async (customer: string, number: string): Promise<Omit<About, 'title'> | undefined> => {
      const [claim] = await db
        .select({ id: claims.id })
        .from(claims)
        .where(and(eq(claims.customerId, customer), eq(claims.number, number), eq(claims.unverified, false)));
      if (claim) return { subject: 'claim', id: claim.id };
      const [policy] = await db
        .select({ id: policies.id })
        .from(policies)
        .where(and(eq(policies.customerId, customer), eq(policies.number, number)));
      return policy && { subject: 'policy', id: policy.id };
    },
  };
};
