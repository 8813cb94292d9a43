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

/** Hashes that are taken, by their identifiers. */
const hashes: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** A signature that does not hold, with why; nobody but the log is told. */
export class BadSignature extends Error {
  override name = 'BadSignature';
}

/** Who signed, as their certificate says: `ssn` is a kennitala. */
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
    throw new BadSignature('it is no CMS', { cause: error });
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

/** The parts of a sequence, and of what is none nothing. */
const partsOf = (value: unknown): unknown[] => (value instanceof Sequence ? value.valueBlock.value : []);

/** Whether the certificate is among what was signed, so that no other stands for it (RFC 5035; EN 319 122-1, 5.2.2). */
const namesCertificate = ({ signedAttrs }: SignerInfo, certificate: Certificate, by: string): boolean => {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === by);
  // The first certificate of the list is the signer's.
  const [certs] = partsOf(attribute?.values[0]);
  const [first] = partsOf(certs);
  const parts = partsOf(first);
  // The first version knows SHA-1 alone. In the second, SHA-256 is what is meant when no algorithm is named.
  const [named] = by === oid.signingCertificateV2 ? partsOf(parts[0]) : [];
  const unnamed = by === oid.signingCertificateV2 ? 'sha256' : 'sha1';
  const algorithm = named instanceof ObjectIdentifier ? hashes[named.getValue()] : unnamed;
  const certHash = parts[named === undefined ? 0 : 1];
  if (algorithm === undefined || !(certHash instanceof OctetString)) return false;
  const own = hash(algorithm, Buffer.from(certificate.toSchema().toBER()), 'buffer');
  return own.equals(certHash.valueBlock.valueHexView);
};

/**
 * Checks the one signature, with its chain up to a trusted certificate.
 * @param names attributes that may tell whose the signature is
 * @returns the signer's certificate, and the hash it signed with
 */
const verify = async (
  signed: SignedData,
  data: Uint8Array,
  { trusted, at, names }: { trusted: readonly Certificate[]; at: Date; names: readonly string[] },
) => {
  const [signer] = signed.signerInfos;
  if (!signer || signed.signerInfos.length !== 1) throw new BadSignature('it has not one signer');
  const digest = expect(hashes[signer.digestAlgorithm.algorithmId], 'its hash is none that is taken');
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
      throw new BadSignature(error instanceof Error ? error.message : 'it does not hold', { cause: error });
    });
  if (signatureVerified !== true) throw new BadSignature('it does not hold');
  const certificate = expect(signerCertificate, 'its certificate is not there');
  if (!names.some((by) => namesCertificate(signer, certificate, by)))
    throw new BadSignature('its certificate is not signed');
  return { certificate, digest };
};

/**
 * Checks a signature over `data` that stands outside of it.
 * @param cms ContentInfo with SignedData, in DER
 * @param at the day that its certificates are to hold on
 * @throws BadSignature
 */
export const checkSignature = async (
  cms: Uint8Array,
  data: Uint8Array,
  trusted: readonly Certificate[],
  at: Date,
): Promise<Signer> => {
  const signed = readSignedData(cms);
  // Content within would be verified in the place of ours.
  if (signed.encapContentInfo.eContent) throw new BadSignature('it brings a content of its own');
  const { certificate, digest } = await verify(signed, data, {
    trusted,
    at,
    names: [oid.signingCertificateV2],
  });
  // It is what the phone was asked to sign.
  if (digest !== 'sha256') throw new BadSignature('its hash is not SHA-256');
  if (!commits(certificate)) throw new BadSignature('its certificate is not for signatures');
  const [, ssn] = /^PNOIS-(\d{10})$/.exec(nameOf(certificate.subject, oid.serialNumber)) ?? [];
  return {
    name: nameOf(certificate.subject, oid.commonName),
    ssn: expect(ssn, 'its certificate names no kennitala'),
    issuer: nameOf(certificate.issuer, oid.commonName),
  };
};

/**
 * Checks a time stamp over `data`, whatever of the hashes that are taken its authority signs with.
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
  // Any other content would be held against the data itself, and tell no time.
  if (signed.encapContentInfo.eContentType !== oid.timeStampInfo)
    throw new BadSignature('it is no time stamp');
  const names = [oid.signingCertificateV2, oid.signingCertificate];
  const { certificate } = await verify(signed, data, { trusted, at, names });
  if (!stampsTime(certificate)) throw new BadSignature('its certificate is not for time stamps');
};

/** The signature itself, which the time stamp is over. */
export const signatureOf = (cms: Uint8Array): Uint8Array => {
  const [signer] = readSignedData(cms).signerInfos;
  return Uint8Array.from(expect(signer, 'it has no signer').signature.valueBlock.valueHexView);
};

/** A signature with its time stamp beside it. */
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
