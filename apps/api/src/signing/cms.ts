import { hash } from 'node:crypto';
import { BitString, fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  SignedAndUnsignedAttributes,
  SignedData,
  type SignerInfo,
} from 'pkijs';

const oid = {
  signedData: '1.2.840.113549.1.7.2',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
} as const;

/** Accepted hash algorithms, by object identifier. */
const hashes: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** An invalid signature, with the reason, which is only logged. */
export class BadSignature extends Error {
  override name = 'BadSignature';
}

/** A signature with a certificate that its authority has revoked or does not know. */
export class RevokedCertificate extends BadSignature {
  override name = 'RevokedCertificate';
}

/** The signer as named by their certificate; `ssn` is a kennitala. */
export type Signer = { name: string; ssn: string; issuer: string };

const expect = <Value>(value: Value | null | undefined, what: string): Value => {
  if (value === null || value === undefined) throw new BadSignature(what);
  return value;
};

/** The certificates of a PEM file. */
export const readCertificates = (pem: string): Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)].map(([, base64 = '']) =>
    Certificate.fromBER(Buffer.from(base64, 'base64')),
  );

const readSignedData = (der: Uint8Array): SignedData => {
  try {
    const { contentType, content } = ContentInfo.fromBER(Uint8Array.from(der));
    if (contentType === oid.signedData) return new SignedData({ schema: content });
  } catch (error) {
    throw new BadSignature('not a CMS structure', { cause: error });
  }
  throw new BadSignature('not signed data');
};

const writeSignedData = (signed: SignedData): Uint8Array =>
  Buffer.from(
    new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) }).toSchema().toBER(),
  );

const nameOf = ({ typesAndValues }: Certificate['subject'], type: string): string =>
  String(typesAndValues.find((part) => part.type === type)?.value.valueBlock.value ?? '');

/** Whether a certificate is for legally binding signatures, and not for signing in or issuing certificates. */
const isForSignatures = ({ extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oid.keyUsage)?.parsedValue;
  return usage instanceof BitString && ((usage.valueBlock.valueHexView[0] ?? 0) & 0b0100_0000) !== 0;
};

const isForTimeStamps = ({ extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oid.extendedKeyUsage);
  const { parsedValue } = usage ?? {};
  return (
    usage?.critical === true &&
    parsedValue instanceof ExtKeyUsage &&
    parsedValue.keyPurposes.join() === oid.timeStamping
  );
};

/** Children of an ASN.1 SEQUENCE; empty for any other node. */
const childrenOf = (value: unknown): unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);

/** Whether the signed attributes name the certificate, so that no other can replace it (RFC 5035; EN 319 122-1, 5.2.2). */
const namesCertificate = (
  { signedAttrs }: SignerInfo,
  certificate: Certificate,
  attributeType: string,
): boolean => {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === attributeType);
  // The first certificate of the list is the signer's.
  const [certs] = childrenOf(attribute?.values[0]);
  const [first] = childrenOf(certs);
  const parts = childrenOf(first);
  // The first version of the attribute knows only SHA-1; in the second, SHA-256 is the default algorithm.
  const [named] = attributeType === oid.signingCertificateV2 ? childrenOf(parts[0]) : [];
  const defaultAlgorithm = attributeType === oid.signingCertificateV2 ? 'sha256' : 'sha1';
  const algorithm = named instanceof ObjectIdentifier ? hashes[named.getValue()] : defaultAlgorithm;
  const certHash = parts[named === undefined ? 0 : 1];
  if (algorithm === undefined || !(certHash instanceof OctetString)) return false;
  const certificateHash = hash(algorithm, Buffer.from(certificate.toSchema().toBER()), 'buffer');
  return certificateHash.equals(certHash.valueBlock.valueHexView);
};

const isSame = (one: Certificate, other: Certificate): boolean =>
  Buffer.from(one.tbsView).equals(other.tbsView);

/**
 * Verifies the single signature, with its chain up to a trusted certificate.
 * @param names attributes that may identify the signer's certificate
 * @returns the signer's certificate, its chain up to the trusted one, and the hash algorithm it signed with
 */
