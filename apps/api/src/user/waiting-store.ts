import {
  changeRequests,
  claimDrafts,
  customers,
  type Db,
  documentsToSign,
  proposals,
  signedDocuments,
} from '@hofn/database';
import { and, count, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { listOf } from '../platform/sql.ts';

/** What waits for a customer, in one query that names the subject. */
export const createWaitingStore = (db: Db) => {
  const today = sql.placeholder('today');
  const drafts = db
    .select({ token: claimDrafts.id, line: claimDrafts.line, form: claimDrafts.form })
    .from(claimDrafts)
    .where(
      and(
        eq(claimDrafts.customerId, customers.id),
        gt(claimDrafts.expiresAt, sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .orderBy(desc(claimDrafts.changedAt));
  const documents = db
    .select({ n: count() })
    .from(documentsToSign)
    .leftJoin(
      signedDocuments,
      and(
        eq(signedDocuments.customerId, documentsToSign.customerId),
        eq(signedDocuments.id, documentsToSign.id),
      ),
    )
    .where(
      and(
        eq(documentsToSign.customerId, customers.id),
        isNull(signedDocuments.id),
        gte(documentsToSign.signBy, sql`${today}::date`),
      ),
    );
  const questions = db
    .select({ n: count() })
    .from(changeRequests)
    .where(
      and(
        eq(changeRequests.customerId, customers.id),
        eq(changeRequests.state, 'pending'),
        eq(changeRequests.awaitsCustomer, true),
      ),
    );
  const offers = db
    .select({ n: count() })
    .from(proposals)
    .where(
      and(
        eq(proposals.customerId, customers.id),
        eq(proposals.state, 'pending'),
        gte(proposals.validTo, sql`${today}::date`),
      ),
    );
  const query = db
    .select({
      drafts: listOf(drafts),
      documents: sql<number>`${documents}::int`,
      questions: sql<number>`${questions}::int`,
      offers: sql<number>`${offers}::int`,
    })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('subject')))
    .prepare('waiting');
  return async ({ id }: Customer, now: Date, day: string) =>
    (await query.execute({ subject: id, now: now.toISOString(), today: day }))[0] ?? {
      drafts: [],
      documents: 0,
      questions: 0,
      offers: 0,
    };
};
