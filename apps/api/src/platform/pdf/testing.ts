import { spawnSync } from 'node:child_process';
import { noteForTestReport } from '@hofn/database/testing.ts';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Node = { role?: string; children?: Node[] };

const rolesOf = (node: Node): string[] => [
  ...(node.role && node.role !== 'Root' ? [node.role] : []),
  ...(node.children ?? []).flatMap(rolesOf),
];

/** A PDF as another program reads it: text by page, structure roles in reading order, metadata. */
export const readPdf = async (bytes: Uint8Array) => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  const roles: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
    const tree = (await page.getStructTree()) as Node | null;
    roles.push(tree ? rolesOf(tree) : []);
  }
  const { info, metadata } = await document.getMetadata();
  const { Title: title, Language: language } = info as { Title?: string; Language?: string };
  const marks = (await document.getMarkInfo()) as { Marked?: boolean } | null;
  const conformance = metadata?.get('pdfuaid:part') as unknown;
  await task.destroy();
  return { pages, roles, title, language, marked: marks?.Marked, conformance };
};

/** Becomes false on the first attempt to run it, which takes as long as reading a small PDF. */
let hasPdftotext = true;

/** What pdftotext prints; undefined if it is not installed. */
const runPdftotext = (bytes: Uint8Array): string | undefined => {
  if (!hasPdftotext) return undefined;
  const { stdout, error } = spawnSync('pdftotext', ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
  if (!error) return stdout;
  hasPdftotext = false;
  noteForTestReport('PDFs read with pdf.js: pdftotext is not installed on this machine.');
  return undefined;
};

/**
 * The text of a PDF in one line, as read by `pdftotext`, which shares no code with the library that wrote it; by pdf.js
 * where pdftotext is not installed.
 */
export const textOfPdf = async (bytes: Uint8Array): Promise<string> => {
  const text = runPdftotext(bytes) ?? (await readPdf(bytes)).pages.join('\n');
  return text.replace(/\s+/g, ' ');
};