const verify = async (
  signed: SignedData,
  data: Uint8Array,
  { trusted, at, names }: { trusted: readonly Certificate[]; at: Date; names: readonly string[] },
) => {
  const [signer] = signed.signerInfos;
  if (!signer || signed.signerInfos.length !== 1) throw new BadSignature('not exactly one signer');
  const digest = expect(hashes[signer.digestAlgorithm.algorithmId], 'hash algorithm not accepted');
  const { signatureVerified, signerCertificate, certificatePath } = await signed
    .verify({
      signer: 0,
      data: Uint8Array.from(data).buffer,
      trustedCerts: [...trusted],
      checkChain: true,
      checkDate: at,
      extendedMode: true,
    })
    .catch((error: unknown) => {
      throw new BadSignature(error instanceof Error ? error.message : 'signature not valid', {
        cause: error,
      });
    });
  if (signatureVerified !== true) throw new BadSignature('signature not valid');
  const certificate = expect(signerCertificate, 'certificate missing');
  if (!names.some((by) => namesCertificate(signer, certificate, by)))
    throw new BadSignature('certificate not covered by the signature');
  const chain = trusted.some((anchor) => isSame(anchor, certificate)) ? [certificate] : certificatePath;
  if (!chain?.[0] || !isSame(chain[0], certificate)) throw new BadSignature('chain of another certificate');
  return { certificate, chain, digest };
};

/**
 * Checks a detached signature over `data`.
 * @param cms ContentInfo with SignedData, in DER
 * @param at the day on which its certificates must be valid
 * @returns the signer, and the chain of their certificate, whose revocation is still to be checked
 * @throws BadSignature
 */
export const checkSignature = async (
  cms: Uint8Array,
  data: Uint8Array,
  trusted: readonly Certificate[],
  at: Date,
): Promise<{ signer: Signer; chain: Certificate[] }> => {
  const signed = readSignedData(cms);
  // Embedded content would be verified instead of ours.
  if (signed.encapContentInfo.eContent) throw new BadSignature('contains embedded content');
  const { certificate, chain, digest } = await verify(signed, data, {
    trusted,
    at,
    names: [oid.signingCertificateV2],
  });
  // The algorithm that the phone was asked to sign with.
  if (digest !== 'sha256') throw new BadSignature('hash algorithm is not SHA-256');
  if (!isForSignatures(certificate)) throw new BadSignature('certificate is not for signatures');
  const [, ssn] = /^PNOIS-(\d{10})$/.exec(nameOf(certificate.subject, oid.serialNumber)) ?? [];
  const signer = {
    name: nameOf(certificate.subject, oid.commonName),
    ssn: expect(ssn, 'certificate has no kennitala'),
    issuer: nameOf(certificate.issuer, oid.commonName),
  };
  return { signer, chain };
};

/**
 * Checks a time stamp over `data`; its authority may use any accepted hash algorithm.
 * @param token ContentInfo with SignedData, in DER
 * @returns the chain of its authority's certificate, whose revocation is still to be checked
 * @throws BadSignature
 */
export const checkStamp = async (
  token: Uint8Array,
  data: Uint8Array,
  trusted: readonly Certificate[],
  at: Date,
): Promise<Certificate[]> => {
  const signed = readSignedData(token);
  // Any other content would be compared with the data itself, and contain no time.
  if (signed.encapContentInfo.eContentType !== oid.timeStampInfo) throw new BadSignature('not a time stamp');
  const names = [oid.signingCertificateV2, oid.signingCertificate];
  const { certificate, chain } = await verify(signed, data, { trusted, at, names });
  if (!isForTimeStamps(certificate)) throw new BadSignature('certificate is not for time stamps');
  return chain;
};

/** The signature value, which the time stamp covers. */
export const signatureOf = (cms: Uint8Array): Uint8Array => {
  const [signer] = readSignedData(cms).signerInfos;
  return Uint8Array.from(expect(signer, 'no signer').signature.valueBlock.valueHexView);
};

/** Adds a time stamp to a signature as an unsigned attribute. */
export const withStamp = (cms: Uint8Array, token: Uint8Array): Uint8Array => {
  const signed = readSignedData(cms);
  const [signer] = signed.signerInfos;
  expect(signer, 'no signer').unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [
      new Attribute({ type: oid.timeStampToken, values: [fromBER(Uint8Array.from(token).buffer).result] }),
    ],
  });
  return writeSignedData(signed);
};
