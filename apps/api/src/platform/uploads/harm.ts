import { hasOnlyXmlFiles } from '../pdf/open.ts';
import { type ContentType, namesInZip } from './content.ts';

// EICAR, the signature that tests a scanner without a virus; in two parts so that this file is not one.
const testSignature = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);

const streamStart = 'stream';
const streamEnd = 'endstream';
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const isWordByte = (byte: number | undefined): boolean =>
  byte !== undefined && /\w/.test(String.fromCharCode(byte));

/** Where the data of a stream begins whose keyword ends at `at`; undefined when no line ends there. */
const dataStart = (content: Buffer, at: number): number | undefined => {
  const lineEnd = content[at] === carriageReturn ? at + 1 : at;
  return content[lineEnd] === lineFeed ? lineEnd + 1 : undefined;
};

/**
 * The parts of a PDF outside its streams. Stream data is mostly compressed, so any three letters occur in it by chance.
 * Each byte is searched once: when one stream has no end, no later one does.
 */
function* partsOutsideStreams(content: Buffer): Generator<string> {
  let from = 0;
  for (let at = content.indexOf(streamStart); at >= 0; at = content.indexOf(streamStart, at)) {
    const keyword = at;
    at += streamStart.length;
    const data = isWordByte(content[keyword - 1]) ? undefined : dataStart(content, at);
    if (data === undefined) continue;
    const end = content.indexOf(streamEnd, data);
    if (end < 0) break;
    yield content.toString('latin1', from, keyword);
    from = end + streamEnd.length;
    at = from;
  }
  yield content.toString('latin1', from);
}

/** A PDF name, with its slash: it ends at white space or a delimiter (ISO 32000-1, 7.2.2 and 7.3.5). */
const name = /\/[^\0\s/%()<>[\]{}]+/g;
/** Longer than any name below with each of its letters written as #xx. */
const longestName = 64;
const escaped = /#([0-9A-Fa-f]{2})/g;
/** Active content of a PDF: scripts and programs. */
const active = /^\/(?:JavaScript|JS|Launch|RichMedia|XFA)(?![A-Za-z])/;
/** An embedded file, the specification that refers to it, and the list of these. */
const embedded = /^\/(EmbeddedFile|EF|EmbeddedFiles)(?![A-Za-z])/;

const nameOf = (text: string): string =>
  text.includes('#')
    ? text.replaceAll(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** What the names in a PDF say about it: whether it is active, and how many files it embeds, 0 if only a list is named. */
const namesOfPdf = (content: Buffer): { isActive: boolean; embeddedFiles: number | undefined } => {
  const counts = new Map<string, number>();
  for (const part of partsOutsideStreams(content)) {
    // One at a time: a list of all names in a hostile file would take more memory than the file.
    name.lastIndex = 0;
    for (let found = name.exec(part); found; found = name.exec(part)) {
      const text = nameOf(found[0].slice(0, longestName));
      if (active.test(text)) return { isActive: true, embeddedFiles: undefined };
      const [, kind] = embedded.exec(text) ?? [];
      if (kind !== undefined) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }
  const files = Math.max(counts.get('EmbeddedFile') ?? 0, counts.get('EF') ?? 0);
  return { isActive: false, embeddedFiles: counts.size > 0 ? files : undefined };
};

/** Why a PDF is refused, a key of `errorCode`; undefined when it is not. */
const pdfReason = async (content: Buffer): Promise<string | undefined> => {
  const { isActive, embeddedFiles } = namesOfPdf(content);
  if (isActive) return 'uploadActive';
  // The data of an electronic invoice (Factur-X, ZUGFeRD) is harmless; any other file would be stored unseen.
  if (embeddedFiles !== undefined && !(await hasOnlyXmlFiles(content, embeddedFiles)))
    return 'uploadAttachment';
  return undefined;
};

const documentIsActive = (content: Buffer): boolean =>
  namesInZip(content).some((entry) => /vbaProject|vbaData|\/(?:embeddings|activeX)\//i.test(entry));

/**
 * Our own checks: the scanners' test signature, PDFs with active content or attached files, and documents with macros or
 * embedded objects. They read only uncompressed data; the rest is a scanner's job. The time is linear in the size of the
 * content.
 * @returns a key of `errorCode`; only `uploadInfected` speaks of a virus
 */
export const harmOf = async (content: Buffer, type: ContentType): Promise<string | undefined> => {
  if (content.includes(testSignature)) return 'uploadInfected';
  if (type === 'application/pdf') return pdfReason(content);
  return !type.startsWith('image/') && documentIsActive(content) ? 'uploadActive' : undefined;
};
