import {
  claimDrafts,
  customers,
  type Db,
  documentsToSign,
  proposals,
  purchases,
  signedDocuments,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, count, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { hiddenClaimsOf, hiddenParameter, isShownClaim } from '../platform/sensitive-claims.ts';
import { listOf, onFirstUse } from '../platform/sql.ts';
import { pendingRequests } from '../requests/store.ts';

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
        isShownClaim(documentsToSign.claimId, hiddenParameter),
        gte(documentsToSign.signBy, sql`${today}::date`),
        isNull(documentsToSign.unsignableAt),
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
  const begun = db
    .select({ n: count() })
    .from(purchases)
    .where(and(eq(purchases.customerId, customers.id), eq(purchases.state, 'open')));
  const queryIn = (language: Language) =>
    db
      .select({
        drafts: listOf(drafts),
        documents: sql<number>`${documents}::int`,
        offers: sql<number>`${offers}::int`,
        purchases: sql<number>`${begun}::int`,
        requests: listOf(pendingRequests(db, language)),
      })
      .from(customers)
      .where(eq(customers.id, sql.placeholder('subject')))
      .prepare(`waiting_${language}`);
  const queries = { is: onFirstUse(() => queryIn('is')), en: onFirstUse(() => queryIn('en')) };
  return async (subject: Customer, language: Language, now: Date, day: string) =>
    (
      await queries[language]().execute({
        subject: subject.id,
        hidden: hiddenClaimsOf(subject),
        now: now.toISOString(),
        today: day,
      })
    )[0] ?? {
      drafts: [],
      documents: 0,
      offers: 0,
      purchases: 0,
      requests: [],
    };
};
