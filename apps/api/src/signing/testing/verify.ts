// Checks signed PDFs as someone else's program would: it shares no code with what signs, reads DER by itself and leaves
// the arithmetic to Node's OpenSSL.
import { hash, verify as verifySignature, X509Certificate } from 'node:crypto';

/** A value of DER: its tag, its content, the whole of it, and what is within when it is made of others. */
type Der = { tag: number; content: Buffer; whole: Buffer; parts: Der[] };

const readDer = (bytes: Buffer): Der => {
  const tag = bytes.readUInt8(0);
  let length = bytes.readUInt8(1);
  let start = 2;
  if (length >= 0x80) {
    const figures = length - 0x80;
    length = bytes.readUIntBE(2, figures);
    start += figures;
  }
  const whole = bytes.subarray(0, start + length);
  if (whole.length !== start + length) throw new Error('a value is cut off');
  const content = whole.subarray(start);
  const parts: Der[] = [];
  // Bit 6 of the tag: made of others.
  if ((tag & 0x20) !== 0) {
    for (let at = 0; at < content.length; ) {
      const part = readDer(content.subarray(at));
      parts.push(part);
      at += part.whole.length;
    }
  }
  return { tag, content, whole, parts };
};

/** A part of a part of a value. @throws Error when there is none */
const at = (der: Der, ...path: number[]): Der =>
  path.reduce((within, n) => {
    const part = within.parts[n];
    if (!part) throw new Error('a part of the signature is not there');
    return part;
  }, der);

const oid = {
  messageDigest: '2a864886f70d010904',
  signingCertificateV2: '2a864886f70d010910022f',
  timeStampToken: '2a864886f70d010910020e',
} as const;

/** The value of an attribute among others, by the hex of its identifier. */
const attribute = (attributes: Der, type: string): Der => {
  const found = attributes.parts.find((one) => at(one, 0).content.toString('hex') === type);
  if (!found) throw new Error(`the attribute ${type} is not there`);
  return at(found, 1, 0);
};

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Checks SignedData over content that is given or within; gives what was wrong and what else is told. */
const checkSignedData = (cms: Buffer, outside: Buffer | undefined, root: X509Certificate) => {
  const problems: string[] = [];
  const expect = (holds: boolean, what: string) => {
    if (!holds) problems.push(what);
  };
  const signed = at(readDer(cms), 1, 0);
  const [, , encapsulated, certificateSet] = signed.parts;
  const info = at(signed, signed.parts.length - 1, 0);
  const [, , , signedAttributes, , signature, unsigned] = info.parts;
  if (!encapsulated || !certificateSet || !signedAttributes || !signature) throw new Error('it is cut off');
  const content = outside ?? at(encapsulated, 1, 0).content;
  expect(!outside || encapsulated.parts.length === 1, 'it brings a content of its own');

  const certificates = certificateSet.parts.map(({ whole }) => new X509Certificate(whole));
  const certHash = at(attribute(signedAttributes, oid.signingCertificateV2), 0, 0, 0).content;
  const signer = certificates.find(({ raw }) => sha256(raw).equals(certHash));
  if (!signer) return { problems: ['the signed certificate is not there'], content, certificates: [] };
  expect(
    at(info, 1, 1).content.equals(Buffer.from(signer.serialNumber, 'hex')),
    'the certificate is another than the signer’s',
  );
  expect(
    attribute(signedAttributes, oid.messageDigest).content.equals(sha256(content)),
    'the content was changed',
  );
  const asSet = Buffer.from(signedAttributes.whole);
  asSet[0] = 0x31;
  expect(
    verifySignature('sha256', asSet, signer.publicKey, signature.content),
    'the signature does not hold',
  );
  let link = signer;
  for (let steps = 0; !link.verify(root.publicKey) && steps < 5; steps += 1) {
    const issuer = certificates.find((one) => link.checkIssued(one) && link.verify(one.publicKey));
    if (!issuer || issuer === link) break;
    link = issuer;
  }
  expect(link.verify(root.publicKey) && link.checkIssued(root), 'the chain does not end in the root');
  return { problems, content, certificates, signer, signature: signature.content, unsigned };
};

/**
 * Verifies the last signature of a PDF and its time stamp.
 * @param rootPem the certificate that is trusted
 * @returns what is wrong, nothing when all holds; who signed, and the time of the stamp
 */
export const verifySignedPdf = (pdf: Buffer, rootPem: string) => {
  const root = new X509Certificate(rootPem);
  const text = pdf.toString('latin1');
  const [range] = [...text.matchAll(/\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/g)].slice(-1);
  if (!range) return { problems: ['there is no signature'] };
  const [first = 0, before = 0, after = 0, last = 0] = range.slice(1).map(Number);
  const problems: string[] = [];
  if (first !== 0 || after + last !== pdf.length) problems.push('the signature is not over the whole file');
  const hex = /^<([\da-f]+)>$/.exec(text.slice(before, after));
  if (!hex) return { problems: [...problems, 'the place of the signature is not what was left out'] };
  if (!text.includes('/SubFilter /ETSI.CAdES.detached')) problems.push('it is no PAdES');
  const cms = readDer(Buffer.from(hex[1] ?? '', 'hex')).whole;
  const content = Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]);
  const about = checkSignedData(cms, content, root);
  problems.push(...about.problems);
  if (!about.unsigned) return { problems: [...problems, 'there is no time stamp'] };
  const stamp = checkSignedData(attribute(about.unsigned, oid.timeStampToken).whole, undefined, root);
  problems.push(...stamp.problems.map((problem) => `time stamp: ${problem}`));
  const info = readDer(stamp.content);
  if (!at(info, 2, 1).content.equals(sha256(about.signature)))
    problems.push('the time stamp is over something else');
  return {
    problems,
    subject: about.signer.subject,
    certificates: about.certificates.length,
    stampedAt: at(info, 4).content.toString('latin1'),
  };
};
