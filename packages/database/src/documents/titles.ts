import { type SQL, sql } from 'drizzle-orm';
import type { Both } from './facts.ts';

/**
 * Titles of issued documents, with placeholders. The filled-in title is stored in the document's row, because it is
 * part of the issued document and the list is searched by it.
 */
export const documentTitles = {
  certificate: { is: 'Skírteini: {product}', en: 'Certificate: {product}' },
  renewal: { is: 'Endurnýjun: {product}', en: 'Renewal: {product}' },
  invoice: {
    is: 'Reikningur: {sequence}. greiðsla af {sequenceOf}',
    en: 'Invoice: instalment {sequence} of {sequenceOf}',
  },
  claimDecision: { is: '{decision}: {claim}', en: '{decision}: {claim}' },
  transactionOverview: {
    is: 'Hreyfingayfirlit, {quarter}. ársfjórðungur {year}',
    en: 'Transactions, quarter {quarter} of {year}',
  },
  policyOverview: { is: 'Yfirlit yfir tryggingar', en: 'Policy overview' },
  annualStatement: { is: 'Ársyfirlit {year}', en: 'Annual statement {year}' },
} as const satisfies Record<string, Both>;

/** What a decision on a claim decides: the compensation, or at first only that the claim is covered. */
export const decisionTitles = {
  compensation: { is: 'Ákvörðun um bætur', en: 'Claim decision' },
  cover: { is: 'Bótaskylda samþykkt', en: 'Claim accepted' },
} as const satisfies Record<string, Both>;

/** Kinds of documents that the insurer issues; memos are the customer's own. */
export type IssuedKind = keyof typeof documentTitles;

/** SQL for a title with its placeholders filled in. */
export const titleOf = (
  kind: IssuedKind,
  language: keyof Both,
  values: Record<string, SQL | object> = {},
): SQL =>
  Object.entries(values).reduce<SQL>(
    (title, [placeholder, value]) => sql`replace(${title}, ${`{${placeholder}}`}, (${value})::text)`,
    sql`${documentTitles[kind][language]}::text`,
  );
