import { hash } from 'node:crypto';
import { PdfArray, PdfDict, PdfNumber, PdfRef, PdfString } from '@libpdf/core';
import { copyEntry, readStructure, type Structure, syntaxOf } from '../platform/pdf/structure.ts';

/**
 * Bytes reserved for a signature with its certificates and time stamp; with three certificates, and two in the stamp, it
 * takes about five thousand.
 */
const reservedBytes = 16_384;
/** Width of a number in the byte range, which is filled in last. */
const numberWidth = 10;

/** What an incremental update builds on: the PDF as the update before it left it. */
export type Revision = Omit<Structure, 'page' | 'pageDictionary'>;

/** A document with reserved space for its signature: the bytes before and after it are signed. */
export type Prepared = { bytes: Buffer; before: number; after: number; revision: Revision };

/** An object of an update. */
type NewObject = { ref: PdfRef; body: string };

/** Encodes a PDF text string in any alphabet: UTF-16 with byte order mark, in hex. */
const textOf = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** `D:20261121120000Z` */
const dateOf = (at: Date): string => `D:${at.toISOString().slice(0, 19).replaceAll(/[-T:]/g, '')}Z`;

const tableOf = (places: ReadonlyArray<{ ref: PdfRef; offset: number }>): string =>
  places
    .map(({ ref, offset }) => {
      const [place, generation] = [String(offset).padStart(10, '0'), String(ref.generation).padStart(5, '0')];
      return `${ref.objectNumber} 1\n${place} ${generation} n \n`;
    })
    .join('');

/** Widths of the fields of an entry: its kind, offset and generation. */
const entryBytes = [1, 4, 2] as const;

const entriesOf = (places: ReadonlyArray<{ ref: PdfRef; offset: number }>): Buffer =>
  Buffer.concat(
    places.map(({ ref, offset }) => {
      const entry = Buffer.alloc(7);
      entry.writeUInt8(1, 0);
      entry.writeUInt32BE(offset, 1);
      entry.writeUInt16BE(ref.generation, 5);
      return entry;
    }),
  );

/**
 * Appends objects as an incremental update, with the kind of cross-reference section that the PDF has (ISO 32000-2,
 * 7.5.8.4).
 * @param text a whole PDF, one character per byte
 * @param objects those with a number from `size` on are new
 * @param id new second file identifier, which changes each time the file is written (ISO 32000-1, 14.4)
 * @returns the longer text, and the revision for the next update
 */
export const appendUpdate = (
  text: string,
  revision: Revision,
  { objects, id }: { objects: readonly NewObject[]; id: Uint8Array },
): { text: string; revision: Revision } => {
  const { root, info, size, permanentId, start, usesStreams } = revision;
  let whole = text.endsWith('\n') ? text : `${text}\n`;
  const places = objects
    .toSorted((a, b) => a.ref.objectNumber - b.ref.objectNumber)
    .map(({ ref, body }) => {
      const offset = whole.length;
      whole += `${ref.objectNumber} ${ref.generation} obj\n${body}\nendobj\n`;
      return { ref, offset };
    });
  const sectionAt = whole.length;
  const firstNew = Math.max(size, ...objects.map(({ ref }) => ref.objectNumber + 1));
  const newSize = usesStreams ? firstNew + 1 : firstNew;
  const idHex = Buffer.from(id).toString('hex');
  const trailer = [
    `/Size ${newSize}`,
    `/Root ${root}`,
    ...(info ? [`/Info ${info}`] : []),
    `/ID [<${permanentId ?? idHex}> <${idHex}>]`,
    `/Prev ${start}`,
  ].join('\n');
  if (usesStreams) {
    const all = [...places, { ref: PdfRef.of(firstNew), offset: sectionAt }];
    const data = entriesOf(all);
    const index = all.map(({ ref }) => `${ref.objectNumber} 1`).join(' ');
    whole += `${firstNew} 0 obj\n<< /Type /XRef\n${trailer}\n/W [${entryBytes.join(' ')}] /Index [${index}] /Length ${data.length} >>\n`;
    whole += `stream\n${data.toString('latin1')}\nendstream\nendobj\n`;
  } else whole += `xref\n${tableOf(places)}trailer\n<< ${trailer} >>\n`;
  whole += `startxref\n${sectionAt}\n%%EOF\n`;
  return {
    text: whole,
    revision: { ...revision, size: newSize, start: sectionAt, permanentId: permanentId ?? idHex },
  };
};

