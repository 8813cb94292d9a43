import type {
  Signable,
  SignableDocument,
  SignableList,
  SignedDocument,
  SignedDocumentList,
} from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { z } from 'zod';
import type { Customer } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { defineCursor, positionParts } from '../platform/cursor.ts';
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

/** @param today `YYYY-MM-DD`; the last day is a day to sign on. */
export const signableOf = (row: SigningDocument, today: string): Signable => ({
  ...summaryOf(row),
  signBy: row.signBy,
  state: row.signBy < today ? 'expired' : 'waiting',
});

export const signablesOf = (rows: readonly SigningDocument[], today: string): SignableList => {
  const items = rows.map((row) => signableOf(row, today));
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
