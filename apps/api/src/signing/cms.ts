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

/** Accepted hashes by their object identifiers. */
const hashes: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** An invalid signature; the reason is only logged. */
export class BadSignature extends Error {
  override name = 'BadSignature';
}

/** The signer, according to the certificate; `ssn` is a kennitala. */
export type Signer = { name: string; ssn: string; issuer: string };

const expect = <Value>(value: Value | null | undefined, reason: string): Value => {
  if (value === null || value === undefined) throw new BadSignature(reason);
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
    throw new BadSignature('it is not CMS', { cause: error });
  }
  throw new BadSignature('it is not signed data');
};

const writeSignedData = (signed: SignedData): Uint8Array =>
  Buffer.from(
    new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) }).toSchema().toBER(),
  );

const nameOf = ({ typesAndValues }: Certificate['subject'], type: string): string =>
  String(typesAndValues.find((part) => part.type === type)?.value.valueBlock.value ?? '');

/** Whether a certificate is for what commits its owner, and not for signing in or for other certificates. */
const commits = ({ extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oid.keyUsage)?.parsedValue;
  return usage instanceof BitString && ((usage.valueBlock.valueHexView[0] ?? 0) & 0b0100_0000) !== 0;
};

const stampsTime = ({ extensions = [] }: Certificate): boolean => {
  const usage = extensions.find(({ extnID }) => extnID === oid.extendedKeyUsage);
  const { parsedValue } = usage ?? {};
  return (
    usage?.critical === true &&
    parsedValue instanceof ExtKeyUsage &&
    parsedValue.keyPurposes.join() === oid.timeStamping
  );
};

/** The elements of a sequence; none when the value is not a sequence. */
const partsOf = (value: unknown): unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);

/** Whether the signed attributes name the certificate, so that it cannot be replaced by another (RFC 5035; EN 319 122-1, 5.2.2). */
const namesCertificate = ({ signedAttrs }: SignerInfo, certificate: Certificate, by: string): boolean => {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === by);
  // The first certificate of the list is the signer's.
  const [certs] = partsOf(attribute?.values[0]);
  const [first] = partsOf(certs);
  const parts = partsOf(first);
  // Version 1 has SHA-1 only. Version 2 defaults to SHA-256 when no algorithm is named.
  const [named] = by === oid.signingCertificateV2 ? partsOf(parts[0]) : [];
  const unnamed = by === oid.signingCertificateV2 ? 'sha256' : 'sha1';
  const algorithm = named instanceof ObjectIdentifier ? hashes[named.getValue()] : unnamed;
  const certHash = parts[named === undefined ? 0 : 1];
  if (algorithm === undefined || !(certHash instanceof OctetString)) return false;
  const own = hash(algorithm, Buffer.from(certificate.toSchema().toBER()), 'buffer');
  return own.equals(certHash.valueBlock.valueHexView);
};

/**
 * Checks the only signature, with its chain up to a trusted certificate.
 * @param names attributes that may name the signer's certificate
 * @returns the signer's certificate, and the hash it signed with
 */
const verify = async (
  signed: SignedData,
  data: Uint8Array,
  { trusted, at, names }: { trusted: readonly Certificate[]; at: Date; names: readonly string[] },
) => {
  const [signer] = signed.signerInfos;
  if (!signer || signed.signerInfos.length !== 1)
    throw new BadSignature('it does not have exactly one signer');
  const digest = expect(hashes[signer.digestAlgorithm.algorithmId], 'its hash algorithm is not accepted');
  const { signatureVerified, signerCertificate } = await signed
    .verify({
      signer: 0,
      data: Uint8Array.from(data).buffer,
      trustedCerts: [...trusted],
      checkChain: true,
      checkDate: at,
      extendedMode: true,
    })
    .catch((error: unknown) => {
      throw new BadSignature(error instanceof Error ? error.message : 'it is invalid', { cause: error });
    });
  if (signatureVerified !== true) throw new BadSignature('it is invalid');
  const certificate = expect(signerCertificate, 'its certificate is missing');
  if (!names.some((by) => namesCertificate(signer, certificate, by)))
    throw new BadSignature('its signed attributes do not name the certificate');
  return { certificate, digest };
};

/**
 * Checks a detached signature of `data`.
 * @param cms ContentInfo with SignedData, in DER
 * @param at the time at which the certificates must be valid
 * @throws BadSignature
 */
export const checkSignature = async (
  cms: Uint8Array,
  data: Uint8Array,
  trusted: readonly Certificate[],
  at: Date,
): Promise<Signer> => {
  const signed = readSignedData(cms);
  // Enclosed content would be verified instead of ours.
  if (signed.encapContentInfo.eContent) throw new BadSignature('it encloses content');
  const { certificate, digest } = await verify(signed, data, {
    trusted,
    at,
    names: [oid.signingCertificateV2],
  });
  // The phone was sent a SHA-256 hash.
  if (digest !== 'sha256') throw new BadSignature('its hash is not SHA-256');
  if (!commits(certificate)) throw new BadSignature('its certificate is not for signatures');
  const [, ssn] = /^PNOIS-(\d{10})$/.exec(nameOf(certificate.subject, oid.serialNumber)) ?? [];
  return {
    name: nameOf(certificate.subject, oid.commonName),
    ssn: expect(ssn, 'its certificate has no kennitala'),
    issuer: nameOf(certificate.issuer, oid.commonName),
  };
};

/**
 * Checks a time stamp of `data`, signed with any accepted hash.
 * @param token ContentInfo with SignedData, in DER
 * @throws BadSignature
 */
export const checkStamp = async (
  token: Uint8Array,
  data: Uint8Array,
  trusted: readonly Certificate[],
  at: Date,
): Promise<void> => {
  const signed = readSignedData(token);
  // Other content would be verified against the data itself, and has no time.
  if (signed.encapContentInfo.eContentType !== oid.timeStampInfo)
    throw new BadSignature('it is not a time stamp');
  const names = [oid.signingCertificateV2, oid.signingCertificate];
  const { certificate } = await verify(signed, data, { trusted, at, names });
  if (!stampsTime(certificate)) throw new BadSignature('its certificate is not for time stamps');
};

/** The signature value, which is what gets time-stamped. */
export const signatureOf = (cms: Uint8Array): Uint8Array => {
  const [signer] = readSignedData(cms).signerInfos;
  return Uint8Array.from(expect(signer, 'it has no signer').signature.valueBlock.valueHexView);
};

/** A signature with its time stamp added. */
export const withStamp = (cms: Uint8Array, token: Uint8Array): Uint8Array => {
  const signed = readSignedData(cms);
  const [signer] = signed.signerInfos;
  expect(signer, 'it has no signer').unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [
      new Attribute({ type: oid.timeStampToken, values: [fromBER(Uint8Array.from(token).buffer).result] }),
    ],
  });
  return writeSignedData(signed);
};
