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
/** Active content of a PDF: scripts, programs, embedded files. */
const active = /^\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA)(?![A-Za-z])/;

const isActiveName = (text: string): boolean =>
  active.test(
    text.includes('#')
      ? text.replaceAll(escaped, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : text,
  );

const pdfIsActive = (content: Buffer): boolean => {
  for (const part of partsOutsideStreams(content)) {
    // One at a time: a list of all names in a hostile file would take more memory than the file.
    name.lastIndex = 0;
    for (let found = name.exec(part); found; found = name.exec(part)) {
      if (isActiveName(found[0].slice(0, longestName))) return true;
    }
  }
  return false;
};

const documentIsActive = (content: Buffer): boolean =>
  namesInZip(content).some((entry) => /vbaProject|vbaData|\/(?:embeddings|activeX)\//i.test(entry));

/**
 * Our own checks: the scanners' test signature, PDFs with active content, and documents with macros or embedded objects.
 * They read only uncompressed data; the rest is a scanner's job. The time is linear in the size of the content.
 */
export const looksHarmful = (content: Buffer, type: ContentType): boolean => {
  if (content.includes(testSignature)) return true;
  if (type === 'application/pdf') return pdfIsActive(content);
  return type.startsWith('image/') ? false : documentIsActive(content);
};
