import { cases, claimNotices, claims, customers, type Db, policies } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { StaffMember } from '../platform/authorization.ts';
import { isOfKind } from '../platform/work-items.ts';
import { workItemLines } from '../work-items/lines-query.ts';
import { mayOpen, maySeeClaim } from '../work-items/may-open.ts';

/** What the page of a customer needs beside what other features read. Only staff calls may use it. */
export const createCustomerPageStore = (db: Db) => {
  const casesWhere = (
    language: Language,
    { customerId, employee }: { customerId: string; employee: StaffMember },
    where: SQL,
  ) =>
    // A claim that nobody has verified may be somebody else's.
    workItemLines(db, language).where(
      and(eq(cases.customerId, customerId), where, sql`${claims.unverified} is not true`, mayOpen(employee)),
    );
  return {
    /** Undefined also for a customer whose data was erased. */
    customer: async (id: string) =>
      (
        await db
          .select({
            id: customers.id,
            kind: customers.kind,
            ssn: customers.ssn,
            fullName: customers.fullName,
            address: customers.address,
            postalCode: customers.postalCode,
            town: customers.town,
            email: customers.email,
            mobilePhone: customers.mobilePhone,
            homePhone: customers.homePhone,
            language: customers.language,
            contactConfirmedOn: customers.contactConfirmedOn,
          })
          .from(customers)
          .where(and(eq(customers.id, id), isNull(customers.leftAt)))
      )[0],

    firstPolicyDay: async (customerId: string): Promise<string | null> =>
      (
        await db
          .select({ day: sql<string | null>`min(${policies.validFrom})::text` })
          .from(policies)
          .where(eq(policies.customerId, customerId))
      )[0]?.day ?? null,

    /** Ids of the customer's claims that the employee may see, each with its case. */
    visibleClaims: async (customerId: string, employee: StaffMember): Promise<Map<string, string | null>> => {
      const rows = await db
        .select({ id: claims.id, case: cases.id })
        .from(claims)
        .leftJoin(claimNotices, eq(claimNotices.id, claims.id))
        .leftJoin(policies, and(eq(policies.customerId, claims.customerId), eq(policies.id, claims.policyId)))
        .leftJoin(
          cases,
          and(isOfKind('claim'), eq(cases.customerId, claims.customerId), eq(cases.matterId, claims.id)),
        )
        .where(and(eq(claims.customerId, customerId), maySeeClaim(employee)));
      return new Map(rows.map(({ id, case: item }) => [id, item]));
    },

    openCases: (language: Language, of: { customerId: string; employee: StaffMember }, limit: number) =>
      casesWhere(language, of, eq(cases.state, 'open')).orderBy(asc(cases.openedAt), cases.id).limit(limit),

    pastCases: (language: Language, of: { customerId: string; employee: StaffMember }, limit: number) =>
      casesWhere(language, of, ne(cases.state, 'open')).orderBy(desc(cases.openedAt), cases.id).limit(limit),
  };
};
