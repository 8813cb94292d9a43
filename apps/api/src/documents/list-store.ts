import type { DocumentKind, DocumentList } from '@hofn/contracts';
import { claims, customers, type Db, documents, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { withClaim, withPolicy } from '../platform/references.ts';
import { folded, listOf } from '../platform/sql.ts';

/** Position of a document in the order of the list. */
export type Position = [issuedOn: string, id: string];

export type DocumentFilter = {
  year: number | null;
  kind: DocumentKind | null;
  /** A kind to leave out. */
  without: DocumentKind | null;
  policy: string | null;
  read: 'read' | 'unread' | null;
  search: string | null;
  sort: 'newest' | 'oldest';
  after: Position | null;
  limit: number;
};

export type DocumentRow = {
  id: string;
  kind: DocumentKind;
  title: string;
  issuedOn: string;
  periodFrom: string | null;
  periodTo: string | null;
  policy: { id: string; number: string; name: string } | null;
  claim: { id: string; number: string } | null;
  instalmentId: string | null;
  readAt: string | null;
  file: string | null;
};

export type Facets = Pick<DocumentList, 'total' | 'unread' | 'years' | 'policies' | 'kinds' | 'bills'> & {
  /** Whether the policy of the filter is the subject's. */
  ownsPolicy: boolean;
};

/** The year of an annual statement, and the day it is issued. */
export type Statement = NonNullable<DocumentList['nextStatement']>;

const directions = { newest: desc, oldest: asc };

const ofSubject = (subject: Customer) => eq(documents.customerId, subject.id);

/** Columns and tables of a line in the list. */
const rowsIn = (db: Db, language: Language) => {
  const policyName = pick(language, products.nameIs, products.nameEn);
  return {
    title: pick(language, documents.titleIs, documents.titleEn),
    policyName,
    from: () =>
      db
        .select({
          id: documents.id,
          kind: documents.kind,
          title: pick(language, documents.titleIs, documents.titleEn),
          issuedOn: documents.issuedOn,
          periodFrom: documents.periodFrom,
          periodTo: documents.periodTo,
          policyId: policies.id,
          policyNumber: policies.number,
          policyName,
          claimId: claims.id,
          claimNumber: claims.number,
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
        .leftJoin(claims, and(eq(claims.customerId, documents.customerId), eq(claims.id, documents.claimId))),
  };
};

/** Condition of a filtered list. */
const matches = (
  db: Db,
  subject: Customer,
  language: Language,
  filter: Omit<DocumentFilter, 'after' | 'limit'>,
) => {
  const { title, policyName } = rowsIn(db, language);
  const { year, kind, without, policy, read, search } = filter;
  return and(
    ofSubject(subject),
    year === null
      ? undefined
      : and(gte(documents.issuedOn, `${year}-01-01`), lte(documents.issuedOn, `${year}-12-31`)),
    kind === null ? undefined : eq(documents.kind, kind),
    without === null ? undefined : ne(documents.kind, without),
    policy === null ? undefined : eq(documents.policyId, policy),
    read === null ? undefined : (read === 'read' ? isNotNull : isNull)(documents.readAt),
    search === null
      ? undefined
      : sql`position(${search}::text in ${folded(sql`concat_ws(' ', ${title}, ${policyName}, ${policies.number}, ${claims.number})`)}) > 0`,
  );
};

/** The list of a customer's documents. Every query names the subject. */
export const createDocumentListStore = (db: Db) => ({
  /** Documents by day of issue, after a position. */
  list: async (
    subject: Customer,
    language: Language,
    { after, limit, ...filter }: DocumentFilter,
  ): Promise<DocumentRow[]> => {
    const place: SQL = sql`(${documents.issuedOn}, ${documents.id})`;
    const isAfter = after
      ? sql`${place} ${sql.raw(filter.sort === 'newest' ? '<' : '>')} (${after[0]}::date, ${after[1]}::text)`
      : undefined;
    const order = directions[filter.sort];
    const rows = await rowsIn(db, language)
      .from()
      .where(and(matches(db, subject, language, filter), isAfter))
      .orderBy(order(documents.issuedOn), order(documents.id))
      .limit(limit);
    return rows.map((row) => withClaim(withPolicy(row)));
  },

  /** How many match the filter, and the values that the subject's documents can be filtered by. */
  facets: async (
    subject: Customer,
    language: Language,
    { after: _after, limit: _limit, ...filter }: DocumentFilter,
  ): Promise<Facets> => {
    const { policyName } = rowsIn(db, language);
    const matching = (wanted: typeof filter) =>
      rowsIn(db, language)
        .from()
        .where(matches(db, subject, language, wanted))
        .as('matching');
    const [counted] = await db.select({ total: count() }).from(matching(filter));
    const invoices = matching({ ...filter, kind: 'invoice', without: null });
    const year = sql<number>`extract(year from ${invoices.issuedOn})::int`;
    const bills =
      filter.kind === null || filter.kind === 'invoice'
        ? await db
            .select({
              year,
              count: count(),
              unread: sql<number>`count(*) filter (where ${invoices.readAt} is null)::int`,
            })
            .from(invoices)
            .groupBy(year)
            .orderBy(desc(year))
        : [];
    const [all] = await db
      .select({
        unread: sql<number>`count(*) filter (where ${documents.readAt} is null)::int`,
        years: listOf(
          db
            .selectDistinct({ year: sql<number>`extract(year from ${documents.issuedOn})::int` })
            .from(documents)
            .where(ofSubject(subject)),
        ),
        kinds: listOf(
          db
            .selectDistinct({ kind: documents.kind })
            .from(documents)
            .where(ofSubject(subject))
            .orderBy(documents.kind),
        ),
        policies: listOf(
          db
            .selectDistinct({
              id: policies.id,
              number: policies.number,
              name: policyName,
              insured: pick(language, policies.insuredIs, policies.insuredEn),
            })
            .from(documents)
            .innerJoin(
              policies,
              and(eq(policies.customerId, documents.customerId), eq(policies.id, documents.policyId)),
            )
            .innerJoin(products, eq(products.id, policies.productId))
            .where(ofSubject(subject))
            .orderBy(policyName, policies.number),
        ),
        ownsPolicy: sql<boolean>`${filter.policy}::text is null or exists (select from ${policies} where ${eq(policies.customerId, subject.id)} and ${policies.id} = ${filter.policy}::text)`,
      })
      .from(documents)
      .where(ofSubject(subject));
    return {
      total: counted?.total ?? 0,
      unread: all?.unread ?? 0,
      years: (all?.years ?? []).map(({ year }) => year).toSorted((a, b) => b - a),
      policies: all?.policies ?? [],
      kinds: (all?.kinds ?? []).map(({ kind }) => kind),
      bills,
      ownsPolicy: all?.ownsPolicy ?? false,
    };
  },

  /**
   * Whether the annual statement will be issued: only accounts with an entry in the year get one, and not before the
   * customer's first day for documents.
   */
  issuesStatement: async (subject: Customer, { year, on }: Statement): Promise<boolean> => {
    const entries = db
      .select({ id: transactions.id })
      .from(transactions)
      .where(
        and(
          eq(transactions.customerId, customers.id),
          gte(transactions.bookedOn, `${year}-01-01`),
          lte(transactions.bookedOn, `${year}-12-31`),
        ),
      );
    const found = await db
      .select({ id: customers.id })
      .from(customers)
      .where(
        and(
          eq(customers.id, subject.id),
          or(isNull(customers.documentsFrom), lte(customers.documentsFrom, on)),
          exists(entries),
        ),
      );
    return found.length > 0;
  },

  /** The subject's document; undefined when there is none, or it is somebody else's. */
  one: async (subject: Customer, language: Language, id: string): Promise<DocumentRow | undefined> =>
    (
      await rowsIn(db, language)
        .from()
        .where(and(ofSubject(subject), eq(documents.id, id)))
    ).map((row) => withClaim(withPolicy(row)))[0],
});
