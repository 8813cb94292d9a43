import type { DocumentKind, DocumentList } from '@hofn/contracts';
import { type Db, documents } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { maxRows } from '../platform/paging.ts';
import { byName, withClaim, withPolicy } from '../platform/references.ts';
import { hiddenClaimsOf } from '../platform/sensitive-claims.ts';
import { onFirstUse } from '../platform/sql.ts';
import { type DocumentsRow, documentLines, documentsQuery, isShownDocument } from './list-query.ts';

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

const rowOf = (line: DocumentsRow['items'][number]) => withClaim(withPolicy(line));
export type DocumentRow = ReturnType<typeof rowOf>;

/** The year of an annual statement, and the day it is issued. */
export type Statement = NonNullable<DocumentList['nextStatement']>;

/** A page of documents, how many match its filter, and the values that the subject's documents can be filtered by. */
export type ListedDocuments = Pick<
  DocumentList,
  'total' | 'unread' | 'years' | 'policies' | 'kinds' | 'bills' | 'nextStatement'
> & {
  rows: DocumentRow[];
  /** Whether the policy of the filter is the subject's. */
  ownsPolicy: boolean;
};

// Positions before the first document of each order.
const listStart: Record<DocumentFilter['sort'], Position> = {
  newest: ['infinity', ''],
  oldest: ['-infinity', ''],
};

const isShownIn = (subject: Customer): SQL =>
  isShownDocument(sql`${sql.param(hiddenClaimsOf(subject))}::text[]`);

/** The list of a customer's documents. Every query names the subject. */
export const createDocumentListStore = (db: Db) => {
  const queriesIn = (language: Language) => ({
    newest: onFirstUse(() => documentsQuery(db, language, 'newest')),
    oldest: onFirstUse(() => documentsQuery(db, language, 'oldest')),
  });
  const queries = { is: queriesIn('is'), en: queriesIn('en') };
  return {
    /**
     * Documents by day of issue, after a position.
     * @param statement the next annual statement; it is in the result if it will be issued
     * @returns undefined if the subject is not a customer
     */
    list: async (
      subject: Customer,
      language: Language,
      { after, sort, ...filter }: DocumentFilter,
      statement: Statement,
    ): Promise<ListedDocuments | undefined> => {
      const [afterDay, afterId] = after ?? listStart[sort];
      const [row] = await queries[language][sort]().execute({
        subject: subject.id,
        hidden: hiddenClaimsOf(subject),
        afterDay,
        afterId,
        yearStart: `${statement.year}-01-01`,
        yearEnd: `${statement.year}-12-31`,
        statementOn: statement.on,
        ...filter,
      });
      const [counts] = row?.counts ?? [];
      if (!row || !counts) return undefined;
      return {
        ...counts,
        rows: row.items.map(rowOf),
        bills: row.bills,
        years: row.years.map(({ year }) => year),
        kinds: row.kinds.map(({ kind }) => kind),
        policies: byName(row.policies),
        nextStatement: row.issuesStatement ? statement : null,
        ownsPolicy: row.ownsPolicy,
      };
    },

    /** All documents, the newest first, as far as a file lists them. */
    all: async (subject: Customer, language: Language): Promise<DocumentRow[]> =>
      (
        await documentLines(db, language)
          .where(and(eq(documents.customerId, subject.id), isShownIn(subject)))
          .orderBy(desc(documents.issuedOn), desc(documents.id))
          .limit(maxRows)
      ).map(rowOf),

    /** The subject's document; undefined when there is none, or it is somebody else's. */
    one: async (subject: Customer, language: Language, id: string): Promise<DocumentRow | undefined> =>
      (
        await documentLines(db, language).where(
          and(eq(documents.customerId, subject.id), eq(documents.id, id), isShownIn(subject)),
        )
      ).map(rowOf)[0],
  };
};
