import { hash } from 'node:crypto';

/**
 * Bytes reserved for a signature with its certificates and time stamp; with three certificates, and two in the stamp, it
 * takes about five thousand.
 */
const reservedBytes = 16_384;
/** Width of a number in the byte range, which is filled in last. */
const numberWidth = 10;
/** The end of a PDF is in its last bytes (ISO 32000-1, H.3). */
const maxTailBytes = 1024;

/** What an incremental update builds on: catalogue, trailer and cross-reference table of the update before it. */
export type Revision = { root: number; catalogue: string; size: number; trailer: string; start: number };

/** A document with reserved space for its signature: the bytes before and after it are signed. */
export type Prepared = { bytes: Buffer; before: number; after: number; revision: Revision };

type Found = { text: string; offset: number };

const expectFound = <Value>(value: Value | null | undefined, what: string): Value => {
  if (value === null || value === undefined) throw new Error(`The PDF has no ${what}`);
  return value;
};

/** The text between the first occurrences of two others, and its position; linear, without rescanning. */
const between = (pdf: string, first: string, last: string, from: number) => {
  const start = pdf.indexOf(first, from);
  const end = start < 0 ? -1 : pdf.indexOf(last, start + first.length);
  return end < 0 ? undefined : { text: pdf.slice(start + first.length, end), start, end };
};

/** Offsets of the objects by number, from one plain cross-reference table, and its trailer. */
const readTable = (pdf: string) => {
  // Only at the very end, so that no earlier table is used.
  const tail = pdf.slice(-maxTailBytes);
  const start = Number(expectFound(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail), 'end')[1]);
  const what = 'plain cross-reference table';
  const { text: trailer, start: trailerAt } = expectFound(between(pdf, 'trailer', 'startxref', start), what);
  const entries = /^xref\s/.test(pdf.slice(start, start + 5)) ? pdf.slice(start + 4, trailerAt) : '';
  const [open, close] = [trailer.indexOf('<<'), trailer.lastIndexOf('>>')];
  if (entries === '' || open < 0 || close < open) throw new Error(`The PDF has no ${what}`);
  const dictionary = trailer.slice(open + 2, close);
  // A PDF with incremental updates has earlier tables.
  if (/\/Prev\b/.test(dictionary)) throw new Error('The PDF was changed since it was written');
  const places = new Map<number, number>();
  const lines = entries
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  for (let at = 0; at < lines.length; ) {
    const [first = 0, count = 0] = (lines[at] ?? '').split(' ').map(Number);
    for (const [index, line] of lines.slice(at + 1, at + 1 + count).entries()) {
      if (line.endsWith('n')) places.set(first + index, Number(line.slice(0, 10)));
    }
    at += 1 + Math.max(0, count || 0);
  }
  return { start, trailer: dictionary, places };
};

const reference = (dictionary: string, name: string): number =>
  Number(expectFound(new RegExp(`/${name}\\s+(?:\\[\\s*)?(\\d+) 0 R`).exec(dictionary), name)[1]);

