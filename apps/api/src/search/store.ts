import {
  claims,
  customers,
  type Db,
  documents,
  policies,
  policyCovers,
  policyItems,
  productCovers,
  products,
  transactions,
} from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, not, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { isShownDocument } from '../documents/list-query.ts';
import type { Customer } from '../platform/authorization.ts';
import { pick } from '../platform/language.ts';
import { hiddenClaimsOf, hiddenParameter, isShownClaim } from '../platform/sensitive-claims.ts';
import { folded, listOf } from '../platform/sql.ts';
import { isCoveringOn, today } from '../policies/query-parts.ts';
import { mayNameHiddenClaim } from '../transactions/store.ts';

/** Most results of each kind; the screens of that kind list all. */
export const maxPerKind = 5;

// A list of lists: each word of the search, with the words that mean the same.
const words = sql`${sql.placeholder('words')}::jsonb`;

/** Texts after a space each: a spelling that begins with one has to begin a word. */
const foldedTogether = (...texts: SQLWrapper[]): SQL =>
  folded(
    sql`concat_ws(' ', '', ${sql.join(
      texts.map((text) => sql`${text}`),
      sql`, `,
    )})`,
  );

/** Whether the text `given.text` contains the word of `search`, or one that means the same. */
const containsWord = sql`exists (select from jsonb_array_elements_text(word) as same(spelling) where position(spelling in given.text) > 0)`;
// `offset 0` keeps the database from reading and folding the texts again for every spelling.
const givenAndWords = (texts: SQLWrapper[]): SQL =>
  sql`(select ${foldedTogether(...texts)} as text offset 0) as given, jsonb_array_elements(${words}) as search(word)`;

/** Whether the texts together contain every word of the search, after folding. */
const containAllWords = (...texts: SQLWrapper[]): SQL =>
  sql`(select bool_and(${containsWord}) from ${givenAndWords(texts)})`;

/** Whether a text contains any word of the search. */
const containsAnyWord = (text: SQLWrapper): SQL =>
  sql`(select bool_or(${containsWord}) from ${givenAndWords([text])})`;

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

  const coverName = pick(language, productCovers.nameIs, productCovers.nameEn);
  // Covers and benefits count only while the policy covers.
  const covering = isCoveringOn(today);
  const coversOfPolicy = and(
    eq(productCovers.productId, policies.productId),
    eq(productCovers.kind, 'cover'),
    or(eq(productCovers.optional, false), sql`${policyCovers.id} is not null`),
    covering,
  );
  const ofPolicy = (columns: typeof policyCovers | typeof policyItems) =>
    and(eq(columns.customerId, policies.customerId), eq(columns.policyId, policies.id));
  const covers = (selected: SQL) =>
    sql`(select ${selected} from ${productCovers} left join ${policyCovers} on ${and(ofPolicy(policyCovers), eq(policyCovers.id, productCovers.id))} where ${coversOfPolicy}`;
  const coverNames = sql`${covers(sql`string_agg(${coverName}, ' ')`)})`;
  const matchingCover = sql`${covers(sql`${coverName}`)} and ${containsAnyWord(coverName)} order by ${productCovers.ordinal} limit 1)`;
  const itemNames = sql`(select string_agg(${pick(language, policyItems.nameIs, policyItems.nameEn)}, ' ') from ${policyItems} where ${ofPolicy(policyItems)})`;
  // Registration numbers are typed with and without the space.
  const unspaced = sql`replace(${insured}, ' ', '')`;
  const ownTexts = [policies.number, productName, insured, unspaced, itemNames];
  const benefit = sql`${products.benefits} && ${sql.placeholder('benefits')}::text[] and ${covering}`;

  const foundPolicies = db
    .select({
      id: policies.id,
      title: productName,
      detail: sql<string>`concat_ws(', ', ${matchingCover}, ${insured}, ${policies.number})`,
      benefits: sql<string[]>`case when ${benefit} then ${products.benefits} else '{}' end`,
    })
    .from(policies)
    .innerJoin(products, eq(products.id, policies.productId))
    .where(and(eq(policies.customerId, customers.id), or(containAllWords(...ownTexts, coverNames), benefit)))
    // Matches by name rank above matches by cover.
    .orderBy(desc(containAllWords(...ownTexts)), desc(policies.validTo), products.ordinal, policies.number)
    .limit(maxPerKind);

  const foundClaims = db
    .select({ id: claims.id, title: claimTitle, detail: claims.number, date: claims.dateOfLoss })
    .from(claims)
    .where(
      and(
        eq(claims.customerId, customers.id),
        isShownClaim(claims.id, hiddenParameter),
        containAllWords(claims.number, claimTitle, claims.place),
      ),
    )
    .orderBy(desc(claims.dateOfLoss), claims.id)
    .limit(maxPerKind);

  const foundDocuments = db
    .select({ id: documents.id, title: documentTitle, date: documents.issuedOn })
    .from(documents)
    .where(
      and(
        eq(documents.customerId, customers.id),
        isShownDocument(hiddenParameter),
        containAllWords(documentTitle),
      ),
    )
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
        not(mayNameHiddenClaim(hiddenParameter)),
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

export type SearchQuery = {
  /** Each word with those that mean the same, all folded; a result contains one of each. */
  words: readonly (readonly string[])[];
  /** Keys of benefits whose names contain the words. */
  benefits: readonly string[];
  /** `YYYY-MM-DD` */
  today: string;
};

/** Search in the subject's data. The query names the subject. */
export const createSearchStore = (db: Db) => {
  const queries = { is: searchQuery(db, 'is'), en: searchQuery(db, 'en') };
  return {
    find: async (subject: Customer, language: Language, query: SearchQuery) => {
      const [row] = await queries[language].execute({
        subject: subject.id,
        hidden: hiddenClaimsOf(subject),
        words: JSON.stringify(query.words),
        benefits: [...query.benefits],
        today: query.today,
      });
      return row ?? { policies: [], claims: [], documents: [], transactions: [] };
    },
  };
};