/** Why and when a document is signed, and the id of the signing, which makes every hash unique. */
export type Signing = { id: string; reason: string; at: Date };

const fieldName = 'Undirritun';

/** A name that no field of the form has: an earlier signature of ours has the plain one. */
const freeNameIn = (fields: PdfArray, resolve: Structure['resolve']): string => {
  const taken = new Set(
    Array.from(fields, (field) => {
      const dictionary = resolve(field);
      const name = dictionary instanceof PdfDict ? resolve(dictionary.get('T')) : undefined;
      return name instanceof PdfString ? name.asString() : '';
    }),
  );
  const numbered = (count: number): string => {
    const name = count === 1 ? fieldName : `${fieldName} ${count}`;
    return taken.has(name) ? numbered(count + 1) : name;
  };
  return numbered(1);
};

/** Signatures exist, and the file may only be appended to (ISO 32000-1, 12.7.2). */
const signatureFlags = 3;

/**
 * The catalogue with the field in its form and the page with it among its annotations, and the objects that this
 * changes. Lists that are objects of their own are changed in their place.
 */
const withField = (structure: Structure, field: PdfRef) => {
  const { root, page, resolve } = structure;
  const changed: NewObject[] = [];
  const place = (
    within: PdfDict,
    name: string,
    { value, ref }: { value: PdfDict | PdfArray; ref: PdfRef | undefined },
  ) => {
    if (ref) changed.push({ ref, body: syntaxOf(value) });
    else within.set(name, value);
  };
  const catalogue = structure.catalogue.clone();
  const form = copyEntry(structure, catalogue, 'AcroForm', new PdfDict());
  const fields = copyEntry(structure, form.value, 'Fields', new PdfArray());
  const name = freeNameIn(fields.value, resolve);
  fields.value.push(field);
  place(form.value, 'Fields', fields);
  form.value.set('SigFlags', PdfNumber.of(signatureFlags));
  place(catalogue, 'AcroForm', form);
  const pageDictionary = structure.pageDictionary.clone();
  const annotations = copyEntry(structure, pageDictionary, 'Annots', new PdfArray());
  annotations.value.push(field);
  place(pageDictionary, 'Annots', annotations);
  changed.push({ ref: root, body: syntaxOf(catalogue) }, { ref: page, body: syntaxOf(pageDictionary) });
  return { catalogue, name, changed };
};

/**
 * Appends an empty signature (PAdES: `ETSI.CAdES.detached`) to a PDF, leaving its bytes unchanged. Deterministic, so that
 * any replica that finishes a signing reproduces what was started.
 * @throws UnsignablePdf when a signature cannot be added to it
 */
export const prepare = async (pdf: Uint8Array, { id, reason, at }: Signing): Promise<Prepared> => {
  const structure = await readStructure(pdf);
  const { page, size } = structure;
  const [field, signature] = [PdfRef.of(size), PdfRef.of(size + 1)];
  const { catalogue, name, changed } = withField(structure, field);
  const blank = '*'.repeat(numberWidth);
  const blankRange = `[0 ${blank} ${blank} ${blank}]`;
  const objects: NewObject[] = [
    ...changed,
    {
      ref: field,
      // Hidden: invisible on the page and to screen readers.
      body: `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 130 /T ${textOf(name)} /TU ${textOf(reason)} /P ${page} /V ${signature} >>`,
    },
    {
      ref: signature,
      body: `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (${dateOf(at)}) /Reason ${textOf(reason)} /ByteRange ${blankRange} /Contents <${'0'.repeat(2 * reservedBytes)}> >>`,
    },
  ];
  // Latin-1, so that each byte is one character.
  const text = Buffer.from(pdf).toString('latin1');
  const updated = appendUpdate(text, { ...structure, catalogue }, { objects, id: Buffer.from(id) });
  const whole = updated.text;

  const contents = whole.lastIndexOf('/Contents <');
  const before = contents + '/Contents '.length;
  const after = before + 2 * reservedBytes + 2;
  const range = [before, after, whole.length - after].map((number) => String(number).padEnd(numberWidth));
  const bytes = Buffer.from(whole, 'latin1');
  bytes.write(`[0 ${range.join(' ')}]`, whole.lastIndexOf(blankRange), 'latin1');
  return { bytes, before, after, revision: updated.revision };
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
