import type { Language } from '@hofn/texts';
import type { FastifyReply } from 'fastify';
import { dispositionOf } from './download.ts';

/** Formats in which lists can also be downloaded. */
export type FileType = 'text/csv' | 'application/pdf';
const fileTypes: readonly string[] = ['text/csv', 'application/pdf'] satisfies FileType[];
const jsonTypes = ['application/json', 'application/*', '*/*'];

/** The first file format or JSON named by an `Accept` header; undefined for JSON. */
export const fileTypeOf = (accept: string | undefined): FileType | undefined => {
  const accepted = (accept ?? '')
    .split(',')
    .map((range) => (range.split(';', 1)[0] ?? '').trim().toLowerCase());
  const first = accepted.find((type) => fileTypes.includes(type) || jsonTypes.includes(type));
  return fileTypes.includes(first ?? '') ? (first as FileType) : undefined;
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

// An apostrophe keeps a spreadsheet from evaluating text as a formula.
const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value);
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows as CSV (RFC 4180) in UTF-8, figures and days as stored. Icelandic spreadsheets separate cells by semicolons,
 * because their decimal separator is a comma; the byte order mark tells them it is UTF-8.
 */
export const csvOf = (
  language: Language,
  headings: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>,
): Uint8Array => {
  const separator = language === 'is' ? ';' : ',';
  const lines = [headings, ...rows].map((row) => row.map(cell).join(separator));
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
};
