import type { SearchResult } from '@hofn/contracts';
import { claims, customers, type Db, documents, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { folded, listOf } from '../platform/sql.ts';

/** Most results of each kind; the screens of that kind list all. */
export const maxPerKind = 5;

const words = sql`${sql.placeholder('words')}::text[]`;

/** Whether the texts together contain every word of the search, after folding. */
const containAllWords = (...texts: SQLWrapper[]): SQL =>
  sql`not exists (select from unnest(${words}) as search(word) where position(word in ${folded(
    sql`concat_ws(' ', ${sql.join(
      texts.map((text) => sql`${text}`),
      sql`, `,
    )})`,
  )}) = 0)`;

/**
 * The results of each kind, best first. Each kind is its own query; they run in one round trip. A new kind takes a query
 * here and a line in `find`.
 */
const searchQuery = (db: Db, language: Language) => {
  const productName = pick(language, products.nameIs, products.nameEn);
  const insured = pick(language, policies.insuredIs, policies.insuredEn);
  const claimTitle = pick(language, claims.titleIs, claims.titleEn);
  const documentTitle = pick(language, documents.titleIs, documents.titleEn);
  const description = pick(language, transactions.descriptionIs, transactions.descriptionEn);

  const foundPolicies = db
    .select({
      id: policies.id,
      title: productName,
      detail: sql<string>`concat_ws(', ', ${insured}, ${policies.number})`,
    })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(and(eq(policies.customerId, customers.id), containAllWords(policies.number, productName, insured)))
    .orderBy(desc(policies.validTo), products.ordinal, policies.number)
    .limit(maxPerKind);

  const foundClaims = db
    .select({ id: claims.id, title: claimTitle, detail: claims.number, date: claims.dateOfLoss })
    .from(claims)
    .where(and(eq(claims.customerId, customers.id), containAllWords(claims.number, claimTitle, claims.place)))
    .orderBy(desc(claims.dateOfLoss), claims.id)
    .limit(maxPerKind);

  const foundDocuments = db
    .select({ id: documents.id, title: documentTitle, date: documents.issuedOn })
    .from(documents)
    .where(and(eq(documents.customerId, customers.id), containAllWords(documentTitle)))
    .orderBy(desc(documents.issuedOn), documents.id)
    .limit(maxPerKind);

  const foundTransactions = db
    .select({
      id: transactions.id,
      title: description,
      detail: sql<string | null>`nullif(concat_ws(', ', ${productName}, ${policies.number}), '')`,
      date: transactions.bookedOn,
      amount: transactions.amount,
    })
    .from(transactions)
    .leftJoin(
      policies,
      and(eq(policies.customerId, transactions.customerId), eq(policies.id, transactions.policyId)),
    )
    .leftJoin(products, eq(products.id, policies.productId))
    .where(
      and(
        eq(transactions.customerId, customers.id),
        containAllWords(description, productName, policies.number, sql`abs(${transactions.amount})::text`),
      ),
    )
    .orderBy(desc(transactions.sequence))
    .limit(maxPerKind);

  return db
    .select({
      policies: listOf(foundPolicies),
      claims: listOf(foundClaims),
      documents: listOf(foundDocuments),
      transactions: listOf(foundTransactions),
    })
    .from(customers)
    .where(eq(customers.id, sql.placeholder('subject')))
    .prepare(`search_${language}`);
};

/** Search in the subject's data. The query names the subject. */
export const createSearchStore = (db: Db) => {
  const queries = { is: searchQuery(db, 'is'), en: searchQuery(db, 'en') };
  return {
    /** @param words folded; each result contains all of them */
    find: async ({ id }: Customer, language: Language, words: readonly string[]): Promise<SearchResult[]> => {
      const [row] = await queries[language].execute({ subject: id, words });
      if (!row) return [];
      return [
        ...row.policies.map((policy) => ({ kind: 'policy' as const, ...policy, date: null, amount: null })),
        ...row.claims.map((claim) => ({ kind: 'claim' as const, ...claim, amount: null })),
        ...row.documents.map((document) => ({
          kind: 'document' as const,
          ...document,
          detail: null,
          amount: null,
        })),
        ...row.transactions.map((transaction) => ({ kind: 'transaction' as const, ...transaction })),
      ];
    },
  };
};
