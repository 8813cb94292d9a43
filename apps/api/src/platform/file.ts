import type { Language } from '@hofn/texts';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { dispositionOf } from './download.ts';

/** Types that a list is also given as. */
export type FileType = 'text/csv' | 'application/pdf';
// JSON comes first, so that a header that accepts anything gets JSON.
const offeredTypes = ['application/json', 'text/csv', 'application/pdf'];

/** Returns the file type that an `Accept` header prefers over JSON, or nothing for JSON. */
export const fileTypeOf = (accept: string | undefined): FileType | undefined => {
  const preferred = new Negotiator({ headers: { accept } }).mediaType(offeredTypes);
  return preferred === 'text/csv' || preferred === 'application/pdf' ? preferred : undefined;
};

// What no file name may have on some system.
const forbidden = /[\\/:*?"<>|\p{Cc}]+/gu;

/** The name that a PDF is saved under, of the parts that it has. */
export const pdfName = (...parts: readonly (string | undefined)[]): string =>
  `${parts
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(forbidden, '')
    .replace(/\s+/g, ' ')}.pdf`;

/** Answers with a file to be saved under `name`. */
export const sendFile = (reply: FastifyReply, type: FileType, name: string, content: Uint8Array): void => {
  reply
    .type(type === 'text/csv' ? 'text/csv; charset=utf-8' : type)
    .header('content-disposition', dispositionOf(name))
    .header('vary', 'accept, accept-language')
    .send(Buffer.from(content));
};

// A text that a spreadsheet would take for a formula is kept a text by an apostrophe.
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cell = (value: string | number | null): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = harmless(value);
  return /[";,\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/**
 * Rows as CSV (RFC 4180) in UTF-8, figures and days as they are stored. Spreadsheets in Icelandic part cells by a
 * semicolon, for their comma is in the figures; the mark in front tells them that it is UTF-8.
 */
export const csvOf = (
  language: Language,
  headings: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number | null>>,
): Uint8Array => {
  const between = language === 'is' ? ';' : ',';
  const lines = [headings, ...rows].map((row) => row.map(cell).join(between));
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`);
};
