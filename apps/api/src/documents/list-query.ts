import { claims, customers, type Db, documents, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, asc, desc, eq, inArray, isNull, lte, max, or, type SQL, sql } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { hiddenParameter, isShownClaim } from '../platform/sensitive-claims.ts';
import { folded, listOf, parameter } from '../platform/sql.ts';
import { ownsPolicy } from '../policies/query-parts.ts';

/**
 * Condition that a document is shown to a reader who may not see some claims (rule ROLE-2): it belongs to none of them, and is no
 * statement of account with an entry of a claim, whose text may name one of them.
 * @param hidden ids of those claims, an array of texts
 */
export const isShownDocument = (hidden: SQL): SQL => sql`(
  ${isShownClaim(documents.claimId, hidden)}
  and (cardinality(${hidden}) = 0 or ${documents.kind} not in ('transactionOverview', 'annualStatement')
    or not coalesce(${documents.facts} @> '{"items":[{"type":"claim"}]}', true))
)`;

/** Columns and tables of a document in a list. */
export const documentLines = (db: Db, language: Language) =>
  db
    .select({
      id: documents.id,
      kind: documents.kind,
      title: pick(language, documents.titleIs, documents.titleEn),
      issuedOn: documents.issuedOn,
      periodFrom: documents.periodFrom,
      periodTo: documents.periodTo,
      policyId: documents.policyId,
      policyNumber: sql<string | null>`${policies.number}`.as('policy_number'),
      policyName: pick(language, products.nameIs, products.nameEn),
      claimId: documents.claimId,
      claimNumber: sql<string | null>`${claims.number}`.as('claim_number'),
      instalmentId: documents.instalmentId,
      readAt: documents.readAt,
      file: pick(language, documents.fileIs, documents.fileEn),
    })
    .from(documents)
    .leftJoin(
      policies,
      and(eq(policies.customerId, documents.customerId), eq(policies.id, documents.policyId)),
    )
    .leftJoin(products, eq(products.id, policies.productId))
    .leftJoin(claims, and(eq(claims.customerId, documents.customerId), eq(claims.id, documents.claimId)));

/**
 * Whether the subject's annual statement will be issued: only accounts with an entry in the year get one, and not before
 * the customer's first day for documents.
 */
const issuesStatement = (db: Db): SQL<boolean> => {
  // Not `exists` with both ends of the year: its estimated cost would make PostgreSQL plan the list at every read.
  const lastEntry = db
    .select({ day: max(transactions.bookedOn) })
    .from(transactions)
    .where(
      and(
        eq(transactions.customerId, customers.id),
        lte(transactions.bookedOn, parameter('yearEnd', 'date')),
      ),
    );
  const hasEntry = sql`(${lastEntry} >= ${parameter('yearStart', 'date')}) is true`;
  const mayBeIssued = or(
    isNull(customers.documentsFrom),
    lte(customers.documentsFrom, parameter('statementOn', 'date')),
  );
  return sql<boolean>`${and(mayBeIssued, hasEntry)}`;
};

const ownDocuments = (db: Db, language: Language) =>
  db
    .$with('own')
    .as(
      documentLines(db, language).where(
        and(eq(documents.customerId, sql.placeholder('subject')), isShownDocument(hiddenParameter)),
      ),
    );
type OwnDocuments = ReturnType<typeof ownDocuments>;

const yearOf = (own: OwnDocuments) => sql<number>`extract(year from ${own.issuedOn})::int`;

/** The filter of the list, and the same for documents of every kind. */
const filterOf = (own: OwnDocuments) => {
  const [year, policy] = [parameter('year', 'int'), parameter('policy', 'text')];
  const [read, search] = [parameter('read', 'text'), parameter('search', 'text')];
  const [kind, without] = [parameter('kind', 'text'), parameter('without', 'text')];
  const searchable = sql`concat_ws(' ', ${own.title}, ${own.policyName}, ${own.policyNumber}, ${own.claimNumber})`;
  const matchesOfAnyKind = sql`(
    (${year} is null or ${yearOf(own)} = ${year})
    and (${policy} is null or ${own.policyId} = ${policy})
    and (${read} is null or (${own.readAt} is null) = (${read} = 'unread'))
    and (${search} is null or position(${search} in ${folded(searchable)}) > 0)
  )`;
  const matches = sql`(
    ${matchesOfAnyKind}
    and (${kind} is null or ${own.kind}::text = ${kind})
    and (${without} is null or ${own.kind}::text <> ${without})
  )`;
  return { matches, matchesOfAnyKind };
};

/**
 * The list of documents in one query: a page of those that match the filter, their number, invoices by year, and the
 * values that the subject's documents can be filtered by. It reads the documents once and derives all of that from them.
 */
export const documentsQuery = (db: Db, language: Language, sort: 'newest' | 'oldest') => {
  const subject = sql.placeholder('subject');
  const kind = parameter('kind', 'text');
  const own = ownDocuments(db, language);
  const yearOfIssue = yearOf(own);
  const { matches, matchesOfAnyKind } = filterOf(own);

  const order = sort === 'newest' ? desc : asc;
  const isAfterPage = sql`(${own.issuedOn}, ${own.id}) ${sql.raw(sort === 'newest' ? '<' : '>')} (${parameter('afterDay', 'date')}, ${parameter('afterId', 'text')})`;
  const page = db
    .select()
    .from(own)
    .where(and(matches, isAfterPage))
    .orderBy(order(own.issuedOn), order(own.id))
    .limit(sql.placeholder('limit'));

  const counts = db
    .select({
      total: sql<number>`count(*) filter (where ${matches})`,
      unread: sql<number>`count(*) filter (where ${own.readAt} is null)`,
    })
    .from(own);
  const bills = db
    .select({
      year: yearOfIssue,
      count: sql<number>`count(*)`,
      unread: sql<number>`count(*) filter (where ${own.readAt} is null)`,
    })
    .from(own)
    .where(sql`${matchesOfAnyKind} and ${own.kind} = 'invoice' and (${kind} is null or ${kind} = 'invoice')`)
    .groupBy(yearOfIssue)
    .orderBy(desc(yearOfIssue));
  const years = db.selectDistinct({ year: yearOfIssue }).from(own).orderBy(desc(yearOfIssue));
  const kinds = db.selectDistinct({ kind: own.kind }).from(own).orderBy(own.kind);
  const policyName = pick(language, products.nameIs, products.nameEn);
  const policiesOfDocuments = db
    .select({
      id: policies.id,
      number: policies.number,
      name: policyName,
      insured: pick(language, policies.insuredIs, policies.insuredEn),
    })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(
      and(eq(policies.customerId, subject), inArray(policies.id, db.select({ id: own.policyId }).from(own))),
    )
    .orderBy(policies.number);
  return db
    .with(own)
    .select({
      items: listOf(page),
      counts: listOf(counts),
      bills: listOf(bills),
      years: listOf(years),
      kinds: listOf(kinds),
      policies: listOf(policiesOfDocuments),
      ownsPolicy: ownsPolicy(db),
      issuesStatement: issuesStatement(db),
    })
    .from(customers)
    .where(eq(customers.id, subject))
    .prepare(`documents_${sort}_${language}`);
};

/** The list of documents, as the database has it. */
export type DocumentsRow = Awaited<ReturnType<ReturnType<typeof documentsQuery>['execute']>>[number];
