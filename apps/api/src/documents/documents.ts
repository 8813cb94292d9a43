import type { DocumentKind, DocumentList, DocumentMeta, DocumentSummary, Upload } from '@hofn/contracts';
import { statementDay } from '@hofn/database';
import { foldForSearch, type Language } from '@hofn/texts';
import { z } from 'zod';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import { csvOf, pdfName } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { maxRows, pageOf } from '../platform/paging.ts';
import { textsIn } from '../platform/texts.ts';
import type { DocumentFilter, DocumentRow, ListedDocuments, Position, Statement } from './list-store.ts';

const position: z.ZodType<Position> = z.tuple([positionParts.day, positionParts.id]);
export const cursors = defineCursor<Position | null>(position, null);

/** Filter and order of the list. */
export type ListFilter = {
  [Name in 'year' | 'kind' | 'without' | 'policy' | 'read']?: Exclude<DocumentFilter[Name], null> | undefined;
} & { search?: string | undefined; sort?: DocumentFilter['sort'] | undefined };

/** The filter of a call, for all documents that match it. */
export const filterOf = ({
  year,
  kind,
  without,
  policy,
  read,
  search,
  sort,
}: ListFilter): DocumentFilter => ({
  year: year ?? null,
  kind: kind ?? null,
  without: without ?? null,
  policy: policy ?? null,
  read: read ?? null,
  search: search ? foldForSearch(search) : null,
  sort: sort ?? 'newest',
  after: null,
  limit: maxRows,
});

/** A document as a line of the list. */
export const summaryOf = ({
  id,
  kind,
  title,
  issuedOn,
  policy,
  claim,
  readAt,
}: DocumentRow): DocumentSummary => ({
  id,
  kind,
  title,
  date: issuedOn,
  policy,
  claim,
  readAt: readAt && isoInstant(readAt),
});

/** File name of a document: kind, policy and day. */
export const fileNameOf = ({ title, policy, issuedOn }: DocumentRow): string =>
  pdfName(title, policy?.number, issuedOn);

/** A document's metadata; `attachments` are those of a message. */
export const metaOf = (row: DocumentRow, attachments: Upload[]): DocumentMeta => ({
  ...summaryOf(row),
  period: row.periodFrom && row.periodTo ? { from: row.periodFrom, to: row.periodTo } : null,
  file: { name: fileNameOf(row), type: 'application/pdf' },
  attachments,
});

/** The next annual statement on a day: it is issued in the middle of the next January. */
export const nextStatementOf = (today: string): Statement => {
  const thisYear = Number(today.slice(0, 4));
  const dayIn = (year: number) => `${year}-01-${statementDay}`;
  const year = today < dayIn(thisYear) ? thisYear - 1 : thisYear;
  return { year, on: dayIn(year + 1) };
};

/**
 * A page of the list, as the contract defines it.
 * @param listed with one document more than `limit` when there is a next page
 * @param list the filtered list that the cursor is valid for
 */
export const listOf = (
  { rows, ownsPolicy: _, ...shown }: ListedDocuments,
  limit: number,
  list: string,
): DocumentList => {
  const { page, nextCursor } = pageOf(rows, limit, ({ issuedOn, id }) => cursors.write([issuedOn, id], list));
  return { items: page.map(summaryOf), nextCursor, ...shown };
};

const kindKey = {
  certificate: 'documents|kindCertificate',
  renewal: 'documents|kindRenewal',
  invoice: 'documents|kindInvoice',
  claimDecision: 'documents|kindClaimDecision',
  transactionOverview: 'documents|kindTransactionOverview',
  policyOverview: 'documents|kindPolicyOverview',
  annualStatement: 'documents|kindAnnualStatement',
  memo: 'documents|kindMemo',
  letter: 'documents|kindLetter',
} as const satisfies Record<DocumentKind, string>;

/** Name of a kind of document. */
export const kindName = (language: Language, kind: DocumentKind): string => textsIn(language)(kindKey[kind]);

/** The list as CSV (rule PORT-19). */
export const listCsv = (items: readonly DocumentSummary[], language: Language): Uint8Array => {
  const t = textsIn(language);
  const headings = [
    t('documents|date'),
    t('documents|kind'),
    t('documents|document'),
    t('documents|policy'),
    t('policy|number'),
    t('documents|readAt'),
  ];
  const rows = items.map(({ date, kind, title, policy, readAt }) => [
    date,
    kindName(language, kind),
    title,
    policy?.name ?? null,
    policy?.number ?? null,
    readAt,
  ]);
  return csvOf(language, headings, rows);
};
