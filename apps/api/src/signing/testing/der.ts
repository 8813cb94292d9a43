/** A DER value: its tag, content, all its bytes, and its parts when it is constructed. */
export type Der = { tag: number; content: Buffer; whole: Buffer; parts: Der[] };

/** Reads one value. @throws Error when it is truncated */
export const readDer = (bytes: Buffer): Der => {
  const tag = bytes.readUInt8(0);
  let length = bytes.readUInt8(1);
  let start = 2;
  if (length >= 0x80) {
    const lengthBytes = length - 0x80;
    length = bytes.readUIntBE(2, lengthBytes);
    start += lengthBytes;
  }
  const whole = bytes.subarray(0, start + length);
  if (whole.length !== start + length) throw new Error('a value is truncated');
  const content = whole.subarray(start);
  const parts: Der[] = [];
  // Bit 6 of the tag: constructed.
  if ((tag & 0x20) !== 0) {
    for (let at = 0; at < content.length; ) {
      const part = readDer(content.subarray(at));
      parts.push(part);
      at += part.whole.length;
    }
  }
  return { tag, content, whole, parts };
};

/** The part of a value at a path. @throws Error when there is none */
export const at = (der: Der, ...path: number[]): Der =>
  path.reduce((within, n) => {
    const part = within.parts[n];
    if (!part) throw new Error('a part of the signature is missing');
    return part;
  }, der);
