import type { Language } from '@hofn/texts';
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { dispositionOf } from './download.ts';

/** Formats in which lists can also be downloaded. */
export type FileType = 'text/csv' | 'application/pdf';
// JSON comes first, so that a header that accepts anything gets JSON.
const offeredTypes = ['application/json', 'text/csv', 'application/pdf'];

/** Returns the file type that an `Accept` header prefers over JSON, or nothing for JSON. */
export const fileTypeOf = (accept: string | undefined): FileType | undefined => {
  const preferred = new Negotiator({ headers: { accept } }).mediaType(offeredTypes);
  return preferred === 'text/csv' || preferred === 'application/pdf' ? preferred : undefined;
};

// Characters that some file system forbids in file names.
const forbiddenCharacters = /[\\/:*?"<>|\p{Cc}]+/gu;

/** File name of a PDF, joined from those parts that are given. */
export const pdfName = (...parts: readonly (string | undefined)[]): string =>
  `${parts
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(forbiddenCharacters, '')
    .replace(/\s+/g, ' ')}.pdf`;

/** Responds with a file to be saved under `name`. */
export const sendFile = (reply: FastifyReply, type: FileType, name: string, content: Uint8Array): void => {
  reply
    .type(type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
    .header('content-disposition', dispositionOf(name))
    .header('vary', 'accept, accept-language')
    .send(Buffer.from(content));
};

/**
 * Returns rows as CSV (RFC 4180) in UTF-8, with amounts and days as they are stored. Icelandic spreadsheets separate
 * cells by semicolons because their decimal sign is the comma; the byte order mark tells them that the file is UTF-8.
 * Texts that a spreadsheet would run as a formula get an apostrophe.
 */
export const csvOf = (
  language: Language,
  headings: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>,
): Uint8Array =>
  Buffer.from(
    stringify([headings, ...rows], {
      bom: true,
      delimiter: language === 'is' ? ';' : ',',
      escape_formulas: true,
      // Quotes either separator, for a spreadsheet that is set to the other one, and a single CR or LF.
      quoted_match: /[,;\r\n]/,
      record_delimiter: 'windows',
    }),
  );