/** Encodes a PDF text string in any alphabet: UTF-16 with byte order mark, in hex. */
const textOf = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** `D:20261121120000Z` */
const dateOf = (at: Date): string => `D:${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;

const fileIdentifiers = /\/ID\s*\[\s*(<[\da-fA-F]*>)\s*<[\da-fA-F]*>\s*\]/;

/**
 * Appends objects as an incremental update.
 * @param text a whole PDF, one character per byte
 * @param objects numbers and bodies; those above `size` are new
 * @param id new second file identifier, which changes each time the file is written (ISO 32000-1, 14.4)
 * @returns the longer text, and the revision for the next update
 */
export const appendUpdate = (
  text: string,
  { root, catalogue, size, trailer, start }: Revision,
  { objects, id }: { objects: ReadonlyArray<[number, string]>; id: Uint8Array },
): { text: string; revision: Revision } => {
  let whole = text.endsWith('\n') ? text : `${text}\n`;
  const table = objects
    .toSorted(([a], [b]) => a - b)
    .map(([number, body]) => {
      const offset = whole.length;
      whole += `${number} 0 obj\n${body}\nendobj\n`;
      return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
    });
  const tableAt = whole.length;
  const newSize = Math.max(size, ...objects.map(([number]) => number + 1));
  const [ids, permanentId = ''] = expectFound(fileIdentifiers.exec(trailer), 'ID');
  const newTrailer = trailer
    .replace(ids, `/ID [${permanentId} <${Buffer.from(id).toString('hex')}>]`)
    .replace(/\/Size\s+\d+/, `/Size ${newSize}`)
    .trim();
  whole += `xref\n${table.join('')}trailer\n<< ${newTrailer}\n/Prev ${start} >>\nstartxref\n${tableAt}\n%%EOF\n`;
  return { text: whole, revision: { root, catalogue, size: newSize, trailer: newTrailer, start: tableAt } };
};

/** Why and when a document is signed, and the id of the signing, which makes every hash unique. */
export type Signing = { id: string; reason: string; at: Date };

/**
 * Appends an empty signature (PAdES: `ETSI.CAdES.detached`) to one of our PDFs, leaving its bytes unchanged. Deterministic,
 * so that any replica that finishes a signing reproduces what was started.
 * @throws Error when the PDF does not have the structure `writePdf` creates
 */
export const prepare = (pdf: Uint8Array, { id, reason, at }: Signing): Prepared => {
  // Latin-1, so that each byte is one character.
  const text = Buffer.from(pdf).toString('latin1');
  const { start, trailer, places } = readTable(text);
  const object = (number: number): Found => {
    const offset = expectFound(places.get(number), `object ${number}`);
    const [, dictionary = ''] = expectFound(
      /^\d+ 0 obj\s*<<([\s\S]*?)>>\s*endobj/.exec(text.slice(offset, offset + 20_000)),
      `dictionary ${number}`,
    );
    return { text: dictionary, offset };
  };
  const root = reference(trailer, 'Root');
  const catalogue = object(root).text;
  const page = reference(object(reference(catalogue, 'Pages')).text, 'Kids');
  const first = object(page).text;
  if (/\/AcroForm\b/.test(catalogue) || /\/Annots\b/.test(first))
    throw new Error('The PDF has a form or annotations already');
  const size = Number(expectFound(/\/Size\s+(\d+)/.exec(trailer), 'size')[1]);
  const [field, signature] = [size, size + 1];

  const blank = '*'.repeat(numberWidth);
  const withForm = `${catalogue.trimEnd()}\n/AcroForm << /Fields [${field} 0 R] /SigFlags 3 >>\n`;
  const objects: Array<[number, string]> = [
    [root, `<< ${withForm} >>`],
    [page, `<< ${first.trimEnd()}\n/Annots [${field} 0 R]\n >>`],
    [
      field,
      // Hidden: invisible on the page and to screen readers.
      `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 130 /T ${textOf('Undirritun')} /TU ${textOf(reason)} /P ${page} 0 R /V ${signature} 0 R >>`,
    ],
    [
      signature,
      `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (${dateOf(at)}) /Reason ${textOf(reason)} /ByteRange [0 ${blank} ${blank} ${blank}] /Contents <${'0'.repeat(2 * reservedBytes)}> >>`,
    ],
  ];
  const original = { root, catalogue: withForm, size, trailer, start };
  const updated = appendUpdate(text, original, { objects, id: Buffer.from(id) });
  let whole = updated.text;

  const contents = whole.lastIndexOf('/Contents <');
  const before = contents + '/Contents '.length;
  const after = before + 2 * reservedBytes + 2;
  const range = [before, after, whole.length - after].map((number) => String(number).padEnd(numberWidth));
  whole = whole.replace([blank, blank, blank].join(' '), range.join(' '));
  return { bytes: Buffer.from(whole, 'latin1'), before, after, revision: updated.revision };
};

/** SHA-256 of the signed bytes: everything but the reserved space. */
export const hashOf = (prepared: Prepared): Buffer => hash('sha256', signedBytes(prepared), 'buffer');

/** The bytes that are signed. */
export const signedBytes = ({ bytes, before, after }: Prepared): Buffer =>
  Buffer.concat([bytes.subarray(0, before), bytes.subarray(after)]);

/**
 * Inserts the signature into the document.
 * @param cms ContentInfo in DER
 * @throws Error when it does not fit into the reserved space
 */
export const withSignature = ({ bytes, before }: Prepared, cms: Uint8Array): Buffer => {
  if (cms.length > reservedBytes)
    throw new Error(`A signature of ${cms.length} bytes does not fit in ${reservedBytes}`);
  const signed = Buffer.from(bytes);
  signed.write(Buffer.from(cms).toString('hex'), before + 1, 'latin1');
  return signed;
};
