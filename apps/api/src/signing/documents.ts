import type {
  Signable,
  SignableDocument,
  SignableList,
  SignableState,
  SignedDocument,
  SignedDocumentList,
} from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { foldForSearch, type Language } from '@hofn/texts';
import { z } from 'zod';
import type { Customer } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { defineCursor, positionParts } from '../platform/cursor.ts';
import type { DatedFilter } from '../platform/dated-list.ts';
import { pdfName } from '../platform/file-response.ts';
import { isoInstant } from '../platform/instant.ts';
import { pageOf } from '../platform/paging.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { paperToSign } from './papers.ts';
import { createSigningStore, type Position, type SignedRow, type SigningDocument } from './store.ts';

const position: z.ZodType<Position> = z.tuple([positionParts.instant, positionParts.id]);
export const cursors = defineCursor<Position | null>(position, null);

const summaryOf = ({ id, terms, title, issuedOn, policy, claim }: SigningDocument) => ({
  id,
  kind: terms.kind,
  title,
  date: issuedOn,
  policy,
  claim,
});

/** File name of a document. */
export const fileNameOf = ({ title, issuedOn }: SigningDocument): string => pdfName(title, issuedOn);

const stateOf = ({ unsignableAt, signBy }: SigningDocument, today: string): SignableState => {
  if (unsignableAt !== null) return 'unsignable';
  return signBy < today ? 'expired' : 'waiting';
};

/** @param today `YYYY-MM-DD`; the last day is a day to sign on. */
export const signableOf = (row: SigningDocument, today: string): Signable => ({
  ...summaryOf(row),
  signBy: row.signBy,
  state: stateOf(row, today),
});

/** What a document is about: the policy's name and number, or the claim's number. */
export const aboutOf = ({ policy, claim }: Pick<SigningDocument, 'policy' | 'claim'>): string =>
  policy ? `${policy.name}, ${policy.number}` : (claim?.number ?? '');

/** Filter and order of the unsigned documents (rule PORT-19); the period is matched against the day of issue. */
type SignableFilter = Omit<DatedFilter, 'sort'> & {
  state?: SignableState | undefined;
  sort: 'deadline' | 'newest' | 'oldest';
};

/** @param rows the earliest last day first */
export const signablesOf = (
  rows: readonly SigningDocument[],
  { search = '', from, to, state, sort }: SignableFilter,
  today: string,
): SignableList => {
  const found = rows
    .map((row) => signableOf(row, today))
    .filter(
      (document) =>
        (state === undefined || document.state === state) &&
        (from === undefined || document.date >= from) &&
        (to === undefined || document.date <= to) &&
        foldForSearch(`${document.title} ${aboutOf(document)}`).includes(search),
    );
  const oldestFirst = (a: Signable, b: Signable) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0);
  const items =
    sort === 'deadline'
      ? found
      : found.toSorted((a, b) => (sort === 'oldest' ? oldestFirst(a, b) : oldestFirst(b, a)));
  return { items, waiting: items.filter(({ state }) => state === 'waiting').length };
};

/** A document with its PDF's hash, and the ways to call the person acting. */
export const signableDocumentOf = (
  row: SigningDocument,
  key: string,
  actor: { kind: Customer['kind']; mobilePhone: string | null },
  today: string,
): SignableDocument => ({
  ...signableOf(row, today),
  file: { name: fileNameOf(row), type: 'application/pdf', sha256: key },
  mobilePhone: actor.mobilePhone,
  asksWhoSigns: actor.kind === 'company',
});

export const signedOf = (row: SignedRow): SignedDocument => {
  const { signedAt, signerName, method, certificateIssuer, file } = row.signed;
  return {
    ...summaryOf(row),
    signedAt: isoInstant(signedAt),
    signer: { name: signerName, method, certificateIssuer },
    file: { name: fileNameOf(row), type: 'application/pdf', sha256: file },
  };
};

/**
 * A page of signed documents.
 * @param rows with one more than `limit` when there is a next page
 */
export const signedListOf = (
  rows: readonly SignedRow[],
  { total, limit, list }: { total: number; limit: number; list: string },
): SignedDocumentList => {
  const { page, nextCursor } = pageOf(rows, limit, (last) => {
    const { signedAt, id } = signedOf(last);
    return cursors.write([signedAt, id], list);
  });
  return { items: page.map(signedOf), total, nextCursor };
};

/**
 * Renders the PDFs of a document in both languages when it is first opened, and stores them: the bytes that were shown are
 * the bytes that are signed.
 * @returns a function that gives their keys in the file store, which are their SHA-256
 */
export const createPaperMaker = ({ db, contents }: { db: Db; contents: Contents }) => {
  const store = createSigningStore(db);
  return async (subject: Customer, row: SigningDocument, now: Date): Promise<Record<Language, string>> => {
    if (row.fileIs !== null && row.fileEn !== null) return { is: row.fileIs, en: row.fileEn };
    const keep = async (language: Language) => {
      const worded = (await store.one(subject, language, row.id)) ?? row;
      const paper = paperToSign(worded, { subject, language, today: row.issuedOn });
      return (await contents.store(await writePdf(paper, now))).key;
    };
    return store.keepFiles(subject, row.id, { is: await keep('is'), en: await keep('en') });
  };
};
