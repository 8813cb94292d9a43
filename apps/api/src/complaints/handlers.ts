import {
  caseEvents,
  cases,
  changeRequests,
  claimEvents,
  claimMessages,
  claims,
  complaints,
  type Db,
  documents,
  employees,
} from '@hofn/database';
import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { isAbout } from '../platform/work-items.ts';
import type { ComplaintRow } from './store.ts';

type Complaint = Pick<ComplaintRow, 'customerId' | 'id' | 'about' | 'aboutId'>;

/** The cases in which what a complaint is about was handled; undefined when there are none to look in. */
const casesOf = (db: Db, { customerId, about, aboutId }: Complaint): SQL | undefined => {
  if (aboutId === null || about === 'other') return undefined;
  const ofCustomer = eq(cases.customerId, customerId);
  if (about === 'claim') return and(ofCustomer, isAbout('claim', aboutId));
  if (about === 'request') return and(ofCustomer, isAbout('change', aboutId));
  const requests = db
    .select({ id: changeRequests.id })
    .from(changeRequests)
    .where(and(eq(changeRequests.customerId, customerId), eq(changeRequests.policyId, aboutId)));
  const letters = db
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(eq(documents.customerId, customerId), eq(documents.kind, 'memo'), eq(documents.policyId, aboutId)),
    );
  return and(
    ofCustomer,
    or(
      and(eq(cases.kind, 'change'), inArray(cases.matterId, requests)),
      and(eq(cases.kind, 'memo'), inArray(cases.matterId, letters)),
    ),
  );
};

/** Names that a claim gives as those who handled it: its handler, who decided, and who wrote of it to the customer. */
const namesOfClaim = (db: Db, customerId: string, claimId: string) =>
  union(
    db
      .select({
        name: sql<
          string | null
        >`unnest(array[${claims.handlerName}, ${claims.decision} ->> 'by', ${claims.decision} ->> 'approvedBy'])`,
      })
      .from(claims)
      .where(and(eq(claims.customerId, customerId), eq(claims.id, claimId))),
    db
      .select({ name: sql<string | null>`${claimEvents.name}` })
      .from(claimEvents)
      .where(
        and(
          eq(claimEvents.customerId, customerId),
          eq(claimEvents.claimId, claimId),
          eq(claimEvents.role, 'handler'),
        ),
      ),
    db
      .select({ name: sql<string | null>`${claimMessages.author}` })
      .from(claimMessages)
      .where(
        and(
          eq(claimMessages.customerId, customerId),
          eq(claimMessages.claimId, claimId),
          eq(claimMessages.fromInsurer, true),
        ),
      ),
  );

/** Ids of employees who decided requests that a condition names. */
const decidersOf = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: sql<
        string | null
      >`unnest(array[${changeRequests.outcome} -> 'by' ->> 'id', ${changeRequests.act} -> 'decided' -> 'by' ->> 'id'])`,
    })
    .from(changeRequests)
    .where(where);

/**
 * The employees who handled what a complaint is about, by name (rule RIGHT-2): who did more with its case than look at it, has that case
 * now, decided the request, is named by the claim, or decided an earlier complaint about the same. Derived, not declared.
 */
export const handlersOf = async (db: Db, complaint: Complaint): Promise<{ id: string; name: string }[]> => {
  const { customerId, about, aboutId } = complaint;
  if (aboutId === null) return [];
  const inCases = casesOf(db, complaint);
  const ofCases = db.select({ id: cases.id }).from(cases).where(inCases);
  const requests = and(
    eq(changeRequests.customerId, customerId),
    eq(about === 'policy' ? changeRequests.policyId : changeRequests.id, aboutId),
  );
  const ids: (SQL | undefined)[] = [
    inCases &&
      sql`${employees.id} in ${db
        .select({ id: caseEvents.employeeId })
        .from(caseEvents)
        .where(
          and(
            inArray(caseEvents.caseId, ofCases),
            // A step that the previous release takes for a look is more than one.
            or(ne(caseEvents.kind, 'looked'), isNotNull(caseEvents.step)),
            isNotNull(caseEvents.employeeId),
          ),
        )}`,
    inCases && sql`${employees.id} in ${db.select({ id: cases.assigneeId }).from(cases).where(inCases)}`,
    about === 'claim' ? undefined : sql`${employees.id} in ${decidersOf(db, requests)}`,
    about === 'claim' ? sql`${employees.fullName} in (${namesOfClaim(db, customerId, aboutId)})` : undefined,
    sql`${employees.id} in ${db
      .select({ id: complaints.decidedBy })
      .from(complaints)
      .where(
        and(
          eq(complaints.customerId, customerId),
          eq(complaints.about, about),
          eq(complaints.aboutId, aboutId),
          ne(complaints.id, complaint.id),
        ),
      )}`,
  ];
  return db
    .select({ id: employees.id, name: employees.fullName })
    .from(employees)
    .where(or(...ids))
    .orderBy(employees.fullName);
};
