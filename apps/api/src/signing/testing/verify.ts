// Verifies signed PDFs independently: it shares no code with the signing, parses DER itself and leaves the cryptography to
// Node's OpenSSL.
import { hash, verify as verifySignature, X509Certificate } from 'node:crypto';
import { at, type Der, readDer } from './der.ts';
import { checkValidationData } from './validation.ts';

const oid = {
  messageDigest: '2a864886f70d010904',
  signingCertificateV2: '2a864886f70d010910022f',
  timeStampToken: '2a864886f70d010910020e',
} as const;

/** The value of an attribute by its object identifier, in hex. */
const attribute = (attributes: Der, type: string): Der => {
  const found = attributes.parts.find((part) => at(part, 0).content.toString('hex') === type);
  if (!found) throw new Error(`the attribute ${type} is missing`);
  return at(found, 1, 0);
};

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** Verifies SignedData over `outside`, or over its own content. @returns the problems, and the verified parts */
const checkSignedData = (cms: Buffer, outside: Buffer | undefined, root: X509Certificate) => {
  const problems: string[] = [];
  const expect = (isValid: boolean, problem: string) => {
    if (!isValid) problems.push(problem);
  };
  const signed = at(readDer(cms), 1, 0);
  const [, , encapsulated, certificateSet] = signed.parts;
  const info = at(signed, signed.parts.length - 1, 0);
  const [, , , signedAttributes, , signature, unsigned] = info.parts;
  if (!encapsulated || !certificateSet || !signedAttributes || !signature) throw new Error('it is truncated');
  const content = outside ?? at(encapsulated, 1, 0).content;
  expect(!outside || encapsulated.parts.length === 1, 'it encloses content');

  const certificates = certificateSet.parts.map(({ whole }) => new X509Certificate(whole));
  const certHash = at(attribute(signedAttributes, oid.signingCertificateV2), 0, 0, 0).content;
  const signer = certificates.find(({ raw }) => sha256(raw).equals(certHash));
  if (!signer) return { problems: ['the signed certificate is missing'], content, certificates: [] };
  expect(
    at(info, 1, 1).content.equals(Buffer.from(signer.serialNumber, 'hex')),
    'the certificate is not the signer’s',
  );
  expect(
    attribute(signedAttributes, oid.messageDigest).content.equals(sha256(content)),
    'the content was changed',
  );
  const asSet = Buffer.from(signedAttributes.whole);
  asSet[0] = 0x31;
  expect(verifySignature('sha256', asSet, signer.publicKey, signature.content), 'the signature is invalid');
  let link = signer;
  for (let steps = 0; !link.verify(root.publicKey) && steps < 5; steps += 1) {
    const issuer = certificates.find(
      (candidate) => link.checkIssued(candidate) && link.verify(candidate.publicKey),
    );
    if (!issuer || issuer === link) break;
    link = issuer;
  }
  expect(link.verify(root.publicKey) && link.checkIssued(root), 'the chain does not end in the root');
  return { problems, content, certificates, signer, signature: signature.content, unsigned };
};

/**
 * Verifies the last signature of a PDF, its time stamp, and that what follows is what both are validated with offline.
 * @param rootPem the certificate that is trusted
 * @returns the problems, none when everything is valid; the signer, and the time of the time stamp
 */
export const verifySignedPdf = (pdf: Buffer, rootPem: string) => {
  const root = new X509Certificate(rootPem);
  const text = pdf.toString('latin1');
  const [range] = [...text.matchAll(/\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/g)].slice(-1);
  if (!range) return { problems: ['there is no signature'] };
  const [first = 0, before = 0, after = 0, last = 0] = range.slice(1).map(Number);
  const problems: string[] = [];
  const end = after + last;
  if (first !== 0 || end > pdf.length) problems.push('the signature does not cover the whole file');
  const hex = /^<([\da-f]+)>$/.exec(text.slice(before, after));
  if (!hex) return { problems: [...problems, 'the excluded bytes are not the signature'] };
  if (!text.includes('/SubFilter /ETSI.CAdES.detached')) problems.push('it is not PAdES');
  const cms = readDer(Buffer.from(hex[1] ?? '', 'hex')).whole;
  const content = Buffer.concat([pdf.subarray(0, before), pdf.subarray(after, end)]);
  const about = checkSignedData(cms, content, root);
  problems.push(...about.problems);
  if (!about.unsigned) return { problems: [...problems, 'there is no time stamp'] };
  const stamp = checkSignedData(attribute(about.unsigned, oid.timeStampToken).whole, undefined, root);
  problems.push(...stamp.problems.map((problem) => `time stamp: ${problem}`));
  const info = readDer(stamp.content);
  if (!at(info, 2, 1).content.equals(sha256(about.signature)))
    problems.push('the time stamp is of other data');
  const stampedAt = at(info, 4).content.toString('latin1');
  const signers = [about.signer, stamp.signer].filter((signer) => signer !== undefined);
  // A stamp that is not valid gives no time at which anything had to be valid.
  if (problems.length > 0) return { problems };
  const validation = checkValidationData(pdf, end, { signers, root, since: stampedAt });
  return {
    problems: [...problems, ...validation.problems],
    subject: about.signer.subject,
    certificates: about.certificates.length,
    stampedAt,
    validatedBy: validation.validatedBy,
  };
};
