import type { Found } from '@hofn/contracts';
import { claims, customers, type Db, documents, policies, products, transactions } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Customer } from '../platform/access.ts';
import { pick } from '../platform/language.ts';
import { asJson, folded } from '../platform/sql.ts';

/** So many of each kind are found at most: whoever wants all of them has a screen for it. */
export const mostOfKind = 5;

const subject = sql.placeholder('subject');
const words = sql`${sql.placeholder('words')}::text[]`;

/** Whether a text holds every word that is asked for, folded as they are. */
const holds = (...texts: SQL[]): SQL =>
  sql`not exists (select from unnest(${words}) as asked(word) where position(word in ${folded(sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`)}) = 0)`;

type Source = { id: SQL; title: SQL; detail: SQL; date: SQL; amount: SQL; from: SQL };

/** Where each kind is looked for: all of the subject's, best first. A kind becomes searchable by its row here. */
const sources = (language: Language): Record<Found['kind'], Source> => {
  const name = pick(language, products.nameIs, products.nameEn);
  const insured = pick(language, policies.insuredIs, policies.insuredEn);
  const description = pick(language, transactions.descriptionIs, transactions.descriptionEn);
  const claim = pick(language, claims.titleIs, claims.titleEn);
  const document = pick(language, documents.titleIs, documents.titleEn);
  const policyOf = sql`left join ${policies} on ${policies.customerId} = ${transactions.customerId} and ${policies.id} = ${transactions.policyId} left join ${products} on ${products.id} = ${policies.productId}`;
  return {
    policy: {
      id: sql`${policies.id}`,
      title: sql`${name}`,
      detail: sql`concat_ws(', ', ${insured}, ${policies.number})`,
      date: sql`null::date`,
      amount: sql`null::int`,
      from: sql`from ${policies} join ${products} on ${products.id} = ${policies.productId}
        where ${eq(policies.customerId, subject)} and ${holds(sql`${policies.number}`, sql`${name}`, sql`${insured}`)}
        order by ${policies.validTo} desc, ${products.ordinal}, ${policies.number}`,
    },
    claim: {
      id: sql`${claims.id}`,
      title: sql`${claim}`,
      detail: sql`${claims.number}`,
      date: sql`${claims.dateOfLoss}`,
      amount: sql`null::int`,
      from: sql`from ${claims}
        where ${eq(claims.customerId, subject)} and ${holds(sql`${claims.number}`, sql`${claim}`, sql`${claims.place}`)}
        order by ${claims.dateOfLoss} desc, ${claims.id}`,
    },
    document: {
      id: sql`${documents.id}`,
      title: sql`${document}`,
      detail: sql`null::text`,
      date: sql`${documents.issuedOn}`,
      amount: sql`null::int`,
      from: sql`from ${documents}
        where ${eq(documents.customerId, subject)} and ${holds(sql`${document}`)}
        order by ${documents.issuedOn} desc, ${documents.id}`,
    },
    transaction: {
      id: sql`${transactions.id}`,
      title: sql`${description}`,
      detail: sql`nullif(concat_ws(', ', ${name}, ${policies.number}), '')`,
      date: sql`${transactions.bookedOn}`,
      amount: sql`${transactions.amount}`,
      from: sql`from ${transactions} ${policyOf}
        where ${eq(transactions.customerId, subject)} and ${holds(sql`${description}`, sql`${name}`, sql`${policies.number}`, sql`abs(${transactions.amount})::text`)}
        order by ${transactions.sequence} desc`,
    },
  };
};

/** What the subject has, out of the database. The read names the subject, and gives nothing of anyone else's. */
export const createSearchStore = (db: Db) => {
  const inLanguage = (language: Language) => {
    const each = Object.entries(sources(language)).map(
      ([kind, { id, title, detail, date, amount, from }]) =>
        sql`(select ${sql.raw(`'${kind}'`)} as kind, ${id} as id, ${title} as title, ${detail} as detail, ${date} as date, ${amount} as amount ${from} limit ${sql.raw(String(mostOfKind))})`,
    );
    return db
      .select({
        items: asJson<Found>(
          {
            kind: sql`line.kind`,
            id: sql`line.id`,
            title: sql`line.title`,
            detail: sql`line.detail`,
            date: sql`line.date`,
            amount: sql`line.amount`,
          },
          sql`(${sql.join(each, sql` union all `)}) as line`,
        ),
      })
      .from(customers)
      .where(eq(customers.id, subject))
      .prepare(`search_${language}`);
  };
  const prepared = { is: inLanguage('is'), en: inLanguage('en') };
  return {
    /** @param asked folded words */
    find: async ({ id }: Customer, language: Language, asked: readonly string[]): Promise<Found[]> => {
      const [row] = await prepared[language].execute({ subject: id, words: asked });
      return row?.items ?? [];
    },
  };
};
