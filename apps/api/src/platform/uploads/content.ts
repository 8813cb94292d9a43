/** File types accepted from customers (rule FORM-8). */
export type ContentType =
  | 'application/pdf'
  | 'image/jpeg'
  | 'image/png'
  | 'image/heic'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const startsWith = (bytes: Buffer, first: readonly number[], at = 0): boolean =>
  first.every((byte, index) => bytes[at + index] === byte);

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const zip = [0x50, 0x4b, 0x03, 0x04];
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

// Signatures and lengths of the zip format: its end record, and an entry of its directory.
const endOfDirectory = 0x06054b50;
const endBytes = 22;
const longestComment = 65_535;
const directoryEntry = 0x02014b50;
const entryBytes = 46;

/** Names of the files in a zip according to its directory; empty when there is no readable one. */
export const namesInZip = (bytes: Buffer): string[] => {
  const names: string[] = [];
  for (
    let end = bytes.length - endBytes;
    end >= 0 && end >= bytes.length - endBytes - longestComment;
    end--
  ) {
    if (bytes.readUInt32LE(end) !== endOfDirectory) continue;
    const count = bytes.readUInt16LE(end + 10);
    let at = bytes.readUInt32LE(end + 16);
    for (let entry = 0; entry < count; entry++) {
      if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== directoryEntry) return [];
      const nameBytes = bytes.readUInt16LE(at + 28);
      names.push(bytes.toString('utf8', at + entryBytes, at + entryBytes + nameBytes));
      at += entryBytes + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return names;
  }
  return names;
};

const isDocument = (bytes: Buffer): boolean => {
  const names = namesInZip(bytes);
  return names.includes('[Content_Types].xml') && names.includes('word/document.xml');
};

/**
 * The type of a content by its bytes, whatever its name or sender says; undefined when we do not accept it. A PDF may
 * begin anywhere in its first kilobyte, as PDF readers allow.
 */
export const contentTypeOf = (bytes: Buffer): ContentType | undefined => {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(bytes, png)) return 'image/png';
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && heicBrands.has(bytes.toString('latin1', 8, 12)))
    return 'image/heic';
  if (startsWith(bytes, zip)) return isDocument(bytes) ? docx : undefined;
  return bytes.subarray(0, 1024).includes('%PDF-') ? 'application/pdf' : undefined;
};
