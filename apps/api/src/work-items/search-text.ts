import { type RequestKind, requestKinds } from '@hofn/contracts';
import {
  cases,
  changeRequests,
  claimNotices,
  claims,
  complaints,
  customers,
  type Db,
  memos,
  payments,
  policies,
  policyItems,
  products,
  submissions,
} from '@hofn/database';
import { cleanIdentifier, compactIdentifier, parsePhone } from '@hofn/domain';
import { foldForSearch, type Language } from '@hofn/texts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { pick } from '../platform/language.ts';
import { folded } from '../platform/sql.ts';
import { textsIn } from '../platform/texts.ts';
import { lineColumns } from './lines-query.ts';

/** What an employee looks for: its folded words, and the same without spaces and dashes when it may be a number. */
export type Term = { words: string; code: string | undefined };

/** A typed search; undefined when it is empty. A phone number is looked for without its country code. */
export const termOf = (typed: string | undefined): Term | undefined => {
  const text = cleanIdentifier(typed ?? '');
  if (text === '') return undefined;
  const code = parsePhone(text) ?? compactIdentifier(text);
  return { words: foldForSearch(text), code: /\d/.test(code) ? foldForSearch(code) : undefined };
};

/** What is asked for, in the words of the line. */
const requestName = (language: Language, request: SQL): SQL => {
  const t = textsIn(language);
  const names = requestKinds.map(
    (kind: RequestKind) => sql`when ${kind} then ${t(`requestCase|kind.${kind}`)}`,
  );
  return sql`case ${request} ${sql.join(names, sql` `)} end`;
};

/** All texts in a JSON column, however deep, without the names of its fields. */
const textsOf = (column: SQL): SQL =>
  sql`(select string_agg(leaf #>> '{}', '|') from jsonb_path_query(${column}, 'strict $.**') leaf where jsonb_typeof(leaf) = 'string')`;

/** Everything that a case prints and staff look for, as one text. Nothing in one part runs into the next. */
const searchText = (db: Db, language: Language): SQL => {
  const { reference, about, sender, request } = lineColumns(language);
  const asked = requestName(language, request);
  const items = db
    .select({ plates: sql`string_agg(${policyItems.facts} ->> 'plate', '|')` })
    .from(policyItems)
    .where(and(eq(policyItems.customerId, policies.customerId), eq(policyItems.policyId, policies.id)));
  const letter = db
    .select({ text: memos.text })
    .from(memos)
    .where(and(eq(cases.kind, 'memo'), eq(memos.customerId, cases.customerId), eq(memos.id, cases.matterId)));
  const parts = [
    // As the line prints it, and as it is typed from memory.
    sql`${asked} || ': ' || ${about}`,
    sql`${asked} || ' ' || ${about}`,
    ...[asked, about, reference, sender],
    // Of a claim that nobody has verified, the customer's own data is not printed, and finds nothing.
    sql`case when ${claims.unverified} is not true then concat_ws('|', ${customers.ssn}, ${customers.email}, ${customers.mobilePhone}, ${customers.homePhone}) end`,
    submissions.email,
    textsOf(sql`${submissions.fields}`),
    claimNotices.name,
    claimNotices.ssn,
    claimNotices.policyNumber,
    textsOf(sql`coalesce(${claimNotices.form}, ${claims.form})`),
    sql`${letter}`,
    complaints.text,
    complaints.wishes,
    payments.id,
    sql`${payments.amount}::text`,
    pick(language, products.nameIs, products.nameEn),
    policies.number,
    pick(language, policies.insuredIs, policies.insuredEn),
    sql`${items}`,
    sql`${changeRequests.after} #>> ${`{productName,${language}}`}::text[]`,
  ];
  return folded(sql`concat_ws('|', ${sql.join(parts, sql`, `)})`);
};

/** Whether a work item is found by a term. */
export const isFoundBy = (db: Db, language: Language, { words, code }: Term): SQL => {
  const text = searchText(db, language);
  if (code === undefined) return sql`position(${words} in ${text}) > 0`;
  return sql`(select position(${words} in found.text) > 0 or position(${code} in translate(found.text, ' -', '')) > 0 from (select ${text} as text) found)`;
};
