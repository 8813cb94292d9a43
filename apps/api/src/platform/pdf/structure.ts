import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core';

/** Why a PDF cannot be given a signature; the message is for its sender. */
export class UnsignablePdf extends Error {}

/** An entry of a dictionary that may be a reference: its value, and where it is if it is an object of its own. */
export type Entry<Value> = { value: Value; ref: PdfRef | undefined };

/** What an incremental update of a PDF builds on. */
export type Structure = {
  root: PdfRef;
  catalogue: PdfDict;
  /** The page that a signature is attached to. */
  page: PdfRef;
  pageDictionary: PdfDict;
  /** The number of the next new object. */
  size: number;
  info: PdfRef | undefined;
  /** The permanent file identifier, in hex; undefined when the PDF has none. */
  permanentId: string | undefined;
  /** Where the last cross-reference section starts, and whether it is a stream. */
  start: number;
  usesStreams: boolean;
  /** The value of a reference. */
  resolve(value: PdfObject | undefined): PdfObject | undefined;
};

/** The end of a PDF is in its last bytes (ISO 32000-1, H.3). */
const maxTailBytes = 1024;

const startOf = (bytes: Buffer): number => {
  const text = bytes.toString('latin1').trimEnd().slice(-maxTailBytes);
  const found = /^startxref\s+(\d+)/.exec(text.slice(text.lastIndexOf('startxref')));
  if (!found) throw new UnsignablePdf('The PDF has no end. Was it cut off?');
  return Number(found[1]);
};

/** Whether a certification forbids every later change (ISO 32000-1, 12.8.2.2). */
const isSealed = (catalogue: PdfDict, resolve: Structure['resolve']): boolean => {
  const dictionary = (within: PdfObject | undefined, name: string): PdfDict | undefined => {
    const value = within instanceof PdfDict ? resolve(within.get(name)) : undefined;
    return value instanceof PdfDict ? value : undefined;
  };
  const certification = dictionary(dictionary(catalogue, 'Perms'), 'DocMDP');
  const references = resolve(certification?.get('Reference'));
  if (!(references instanceof PdfArray)) return false;
  return Array.from(references).some(
    (reference) => dictionary(resolve(reference), 'TransformParams')?.getNumber('P')?.value === 1,
  );
};

const load = async (bytes: Uint8Array): Promise<PDF> => {
  try {
    // Repairing would guess which of its objects the readers of a damaged file show.
    return await PDF.load(bytes, { lenient: false });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UnsignablePdf(`The PDF is damaged: ${detail.replace(/\.$/, '')}.`, { cause: error });
  }
};

const read = (pdf: PDF, bytes: Uint8Array): Structure => {
  const { registry, info } = pdf.context;
  const { trailer } = info;
  const resolve = (value: PdfObject | undefined) =>
    value instanceof PdfRef ? (registry.resolve(value) ?? undefined) : value;
  const root = trailer.getRef('Root');
  const catalogue = resolve(root);
  const page = pdf.getPage(0);
  if (!root || !(catalogue instanceof PdfDict) || !page) throw new UnsignablePdf('The PDF has no pages.');
  const form = resolve(catalogue.get('AcroForm'));
  if (form instanceof PdfDict && form.has('XFA'))
    throw new UnsignablePdf('The PDF is an XFA form. Print it to a PDF.');
  if (isSealed(catalogue, resolve))
    throw new UnsignablePdf('The PDF is certified by its author so that nothing may be added to it.');
  const ids = resolve(trailer.get('ID'));
  const [permanent] = ids instanceof PdfArray ? Array.from(ids, resolve) : [];
  return {
    root,
    catalogue,
    page: page.ref,
    pageDictionary: page.dict,
    size: Math.max(trailer.getNumber('Size')?.value ?? 0, registry.nextObjectNumber),
    info: trailer.getRef('Info'),
    permanentId: permanent instanceof PdfString ? Buffer.from(permanent.bytes).toString('hex') : undefined,
    start: startOf(Buffer.from(bytes)),
    usesStreams: pdf.usesXRefStreams,
    resolve,
  };
};

/**
 * Reads the structure of any PDF that a signature can be added to: with cross-reference tables or streams, compressed
 * objects, earlier revisions, linearized, with annotations, forms and earlier signatures.
 * @throws UnsignablePdf when it is damaged, encrypted, or forbids changes
 */
export const readStructure = async (bytes: Uint8Array): Promise<Structure> => {
  const pdf = await load(bytes);
  if (pdf.isEncrypted)
    throw new UnsignablePdf('The PDF is encrypted. Send it without a password or restrictions.');
  try {
    return read(pdf, bytes);
  } catch (error) {
    if (error instanceof UnsignablePdf) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new UnsignablePdf(`The PDF is damaged: ${detail.replace(/\.$/, '')}.`, { cause: error });
  }
};

type Writer = Parameters<PdfDict['toBytes']>[0];

/** A value as PDF syntax, one character per byte. */
export const syntaxOf = (value: PdfObject): string => {
  let syntax = '';
  const writer: Pick<Writer, 'writeByte' | 'writeBytes' | 'writeAscii' | 'writeUtf8'> = {
    writeByte: (byte) => {
      syntax += String.fromCharCode(byte);
    },
    writeBytes: (bytes) => {
      syntax += Buffer.from(bytes).toString('latin1');
    },
    writeAscii: (text) => {
      syntax += text;
    },
    writeUtf8: (text) => {
      syntax += Buffer.from(text).toString('latin1');
    },
  };
  // The library's class has private members, so no other object has its type.
  value.toBytes(writer as Writer);
  return syntax;
};

/** The dictionary or array of an entry, copied, so that the one that was read stays as it is. */
export const copyEntry = <Kind extends PdfDict | PdfArray>(
  { resolve }: Pick<Structure, 'resolve'>,
  within: PdfDict,
  name: string,
  empty: Kind,
): Entry<Kind> => {
  const entry = within.get(name);
  const value = resolve(entry);
  const isSameKind = empty instanceof PdfDict ? value instanceof PdfDict : value instanceof PdfArray;
  if (!isSameKind) return { value: empty, ref: undefined };
  const copy = value instanceof PdfDict ? value.clone() : new PdfArray(Array.from(value as PdfArray));
  return { value: copy as Kind, ref: entry instanceof PdfRef ? entry : undefined };
};
